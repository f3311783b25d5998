// SPDX-License-Identifier: MIT
// hw3-orders: the elimination orders of hw3-1 beside those of well-known libraries.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#ifdef APSP_AMD
#include <suitesparse/amd.h>
#endif
#ifdef APSP_METIS
#include <metis.h>
#endif

#include "common/app/app.hpp"
#include "common/app/option_parser.hpp"
#include "common/base/error.hpp"
#include "common/io/graph_file.hpp"
#include "common/sparse/elimination_tree.hpp"
#include "common/sparse/minimum_degree.hpp"
#include "common/sparse/pattern.hpp"

namespace {

using apsp::sparse::EliminationTree;
using apsp::sparse::Order;
using apsp::sparse::Pattern;

constexpr const char* kName = "hw3-orders";

constexpr const char* kFooter =
    R"(Prints a line for each order. Fill counts the pairs of a vertex with a higher neighbour.
Relaxations are those of the elimination, depth is that of its tree, seconds are those that the order
took. minimum-degree is that of hw3-1, here without a core. amd is SuiteSparse's, metis the nested
dissection of METIS; each is shown where it was found when this program was built.

Example:
  hw3-gen road roads.bin --vertices 20000
  hw3-orders roads.bin)";

Order own(const Pattern& pattern) {
  return *apsp::sparse::minimum_degree(pattern);
}

#if defined(APSP_AMD) || defined(APSP_METIS)
/// The pattern in the libraries' terms.
struct Lists {
  explicit Lists(const Pattern& pattern)
      : begin(pattern.begin.begin(), pattern.begin.end()),
        neighbours(pattern.neighbours.begin(), pattern.neighbours.end()),
        order(pattern.vertices()) {}

  std::vector<std::int32_t> begin, neighbours, order;
};

void require(bool good, const char* library) {
  if (!good) throw apsp::Error(apsp::Fault::kInternal, fmt::format("{} found no order", library));
}
#endif

#ifdef APSP_AMD
Order by_amd(const Pattern& pattern) {
  Lists lists(pattern);
  const int status = amd_order(static_cast<std::int32_t>(pattern.vertices()), lists.begin.data(),
                               lists.neighbours.data(), lists.order.data(), nullptr, nullptr);
  require(status == AMD_OK || status == AMD_OK_BUT_JUMBLED, "AMD");
  return {std::move(lists.order)};
}
#endif

#ifdef APSP_METIS
Order by_metis(const Pattern& pattern) {
  static_assert(sizeof(idx_t) == sizeof(std::int32_t));
  Lists lists(pattern);
  std::vector<std::int32_t> positions(pattern.vertices());
  idx_t vertices = static_cast<idx_t>(pattern.vertices());
  const int status = METIS_NodeND(&vertices, lists.begin.data(), lists.neighbours.data(), nullptr,
                                  nullptr, lists.order.data(), positions.data());
  require(status == METIS_OK, "METIS");
  return {std::move(lists.order)};
}
#endif

std::size_t depth(const EliminationTree& tree) {
  std::vector<std::size_t> depths(tree.size(), 1);
  std::size_t deepest = 0;
  for (std::size_t p = tree.size(); p-- > 0;) {
    if (tree.parents[p] != EliminationTree::kRoot) {
      depths[p] = depths[static_cast<std::size_t>(tree.parents[p])] + 1;
    }
    deepest = std::max(deepest, depths[p]);
  }
  return deepest;
}

void print(const std::string& line) {
  if (std::fputs((line + "\n").c_str(), stdout) < 0) {
    throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
  }
}

void compare(const Pattern& pattern) {
  std::vector<std::pair<const char*, std::function<Order(const Pattern&)>>> orders = {
      {"minimum-degree", own}};
  // The libraries refuse a graph without edges.
#ifdef APSP_AMD
  if (!pattern.neighbours.empty()) orders.emplace_back("amd", by_amd);
#endif
#ifdef APSP_METIS
  if (!pattern.neighbours.empty()) orders.emplace_back("metis", by_metis);
#endif
  print("| order          |       fill | fill / V | relaxations |  depth | seconds |");
  print("|----------------|-----------:|---------:|------------:|-------:|--------:|");
  for (const auto& [name, find] : orders) {
    const auto begin = std::chrono::steady_clock::now();
    const Order order = find(pattern);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    const EliminationTree tree = *apsp::sparse::analyse(pattern, order);
    const double vertices = std::max(1.0, static_cast<double>(tree.size()));
    print(fmt::format("| {:14} | {:10} | {:8.2f} | {:11.3g} | {:6} | {:7.3f} |", name,
                      tree.ups.size(), static_cast<double>(tree.ups.size()) / vertices,
                      tree.work().tree, depth(tree), seconds.count()));
  }
}

}  // namespace

int main(int argc, char** argv) {
  return apsp::run_program(kName, [&] {
    apsp::OptionParser parser(
        kName, "hw3-orders: compares elimination orders of a graph by fill, depth and time",
        kFooter);
    std::string input;
    parser.add_argument("INPUT", "graph file", input).required();
    if (!parser.parse(argc, argv)) return;
    const apsp::GraphFile file(input);
    compare(apsp::sparse::pattern_of(file.graph()));
    if (std::fflush(stdout) != 0) {
      throw apsp::Error(apsp::Fault::kOutput, "standard output cannot be written");
    }
  });
}
