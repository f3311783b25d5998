// SPDX-License-Identifier: MIT
#include "common/gpu/search/member_search.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/send.hpp"
#include "common/gpu/device/status.hpp"

namespace apsp::gpu {
namespace {

constexpr std::size_t kSetBytes = kSetWords * sizeof(std::uint32_t);

/// Planes that there is room for in any case: of levels up to a million.
constexpr std::size_t kPlanes = 20;

/// Chunks of a batch at most.
std::size_t chunks_of(std::size_t vertices, std::size_t edges) {
  return vertices + edges / kChunkEdges;
}

std::size_t bytes_of_graph(std::size_t vertices, std::size_t edges) {
  return (3 * vertices + edges) * sizeof(std::uint32_t);
}

std::size_t bytes_of_batch(std::size_t vertices, std::size_t edges, bool with_rows) {
  const std::size_t sets = 3 + (with_rows ? kPlanes : 0);
  constexpr std::size_t kLists = 3;  // marks are one
  return vertices * (sets * kSetBytes + kLists * sizeof(std::uint32_t)) +
         chunks_of(vertices, edges) * sizeof(uint2) + 8 * kSetSources * sizeof(std::uint32_t);
}

template <typename T>
void clear(T* memory, std::size_t count, cudaStream_t stream) {
  check(cudaMemsetAsync(memory, 0, count * sizeof(T), stream), "clear memory of searches");
}

template <typename T>
std::vector<T> fetched(const T* memory, std::size_t count, cudaStream_t stream) {
  std::vector<T> items(count);
  check(cudaMemcpyAsync(items.data(), memory, count * sizeof(T), cudaMemcpyDeviceToHost, stream),
        "fetch the numbers of sources");
  check(cudaStreamSynchronize(stream), "search");
  return items;
}

}  // namespace

MemberSearch::MemberSearch(const sparse::BitGraph& graph, std::size_t sources, bool with_rows,
                           std::size_t bytes, StagingRing& ring)
    : vertices_(graph.vertices()), ring_(ring) {
  // Of edges, of places or of chunks, less what a warp may look beyond the last of them.
  constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max() - (1u << 20);
  const std::size_t edges = graph.edges();
  if (edges > kMost) {
    throw Error(Fault::kMemory,
                fmt::format("{} are too many for searches on a device, expected at most {}",
                            counted(edges, "edge"), kMost));
  }
  const std::size_t batch = bytes_of_batch(vertices_, edges, with_rows);
  require_device_memory(bytes_of_graph(vertices_, edges) + batch,
                        counted(vertices_, "vertex") + " by searches",
                        "--method dense may need less");
  const std::size_t left = bytes - std::min(bytes, bytes_of_graph(vertices_, edges));
  batches_ = std::max<std::size_t>(
      1, std::min({(sources + kSetSources - 1) / kSetSources, left / batch,
                   kMost / std::max<std::size_t>(1, chunks_of(vertices_, edges))}));
  const cudaStream_t stream = ring.stream();
  const sparse::EndLists out = graph.out();
  std::vector<std::uint32_t> begin(vertices_ + 1);
  std::transform(out.begin, out.begin + vertices_ + 1, begin.begin(),
                 [](std::size_t at) { return static_cast<std::uint32_t>(at); });
  begin_ = sent(begin, stream);
  ends_ = allocate_device<std::int32_t>(std::max<std::size_t>(1, edges));
  check(cudaMemcpyAsync(ends_.get(), out.ends, edges * sizeof(std::int32_t), cudaMemcpyHostToDevice,
                        stream),
        "send the edges");
  std::vector<std::int32_t> numbers(vertices_);
  for (std::size_t v = 0; v < vertices_; ++v) {
    numbers[v] = static_cast<std::int32_t>(graph.number(v));
  }
  numbers_ = sent(numbers, stream);
  sources_ = allocate_device<std::int32_t>(most_sources());
  seen_ = allocate_device<std::uint32_t>(places() * kSetWords);
  for (auto& front : fronts_) front = allocate_device<std::uint32_t>(places() * kSetWords);
  marks_ = allocate_device<std::uint32_t>(places());
  for (auto& list : lists_) list = allocate_device<std::uint32_t>(places());
  chunks_ = allocate_device<uint2>(batches_ * chunks_of(vertices_, edges));
  for (auto& number : source_numbers_) number = allocate_device<std::uint32_t>(most_sources());
  source_levels_ = allocate_device<unsigned long long>(most_sources());
  counters_ = allocate_device<LevelCounter>(kLevelsAhead + 2);
  looked_at_ = allocate_pinned<LevelCounter>(kLevelsAhead + 2);
  view_.begin = begin_.get();
  view_.ends = ends_.get();
  view_.vertices = static_cast<std::uint32_t>(vertices_);
  view_.seen = seen_.get();
  view_.marks = marks_.get();
  view_.chunks = chunks_.get();
}

SourceCounts MemberSearch::counts() const {
  return {source_numbers_[0].get(), source_numbers_[1].get(), source_numbers_[2].get(),
          source_levels_.get()};
}

void MemberSearch::begin(std::span<const std::int32_t> sources, Keep keep) {
  const cudaStream_t stream = ring_.stream();
  const std::size_t batches = (sources.size() + kSetSources - 1) / kSetSources;
  const std::size_t places = batches * vertices_;
  for (std::uint32_t* sets : {seen_.get(), fronts_[0].get(), fronts_[1].get()}) {
    clear(sets, places * kSetWords, stream);
  }
  clear(marks_.get(), places, stream);
  if (keep == Keep::kCounts) {
    for (auto& number : source_numbers_) clear(number.get(), most_sources(), stream);
    clear(source_levels_.get(), most_sources(), stream);
  }
  for (const auto& plane : plane_memory_) clear(plane.get(), places * kSetWords, stream);
  clear(counters_.get(), kLevelsAhead + 2, stream);
  send(std::vector<std::int32_t>(sources.begin(), sources.end()), sources_.get(), stream);
  view_.sources = static_cast<std::uint32_t>(sources.size());
  view_.front = fronts_[0].get();
  view_.next = fronts_[1].get();
  view_.places = lists_[0].get();
  view_.places_old = lists_[1].get();
}

/// The plane that the numbers of levels need from this one on.
void MemberSearch::make_plane(std::uint32_t level) {
  const auto plane = static_cast<std::size_t>(std::bit_width(level));
  if (plane <= plane_memory_.size()) return;
  plane_memory_.push_back(allocate_device<std::uint32_t>(places() * kSetWords));
  clear(plane_memory_.back().get(), places() * kSetWords, ring_.stream());
  planes_.planes[plane - 1] = plane_memory_.back().get();
}

std::vector<std::uint64_t> MemberSearch::search(std::span<const std::int32_t> sources,
                                                std::uint32_t most_levels, Keep keep,
                                                const std::function<void()>& stop) {
  const cudaStream_t stream = ring_.stream();
  begin(sources, keep);
  const SourceCounts counts = this->counts();
  std::vector<std::uint64_t> pairs;
  // Element 0 is the last level that the host has looked at, or empty; the others follow it.
  LevelCounter* const levels = counters_.get();
  begin_levels(view_, sources_.get(), levels + 1, stream);
  for (std::uint32_t first = 0;; first += kLevelsAhead) {
    for (std::size_t n = 0; n < kLevelsAhead && first + n <= most_levels; ++n) {
      const auto level = static_cast<std::uint32_t>(first + n);
      if (keep == Keep::kLevels && level > 0) make_plane(level);
      settle_level(view_, level, levels + n + 1, level > 0 ? levels + n : nullptr,
                   keep == Keep::kCounts ? &counts : nullptr,
                   keep == Keep::kLevels ? &planes_ : nullptr, stream);
      if (level == most_levels) break;
      std::swap(view_.front, view_.next);
      std::swap(view_.places, view_.places_old);
      follow_level(view_, level, levels + n + 1, levels + n + 2, stream);
    }
    check(cudaMemcpyAsync(looked_at_.get(), levels, (kLevelsAhead + 2) * sizeof(LevelCounter),
                          cudaMemcpyDeviceToHost, stream),
          "fetch the counts of levels");
    check(cudaStreamSynchronize(stream), "search");
    for (std::size_t n = 0; n < kLevelsAhead && first + n <= most_levels; ++n) {
      if (looked_at_[n + 1].places == 0) return pairs;
      pairs.push_back(first + n > 0 ? looked_at_[n + 1].pairs : 0);
    }
    if (most_levels - first < kLevelsAhead) return pairs;
    stop();
    check(cudaMemcpyAsync(levels, levels + kLevelsAhead, 2 * sizeof(LevelCounter),
                          cudaMemcpyDeviceToDevice, stream),
          "keep a level's counts");
    clear(levels + 2, kLevelsAhead, stream);
  }
}

void MemberSearch::count(std::span<const std::int32_t> sources, std::uint32_t most_levels,
                         const std::function<void()>& stop, std::span<RowNumbers> numbers,
                         std::vector<std::uint64_t>& pairs) {
  const std::vector<std::uint64_t> found = search(sources, most_levels, Keep::kCounts, stop);
  if (pairs.size() < found.size()) pairs.resize(found.size());
  for (std::size_t level = 0; level < found.size(); ++level) pairs[level] += found[level];
  const std::size_t all = (sources.size() + kSetSources - 1) / kSetSources * kSetSources;
  const SourceCounts counts = this->counts();
  const auto reached = fetched(counts.reached, all, ring_.stream());
  const auto largest = fetched(counts.largest, all, ring_.stream());
  const auto levels = fetched(counts.levels, all, ring_.stream());
  for (std::size_t n = 0; n < sources.size(); ++n) {
    const std::size_t in_batch = n % kSetSources;
    const std::size_t at = n - in_batch + in_batch % 32 * kSetWords + in_batch / 32;
    numbers[n] = {static_cast<std::int64_t>(levels[at]), static_cast<Distance>(largest[at]),
                  reached[at]};
  }
}

void MemberSearch::put_rows(std::span<const std::int32_t> sources,
                            std::span<const std::int32_t> rows, std::uint32_t most_levels,
                            Distance weight, const std::function<void()>& stop, RowSink& sink) {
  (void)search(sources, most_levels, Keep::kLevels, stop);
  stream_rows(
      vertices_, sources.size(), [&](std::size_t n) { return static_cast<std::size_t>(rows[n]); },
      ring_, sink,
      [&](std::size_t first, std::size_t count, Distance* out) {
        write_levels(view_, planes_, numbers_.get(), first, count, weight, out, ring_.stream());
      });
}

std::optional<Clipped> MemberSearch::first_cut_off(std::span<const std::int32_t> sources,
                                                   std::span<const std::int32_t> vertices,
                                                   std::uint32_t most_levels,
                                                   const std::function<void()>& stop,
                                                   const Graph& graph) {
  (void)search(sources, most_levels, Keep::kNothing, stop);
  const cudaStream_t stream = ring_.stream();
  const auto rows = sent(std::vector<std::int32_t>(vertices.begin(), vertices.end()), stream);
  const auto found = allocate_device<unsigned long long>(1);
  check(cudaMemsetAsync(found.get(), 0xff, sizeof(unsigned long long), stream), "clear a result");
  stream_elements(graph.edges, ring_, [&](const Edge* edges, std::size_t count, std::size_t first) {
    find_cut_off(view_, numbers_.get(), rows.get(), edges, count, first, found.get(), stream);
  });
  const unsigned long long result = fetched(found.get(), 1, stream)[0];
  if (result == ~0ull) return std::nullopt;
  return Clipped{static_cast<std::size_t>(result & 0xffffffffu),
                 static_cast<std::size_t>(result >> 32)};
}

}  // namespace apsp::gpu
