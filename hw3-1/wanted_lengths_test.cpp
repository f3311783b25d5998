// SPDX-License-Identifier: MIT
// Lengths that do not fit matter where they are wanted, and nowhere else: whatever the method, the
// width, and the other outputs. The oracle is the triple loop in 64 bits.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "common/base/parallel_for.hpp"
#include "common/oracle/predecessors.hpp"
#include "common/oracle/reference.hpp"
#include "common/rows/sink_chain.hpp"
#include "common/rows/solved_problem.hpp"
#include "common/testing/catch.hpp"
#include "common/testing/test_sanitizer.hpp"
#include "common/testing/test_solver.hpp"
#include "hw3-1/test_backend.hpp"

namespace apsp::cpu {
namespace {

using reference::kNoPath;
using reference::Length;
using test::Sample;

constexpr Distance kLongest = kUnreachable - 1;

/// A part of the distances of a graph, and how to compute it.
struct Question {
  RowSet sources, targets;
  bool distances, predecessors, summary, verify;
  Distance limit;  // kUnreachable: none
  std::optional<Method> method;
  Arithmetic width;
  BeyondS32 beyond;
};

/// The answer to a question: nothing but `refused`, or all that is asked for.
struct Answer {
  std::optional<std::string> refused = {};
  std::vector<Distance> distances = {};
  std::vector<std::int32_t> predecessors = {};
  std::string summary = {};
};

/// All lengths of a graph, its potentials and predecessors.
class Oracle {
 public:
  explicit Oracle(const Graph& graph)
      : vertices_(graph.vertices),
        lengths_(reference::floyd_warshall(graph)),
        potentials_(vertices_, 0) {
    for (std::size_t v = 0; v < vertices_; ++v) cycle_ |= length(v, v) < 0;
    if (cycle_) return;
    predecessors_ = reference::predecessors(graph);
    for (std::size_t i = 0; i < vertices_; ++i) {
      for (std::size_t j = 0; j < vertices_; ++j) {
        potentials_[j] = std::min(potentials_[j], length(i, j));
      }
    }
  }

  /// Whether some length that is wanted does not fit.
  [[nodiscard]] bool refuses(const Question& question) const {
    const RowSet columns = question.summary ? RowSet(vertices_) : question.targets;
    bool refused = cycle_;
    for_each_pair(question.sources, columns, [&](std::size_t i, std::size_t j) {
      const Length exact = length(i, j);
      if (exact == kNoPath || (question.limit < kUnreachable && exact > question.limit)) return;
      const Length reduced = exact + potentials_[i] - potentials_[j];
      refused |= exact >= kUnreachable || exact <= -kUnreachable;
      refused |= question.width && reduced >= infinity_of(*question.width);
      refused |= question.beyond == BeyondS32::kRefused && reduced >= kUnreachable;
    });
    return refused;
  }

  [[nodiscard]] Answer answer(const Question& question) const {
    const auto distance = [&](std::size_t i, std::size_t j) {
      return static_cast<Distance>(is_path(question, i, j) ? length(i, j) : kUnreachable);
    };
    Answer answer;
    if (question.distances) {
      for_each_pair(question.sources, question.targets, [&](std::size_t i, std::size_t j) {
        answer.distances.push_back(distance(i, j));
      });
    }
    if (question.predecessors) {
      for_each_pair(question.sources, question.targets, [&](std::size_t i, std::size_t j) {
        const bool none = !is_path(question, i, j);
        answer.predecessors.push_back(none ? kNoPredecessor : predecessors_[i * vertices_ + j]);
      });
    }
    if (question.summary) {
      std::vector<Distance> rows;
      for_each_pair(question.sources, RowSet(vertices_),
                    [&](std::size_t i, std::size_t j) { rows.push_back(distance(i, j)); });
      SummarySink sink(question.sources);
      sink.put(0, rows);
      answer.summary = sink.finish().json("graph");
    }
    return answer;
  }

  [[nodiscard]] bool has_cycle() const { return cycle_; }

 private:
  template <typename Use>
  static void for_each_pair(const RowSet& rows, const RowSet& columns, const Use& use) {
    for (std::size_t r = 0; r < rows.size(); ++r) {
      for (std::size_t c = 0; c < columns.size(); ++c) use(rows.source(r), columns.source(c));
    }
  }

  [[nodiscard]] Length length(std::size_t i, std::size_t j) const {
    return lengths_[i * vertices_ + j];
  }

