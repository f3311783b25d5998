// SPDX-License-Identifier: MIT
#include "common/app/joint_run.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <string_view>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/standard_output.hpp"

namespace apsp {
namespace {

/// Appends the bytes of an array or vector of plain values.
template <typename Values>
void pack(std::string& bytes, const Values& values) {
  const auto raw = std::as_bytes(std::span(values));
  bytes.append(reinterpret_cast<const char*>(raw.data()), raw.size());
}

/// Fills such a one from the front of `bytes`.
template <typename Values>
void unpack(std::string_view& bytes, Values& values) {
  const auto raw = std::as_writable_bytes(std::span(values));
  if (bytes.size() < raw.size()) throw Error(Fault::kInternal, "a rank has sent too few bytes");
  if (!raw.empty()) std::memcpy(raw.data(), bytes.data(), raw.size());
  bytes.remove_prefix(raw.size());
}

/// The facts that two readers of one graph share. No padding: compared by bytes.
struct Fingerprint {
  std::uint64_t vertices, edges, sample;
  std::int64_t smallest, largest;

  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;
};

Fingerprint fingerprint_of(const Graph& graph) {
  constexpr std::size_t kSample = 4096;        // edges
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  const auto add = [&](Distance number) {
    hash = (hash ^ static_cast<std::uint32_t>(number)) * 1099511628211u;
  };
  const std::size_t step = graph.edges.size() / kSample + 1;
  for (std::size_t e = 0; e < graph.edges.size(); e += step) {
    add(graph.edges[e].source);
    add(graph.edges[e].destination);
    add(graph.edges[e].weight);
  }
  return {graph.vertices, graph.edges.size(), hash, graph.smallest_weight, graph.largest_weight};
}

}  // namespace

void require_same_arguments(Ranks& ranks, int argc, char** argv) {
  std::string own;
  for (int n = 1; n < argc; ++n) own += std::string(argv[n]) + '\0';
  const std::vector<std::string> given = ranks.gather(own);
  const auto other = std::ranges::find_if(given, [&](const auto& g) { return g != given.front(); });
  if (other == given.end()) return;
  throw Error(
      Fault::kUsage,
      fmt::format("tasks 0 and {} of {} were given different arguments, expected one solve; "
                  "with APSP_RANKS=1 every task solves for itself",
                  other - given.begin(), given.size()));
}

void require_files(const SolverOptions& options, const Ranks& ranks) {
  const std::string tasks = counted(ranks.size(), "task");
  if (options.checkpoint) {
    throw Error(Fault::kUsage,
                fmt::format("--checkpoint {}: expected one task, found {}; with APSP_RANKS=1 every "
                            "task solves for itself",
                            *options.checkpoint, tasks));
  }
  if (options.output && is_standard_output(*options.output)) {
    throw Error(Fault::kUsage, fmt::format("OUTPUT is '{}', expected a file that all of {} write",
                                           *options.output, tasks));
  }
}

void require_same_graph(Ranks& ranks, const std::string& input, const Graph& graph) {
  const std::vector<Fingerprint> given = gather_values(ranks, fingerprint_of(graph));
  const auto other = std::ranges::find_if(given, [&](const auto& g) { return g != given.front(); });
  if (other == given.end()) return;
  throw Error(Fault::kInput,
              fmt::format("{}: ranks 0 and {} of {} read different graphs under this name", input,
                          other - given.begin(), given.size()));
}

RowSet of_first(Ranks& ranks, const std::optional<RowSet>& chosen, std::size_t vertices) {
  std::string own;
  if (chosen) {
    pack(own, std::array<std::uint64_t, 2>{chosen->all() ? 1u : 0u, chosen->size()});
    std::vector<std::int32_t> sources(chosen->all() ? 0 : chosen->size());
    for (std::size_t row = 0; row < sources.size(); ++row) {
      sources[row] = static_cast<std::int32_t>(chosen->source(row));
    }
    pack(own, sources);
  }
  const std::string given = ranks.gather(own).front();
  std::string_view left = given;
  std::array<std::uint64_t, 2> kind{};
  unpack(left, kind);
  if (kind[0] == 1) return RowSet(vertices);
  std::vector<std::int32_t> sources(kind[1]);
  unpack(left, sources);
  return {vertices, std::move(sources)};
}

void open_together(const JointRun& run, const std::string& path, std::size_t columns,
                   std::optional<DistanceWriter>& writer) {
  const bool maker = run.ranks.rank() == 0;
  if (maker) writer.emplace(path, run.share, columns, std::string());
  const std::string temporary = run.ranks.gather(maker ? writer->temporary() : "").front();
  if (!maker) writer.emplace(path, run.share, columns, temporary);
  (void)run.ranks.gather("");  // no rank computes before all have found the file
}

RowsSummary add_up(const JointRun& run, RowsSummary own) {
  std::vector<std::uint64_t> numbers(run.share.size());
  for (std::size_t r = 0; r < numbers.size(); ++r) numbers[r] = run.share.number(r);
  std::string message;
  pack(message, std::array<std::uint64_t, 1>{numbers.size()});
  pack(message, numbers);
  pack(message, own.rows);
  pack(message, std::array{own.histogram.least(), own.histogram.largest()});
  pack(message, own.histogram.counts());
  const std::vector<std::string> given = run.ranks.gather(message);
  if (run.ranks.rank() != 0) return own;

  RowsSummary all(run.share.whole());
  for (const std::string& text : given) {
    std::string_view left = text;
    std::array<std::uint64_t, 1> count{};
    unpack(left, count);
    std::vector<RowNumbers> rows(count[0]);
    numbers.resize(count[0]);
    unpack(left, numbers);
    unpack(left, rows);
    for (std::size_t r = 0; r < rows.size(); ++r) all.rows[numbers[r]] = rows[r];
    std::array<Distance, 2> covered{};
    unpack(left, covered);
    Histogram histogram;
    if (covered[0] <= covered[1]) histogram.cover(covered[0], covered[1]);
    unpack(left, histogram.counts());
    all.histogram.add(histogram);
  }
  return all;
}

std::vector<RankReport> gather_reports(Ranks& ranks, const RankReport& own) {
  std::string message;
  pack(message, std::array{own.rows, own.bytes_received, own.bytes_written, own.peak_memory,
                           static_cast<std::uint64_t>(own.threads)});
  constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();
  pack(message, std::array{own.seconds, own.compute_seconds, own.waiting_seconds.value_or(kUnknown),
                           own.sending_seconds});
  std::vector<RankReport> reports;
  for (const std::string& text : ranks.gather(message + own.host + '\0' + own.device)) {
    std::string_view left = text;
    std::array<std::uint64_t, 5> counts{};
    std::array<double, 4> seconds{};
    unpack(left, counts);
    unpack(left, seconds);
    const std::size_t end = left.find('\0');
    reports.push_back(
        {.host = std::string(left.substr(0, end)),
         .device = std::string(left.substr(end + 1)),
         .threads = static_cast<std::int64_t>(counts[4]),
         .rows = counts[0],
         .seconds = seconds[0],
         .compute_seconds = seconds[1],
         .waiting_seconds = std::isnan(seconds[2]) ? std::nullopt : std::optional(seconds[2]),
         .sending_seconds = seconds[3],
         .bytes_received = counts[1],
         .bytes_written = counts[2],
         .peak_memory = counts[3]});
  }
  return reports;
}

}  // namespace apsp
