// SPDX-License-Identifier: MIT
#include "common/ranks/joint_solve.hpp"

#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace apsp {
namespace {

class JointSolve final : public Solve {
 public:
  JointSolve(std::unique_ptr<Solve> own, Ranks& ranks) : own_(std::move(own)), ranks_(ranks) {}

  void scatter(const Graph& graph, Observer& observer) override { own_->scatter(graph, observer); }
  void close(Observer& observer) override { own_->close(observer); }

  Extent extent() override {
    const std::vector<Extent> all = gather_values(ranks_, own_->extent());
    return std::accumulate(all.begin(), all.end(), Extent{}, united);
  }

  std::optional<Clipped> first_clipped(const Graph& graph) override {
    const Clipped none = {graph.vertices, graph.edges.size()};
    const Clipped own = own_->first_clipped(graph).value_or(none);
    Clipped first = none;
    for (const Clipped& clipped : gather_values(ranks_, own)) first = *first_of(first, clipped);
    return first == none ? std::nullopt : std::optional(first);
  }

  /// The first rank's that found any.
  std::optional<std::string> too_long(std::optional<std::string> own) override {
    for (const std::string& found : ranks_.gather(own.value_or(""))) {
      if (!found.empty()) return found;
    }
    return std::nullopt;
  }

  void put(const Outputs& outputs, Observer& observer) override { own_->put(outputs, observer); }

 private:
  std::unique_ptr<Solve> own_;
  Ranks& ranks_;
};

}  // namespace

std::unique_ptr<Solve> joint_solve(std::unique_ptr<Solve> own, Ranks& ranks) {
  return std::make_unique<JointSolve>(std::move(own), ranks);
}

}  // namespace apsp