  [[nodiscard]] bool is_path(const Question& question, std::size_t i, std::size_t j) const {
    return length(i, j) != kNoPath &&
           (question.limit == kUnreachable || length(i, j) <= question.limit);
  }

  std::size_t vertices_;
  std::vector<Length> lengths_;
  std::vector<Length> potentials_;
  std::vector<std::int32_t> predecessors_;
  bool cycle_ = false;
};

/// Solves as the programs and the library do.
Answer solve(const Graph& graph, const Question& question) {
  Problem asked(graph, question.sources);
  asked.limit = question.limit;
  if (!question.summary) asked.columns = question.targets;
  MatrixSink distances(question.targets.size(), question.sources.size());
  MatrixSink predecessors(question.targets.size(), question.sources.size());
  Wanted wanted;
  if (question.distances) wanted.distances = &distances;
  if (question.predecessors) wanted.predecessors = &predecessors;
  wanted.summary = question.summary;
  if (question.verify) wanted.verification = Verification{graph.vertices, 1};
  test::Listener observer;
  Answer answer;
  try {
    const SolvedProblem solved(asked, question.targets,
                               !question.predecessors && !question.summary && !question.verify);
    SinkChain chain(wanted, asked, question.targets, solved.problem(), observer);
    const Options options = {.method = question.method};
    test::solver_on([=] { return std::make_unique<Backend>(options); }, question.width,
                    question.beyond)(solved.problem(), chain.outputs(), observer);
    chain.finish(observer);
    if (question.summary) answer.summary = chain.summary().json("graph");
  } catch (const Error& error) {
    if (error.fault() != Fault::kNoAnswer) throw;
    return {.refused = error.what()};
  }
  const auto copy = [](const MatrixSink& sink) {
    return std::vector<std::int32_t>(sink.distances().begin(), sink.distances().end());
  };
  if (question.distances) answer.distances = copy(distances);
  if (question.predecessors) answer.predecessors = copy(predecessors);
  return answer;
}

/// Draws graphs and questions.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : random_(seed) {}

  std::size_t below(std::size_t end) { return random_() % end; }

