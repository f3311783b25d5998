// SPDX-License-Identifier: MIT
#include "common/solve/cut_search.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "common/base/parallel_for.hpp"

namespace apsp {
namespace {

/// Bytes of the rows to a core.
double core_bytes(const Machine& machine, std::size_t vertices, std::size_t core) {
  return static_cast<double>(vertices) * static_cast<double>(core) * machine.core_element_bytes;
}

/// Looks for the core that takes the least time.
class CutSearch {
 public:
  CutSearch(const sparse::Outline& outline, const Problem& problem, const Machine& machine,
            Counting counting)
      : outline_(outline),
        problem_(problem),
        machine_(machine),
        counting_(counting),
        together_(problem.graph.vertices < kSmall ? 1 : sparse::Outline::counted_together()) {}

  /// The best of those that there is room for. The time falls steeply where what is left outside
  /// falls apart, on random graphs, so sizes around the best of a ladder are looked at as well.
  [[nodiscard]] Cut best() {
    constexpr double kStep = 1.3;
    constexpr double kFineStep = 1.05;
    constexpr double kNearly = 1.1;  // of the time without a core: a size beside may be better
    const Cut none = of_size(0);
    best_.seconds = kNearly * none.seconds;
    const auto least = static_cast<double>(machine_.order.least_core);
    look(least, kUnlimited, kStep);
    const auto core = static_cast<double>(best_.core);
    if (core > 0) look(std::max(least, core / kStep), core * kStep, kFineStep);
    if (best_.seconds > (1 - machine_.order.core_gain) * none.seconds) {
      best_.core = none.core;
      best_.seconds = none.seconds;
    }
    return best_;
  }

 private:
  static constexpr std::size_t kSmall = std::size_t{1}
                                        << 16;  // counted before another thread wakes

  [[nodiscard]] Cut of_size(std::size_t core) const {
    constexpr double kOfCore = 1 / 4.0;  // memory for a pair of the core, in pairs of the fill
    const sparse::UpCounts counts = outline_.counts(core);
    const auto size = static_cast<double>(core);
    if (counts.fill() + kOfCore * size * size > machine_.room.most_fill) return {.core = core};
    const Pace pace = sweep_pace(counts, problem_.rows.size(), machine_, counting_);
    return {core, seconds_of(pace, machine_)};
  }

  /// Looks at sizes from `least` to `most` in steps, as long as a core's closure takes less than
  /// the best so far, and the devices have room. Some are looked at together, ahead of that.
  void look(double least, double most, double step) {
    const std::size_t vertices = problem_.graph.vertices;
    const auto after = [&](double size) { return std::max(size + 1, std::floor(step * size)); };
    const double all = std::min(most, static_cast<double>(vertices));
    std::vector<Cut> ahead;
    std::size_t next = 0;
    for (double size = least; size <= all; size = after(size)) {
      const double closure = size * size * size * machine_.element_bytes / machine_.sweep.closure;
      if (closure >= best_.seconds) return;
      if (size * core_bytes(machine_, vertices, 1) > machine_.devices.core_bytes) {
        best_.narrow = true;
        return;
      }
      if (next == ahead.size()) {
        std::vector<std::size_t> sizes;
        for (double s = size; s <= all && sizes.size() < together_; s = after(s)) {
          sizes.push_back(static_cast<std::size_t>(s));
        }
        ahead = of_sizes(sizes);
        next = 0;
      }
      Cut cut = ahead[next++];
      cut.narrow = best_.narrow;
      if (cut.seconds < best_.seconds) best_ = cut;
    }
  }

  [[nodiscard]] std::vector<Cut> of_sizes(const std::vector<std::size_t>& sizes) const {
    std::vector<Cut> cuts(sizes.size());
    parallel_for(sizes.size(), [&](std::size_t n) { cuts[n] = of_size(sizes[n]); },
                 {.threads = together_ == 1 ? 1 : 0});
    return cuts;
  }

  const sparse::Outline& outline_;
  const Problem& problem_;
  const Machine& machine_;
  const Counting counting_;
  const std::size_t together_;  // sizes
  Cut best_;
};

}  // namespace

Cut best_cut(const sparse::Outline& outline, const Problem& problem, const Machine& machine,
             Counting counting) {
  return CutSearch(outline, problem, machine, counting).best();
}

bool depends_on_devices(const Cut& cut, std::size_t vertices, const Machine& machine) {
  constexpr double kAnyDevice = 4.0 * (1 << 30);
  constexpr double kShare = 0.1;  // of the dense way
  return cut.narrow || core_bytes(machine, vertices, cut.core) > kAnyDevice ||
         std::pow(static_cast<double>(cut.core) / static_cast<double>(vertices), 3) > kShare;
}

}  // namespace apsp
