// SPDX-License-Identifier: MIT
// What a solve will do, and why: a value that the chooser makes and everything below obeys.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "apsp/settings.hpp"
#include "common/core/observer.hpp"
#include "common/core/row_share.hpp"
#include "common/core/width.hpp"
#include "common/core/width_choice.hpp"
#include "common/sparse/elimination_tree.hpp"
#include "common/sparse/label_graph.hpp"
#include "common/sparse/row_search.hpp"

namespace apsp {

/// All methods, in the order of --method's values, which are their names.
inline constexpr std::array kMethods = {Method::kDense, Method::kSweep, Method::kSearch};

/// The sources of searches by bits.
inline constexpr std::array<std::size_t, 4> kSourcesAtOnce = {64, 256, 512, 1024};

/// The width of predictions: it matters which is the shorter.
inline constexpr Width kPredicted = Width::kU16;

/// How long a method is expected to take.
struct Prediction {
  Method method;
  double seconds;  // infinite: there is no room for it
};

/// The method of a solve, what was found out about the graph on the way to it, and how long it
/// takes.
struct Plan {
  Method method = Method::kDense;

  /// Of the methods that were looked at, the dense one first.
  std::vector<Prediction> predictions = {};

  /// Where the method is kSweep: of the pattern of the graph. Else null.
  std::shared_ptr<const sparse::EliminationTree> tree = {};

  /// Where the method is kSearch: the graph, weights included. Else null.
  std::shared_ptr<const sparse::SearchGraph> search = {};
  sparse::SearchSample sample = {};  // likewise
  std::size_t sources_at_once = 1;   // of a search: by bits or labels where it is more than one

  /// Where that is by labels: the graph for it, weights included. Else null.
  std::shared_ptr<const sparse::LabelGraph> labels = {};
  sparse::LabelSample label_sample = {};  // likewise

  bool numbers_alone = false;  // as of the Problem
  bool symmetric = false;      // a sample of the edges has the same way back
  double element_bytes = 2;    // of the width that predictions are made for

  /// The time of an attempt, for the choice of its width. By default no time, for backends that
  /// compute nothing.
  Pace pace = {0, 1};

  /// Bytes that an attempt in kPredicted takes, roughly: of this machine's memory, and of all
  /// devices together. 0: not counted.
  std::uint64_t host_bytes = 0;
  std::uint64_t device_bytes = 0;

  /// Where several processes make one solve: the rows that this one solves.
  std::optional<RowShare> share = {};

  /// What is predicted for its method, in the width that is expected.
  [[nodiscard]] double seconds() const {
    return predicted(method).value_or(pace.seconds(kPredicted));
  }

  /// What is predicted for `wanted`, if it was looked at.
  [[nodiscard]] std::optional<double> predicted(Method wanted) const;

  /// Predicts for the method what `pace` says now.
  void foretell();
};

/// The method of that name.
[[nodiscard]] std::optional<Method> method_named(std::string_view name);

/// Reports the method and the reasons for it.
void report(const Plan& plan, Observer& observer);

}  // namespace apsp
