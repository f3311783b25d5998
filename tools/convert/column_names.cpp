// SPDX-License-Identifier: MIT
#include "tools/convert/column_names.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "common/base/shown.hpp"
#include "tools/convert/scanner.hpp"

namespace apsp::convert {
namespace {

struct RoleNames {
  Role role;
  std::string_view names;  // in lower case, without blanks, - and _
};

constexpr std::array kRoleNames = {
    RoleNames{Role::kSource,
              "source src from start tail u origin orig sourceid srcid fromid fromnode fromnodeid "
              "id1 node1 vertex1 v1 idfrom nodefrom startnode sourcenode"},
    RoleNames{Role::kTarget,
              "target destination dest dst to end head v targetid dstid toid tonode tonodeid id2 "
              "node2 vertex2 v2 idto nodeto endnode targetnode"},
    RoleNames{Role::kWeight,
              "weight weights w cost costs distance dist length len km miles meters metres minutes "
              "seconds hours"},
    RoleNames{Role::kBack, "rcost reverse backward backwards"},
    RoleNames{Role::kDirection,
              "type edgetype directed direction undirected isdirected isundirected bidirectional "
              "isbidirectional bothways bothdirections twoway twoways reversed isreversed mutual "
              "reciprocal symmetric"},
    RoleNames{Role::kLabel,
              "id edgeid linkid eid lid fid gid rowid osmid objectid index key no nr rownumber "
              "unnamed:0 oneway isoneway label edgelabel timestamp ts date datetime day year epoch "
              "unixtime "
              "timestamputc created createdat updated updatedat"},
};

/// The role of a name without capitals, blanks, - and _, as the table says.
Role listed_role(std::string_view plain) {
  for (const RoleNames& known : kRoleNames) {
    Scanner words("", known.names);
    words.next_line();
    for (auto word = words.word(); !word.empty(); word = words.word()) {
      if (plain == word) return known.role;
    }
  }
  return Role::kUnknown;
}

/// Whether a name is that of a weight once a unit or a sign at its ends is left out, or of a time,
/// which beside a word for the way back is no number of the edge.
bool is_weight_of_way(std::string_view plain) {
  constexpr std::array<std::string_view, 5> kTimes = {"time", "duration", "traveltime", "delay",
                                                      "impedance"};
  constexpr std::array<std::string_view, 8> kUnits = {"", "m", "s", "h", "km", "min", "sec", "mi"};
  plain.remove_prefix(std::min(plain.find_first_not_of(":."), plain.size()));
  plain = plain.substr(0, plain.find_last_not_of(":.") + 1);  // npos + 1 is 0
  return std::any_of(kUnits.begin(), kUnits.end(), [&](std::string_view unit) {
    if (!plain.ends_with(unit)) return false;
    const std::string_view name = plain.substr(0, plain.size() - unit.size());
    return listed_role(name) == Role::kWeight ||
           std::find(kTimes.begin(), kTimes.end(), name) != kTimes.end();
  });
}

/// The role of a name with a word for the way back before or behind another. With a weight it is
/// the weight of that way. With anything else, as in lanes:backward, is_reverse and
/// reverse_edge_id, the longer words say that the number is no weight; the shorter ones begin other
/// words as well.
Role role_of_way_back(std::string_view plain) {
  Role role = Role::kUnknown;
  for (const std::string_view word :
       {"reversed", "reverse", "backwards", "backward", "rev", "back", "return"}) {
    for (const bool front : {true, false}) {
      if (!(front ? plain.starts_with(word) : plain.ends_with(word))) continue;
      const std::string_view rest =
          front ? plain.substr(word.size()) : plain.substr(0, plain.size() - word.size());
      if (is_weight_of_way(rest)) return Role::kBack;
      if (word.size() > std::string_view("return").size()) role = Role::kLabel;
    }
  }
  return role;
}

}  // namespace

std::string plain_name(std::string_view name) {
  std::string plain;
  if (name.starts_with('#')) name.remove_prefix(1);
  name = name.substr(0, std::min(name.find_first_of("(["), name.size()));
  for (const char c : name) {
    if (c == ' ' || c == '-' || c == '_') continue;
    plain += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  }
  return plain;
}

Role role_of(std::string_view name) {
  const std::string plain = plain_name(name);
  const Role role = listed_role(plain);
  return role == Role::kUnknown ? role_of_way_back(plain) : role;
}

bool may_be_weight(std::string_view name) {
  const Role role = role_of(name);
  return !name.empty() && role != Role::kLabel && role != Role::kDirection;
}

std::size_t index_of(const std::vector<std::string>& names, Role role) {
  std::size_t at = 0;
  while (at < names.size() && role_of(names[at]) != role) ++at;
  return at;
}

bool names_source_and_target(const std::vector<std::string>& names) {
  const std::size_t source = index_of(names, Role::kSource);
  const std::size_t target = index_of(names, Role::kTarget);
  if (source == names.size() || target == names.size()) return false;
  // v1 and v2 are vertices where there are v0 or v3 as well.
  const auto stem = [](const std::string& name) {
    return name.substr(0, name.find_last_not_of("0123456789") + 1);
  };
  const std::string& name = names[source];
  const auto same = std::count_if(names.begin(), names.end(), [&](const std::string& other) {
    return stem(other) == stem(name) && other.size() > stem(other).size();
  });
  return stem(name) == name || same <= 2;
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t kMost = 8;
  std::string list;
  for (std::size_t n = 0; n < std::min(names.size(), kMost); ++n) {
    list += fmt::format("{}'{}'", n == 0 ? "" : ", ", shown(names[n]));
  }
  if (names.size() > kMost) list += fmt::format(" and {} more", names.size() - kMost);
  return list;
}

}  // namespace apsp::convert
