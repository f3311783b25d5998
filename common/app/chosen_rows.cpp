// SPDX-License-Identifier: MIT
#include "common/app/chosen_rows.hpp"

#include <vector>

#include "common/app/joint_run.hpp"
#include "common/io/vertex_names.hpp"

namespace apsp {

RowSet chosen_rows(const std::optional<SourceList>& list, const std::string& input,
                   std::size_t vertices) {
  if (!list) return RowSet(vertices);
  const bool named = list->file().has_value();
  return list->rows(vertices,
                    named ? names_for(input, vertices, std::nullopt) : std::vector<std::string>());
}

RowSet chosen_rows(Ranks* ranks, const std::optional<SourceList>& list, const std::string& input,
                   std::size_t vertices) {
  if (ranks == nullptr) return chosen_rows(list, input, vertices);
  std::optional<RowSet> own;
  if (ranks->rank() == 0) own = chosen_rows(list, input, vertices);
  return of_first(*ranks, own, vertices);
}

}  // namespace apsp
