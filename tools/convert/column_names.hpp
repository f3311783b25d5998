// SPDX-License-Identifier: MIT
// What names of columns say of an edge's data, in tables and in edge lists.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace apsp::convert {

/// The role of a column, by its name. kBack: the weight of the way back, as pgRouting has it.
/// kDirection: whether an edge leads both ways, or has been turned. kLabel: a number of the edge, a
/// moment, a mark.
enum class Role { kUnknown, kSource, kTarget, kWeight, kBack, kDirection, kLabel };

/// The role of a column of this name: upper and lower case, a # in front, blanks, - and _, and a
/// unit in brackets behind it make no difference. --help lists the usual ones.
[[nodiscard]] Role role_of(std::string_view name);

/// Whether numbers by this name may be weights: of no label and no direction.
[[nodiscard]] bool may_be_weight(std::string_view name);

/// The name as roles are known by: the differences that role_of() passes over are gone.
[[nodiscard]] std::string plain_name(std::string_view name);

/// The first of these names that has the role; their number where none has.
[[nodiscard]] std::size_t index_of(const std::vector<std::string>& names, Role role);

/// Whether both source and target are among the names.
[[nodiscard]] bool names_source_and_target(const std::vector<std::string>& names);

/// Names as messages list them: 'a', 'b' and 3 more.
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

}  // namespace apsp::convert