  /// A graph of 1 to 8 vertices whose lengths cross a border of a width or of the format.
  Sample graph() {
    constexpr std::array<Distance, 9> kTops = {3,      126,          127,          20'000,  32'766,
                                               32'767, kLongest / 2, kLongest - 1, kLongest};
    const Distance top = kTops[below(kTops.size())];
    const std::size_t vertices = 1 + below(8);
    std::vector<Length> heights(vertices, 0);
    const bool negative = below(2) == 0;
    const Distance height = kTops[below(kTops.size())];
    if (negative) {
      for (Length& h : heights) h = number(height) * static_cast<Length>(1 + below(2));
    }
    Sample sample{vertices, {}};
    const std::size_t edges = below(3 * vertices + 1);
    for (std::size_t e = 0; e < edges; ++e) {
      const std::size_t from = below(vertices), to = below(vertices);
      const Length weight = number(top) + heights[to] - heights[from];
      sample.edges.push_back(
          {static_cast<std::int32_t>(from), static_cast<std::int32_t>(to),
           static_cast<Distance>(std::clamp<Length>(weight, -kLongest, kLongest))});
    }
    return sample;
  }

  Question question(const Graph& graph) {
    Question question{some(graph.vertices),
                      some(graph.vertices),
                      below(4) > 0,
                      below(2) == 0,
                      below(4) == 0,
                      below(3) == 0,
                      kUnreachable,
                      {},
                      {},
                      BeyondS32::kOnProcessors};
    question.distances |= !question.predecessors && !question.summary;
    if (below(4) == 0) {
      question.limit = number(kLongest);
      question.verify = false;  // no program has both
    }
    return question;
  }

 private:
  /// In [0, top], mostly near its ends or its half.
  Distance number(Distance top) {
    switch (below(4)) {
      case 0:
        return static_cast<Distance>(below(std::min(3, top + 1)));
      case 1:
        return top - static_cast<Distance>(below(std::min(3, top + 1)));
      case 2:
        return top / 2 + static_cast<Distance>(below(2));
      default:
        return static_cast<Distance>(below(static_cast<std::size_t>(top) + 1));
    }
  }

  RowSet some(std::size_t vertices) {
    if (below(3) == 0) return RowSet(vertices);
    std::vector<std::int32_t> some(below(vertices + 2));
    for (std::int32_t& v : some) v = static_cast<std::int32_t>(below(vertices));
    return {vertices, some};
  }

  std::mt19937_64 random_;
};

struct LimitTally {
  std::size_t refused = 0;
  std::size_t answered = 0;
  std::size_t despite = 0;  // answered, although a length of the graph does not fit
};

/// Asks one question about one graph in all methods and widths. Returns "" if all is right.
std::string judge(std::uint64_t seed, LimitTally& tally) {
  Dice dice(seed);
  const Sample sample = dice.graph();
  const Graph graph = sample.graph();
  const Oracle oracle(graph);
  Question question = dice.question(graph);
  const bool fits = reference::distances(graph).has_value();
  for (const Method method : kMethods) {
    question.method = method;
    for (const Arithmetic width :
         {Arithmetic(), Arithmetic(Width::kU8), Arithmetic(Width::kU16), Arithmetic(Width::kS32)}) {
      question.width = width;
      question.beyond = dice.below(4) == 0 ? BeyondS32::kRefused : BeyondS32::kOnProcessors;
      const std::string how = std::string(name(method)) + ", " +
                              (width ? std::string(apsp::name(*width)) : "auto") + ": ";
      Answer found;
      try {
        found = solve(graph, question);
      } catch (const Error& error) {
        return how + error.what();
      }
      const bool refuses = oracle.refuses(question);
      if (refuses != found.refused.has_value()) {
        return how + found.refused.value_or("an answer was given");
      }
      if (refuses) {
        ++tally.refused;
        continue;
      }
      ++tally.answered;
      tally.despite += fits ? 0 : 1;
      const Answer right = oracle.answer(question);
      if (found.distances != right.distances) return how + "the distances are wrong";
      if (found.predecessors != right.predecessors) return how + "the predecessors are wrong";
      if (found.summary != right.summary) return how + "the summary is wrong";
    }
  }
  return "";
}

LimitTally limit_campaign(std::uint64_t first, std::size_t graphs) {
  constexpr std::size_t kBlock = 100;
  LimitTally total;
  std::mutex mutex;
  parallel_for(graphs / kBlock, [&](std::size_t block) {
    LimitTally tally;
    for (std::uint64_t seed = first + block * kBlock; seed < first + (block + 1) * kBlock; ++seed) {
      const std::string wrong = judge(seed, tally);
      if (!wrong.empty()) {
        throw Error(Fault::kInternal, "seed " + std::to_string(seed) + ": " + wrong);
      }
    }
    const std::lock_guard lock(mutex);
    total.refused += tally.refused;
    total.answered += tally.answered;
    total.despite += tally.despite;
  });
  return total;
}

constexpr std::size_t kLimitGraphs = test::kTakesAddressSpace ? 100 : 300;

TEST_CASE("lengths that do not fit matter where they are wanted alone") {
  const LimitTally tally = limit_campaign(0, kLimitGraphs);
  INFO(tally.refused << " refused, " << tally.answered << " answered, " << tally.despite
                     << " of them although some length does not fit");
  CHECK(tally.refused > kLimitGraphs);
  CHECK(tally.answered > 4 * kLimitGraphs);
  CHECK(tally.despite > kLimitGraphs / 4);
}

TEST_CASE("lengths of a batch that sweeps widened are looked at as well", "[sweep]") {
  const Sample sample{7,
                      {{3, 1, -978338565},
                       {1, 4, 1073741822},
                       {4, 6, 85146194},
                       {3, 2, -387196511},
                       {2, 1, -591141869},
                       {0, 0, 2},
                       {5, 2, -482599766}}};
  const Graph graph = sample.graph();
  for (const Method method : kMethods) {
    INFO(name(method));
    const Answer answer = solve(graph, {RowSet(7),
                                        RowSet(7),
                                        true,
                                        false,
                                        false,
                                        false,
                                        kUnreachable,
                                        method,
                                        {},
                                        BeyondS32::kOnProcessors});
    REQUIRE(answer.refused ==
            "a length does not fit the distance file: the path from 1 to 6 is 1158888016, expected "
            "-1073741822 to 1073741822");
  }
}

TEST_CASE("many more parts of graphs whose lengths do not fit", "[.][campaign]") {
  const char* const wanted = std::getenv("APSP_CAMPAIGN_GRAPHS");
  const std::size_t graphs = wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 100'000;
  const LimitTally tally = limit_campaign(kLimitGraphs, graphs);
  CHECK(tally.despite > graphs / 4);
}

}  // namespace
}  // namespace apsp::cpu
