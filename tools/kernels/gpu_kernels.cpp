// SPDX-License-Identifier: MIT
// A check runs its kernel once for each guard byte, as those of the CPU: see guarded.hpp. Matrices
// are row-major; a packed panel holds, for each block of kBlockRows rows, a row of kBlockRows words
// for each step of k, each word one distance in every element.
#include "tools/kernels/gpu_kernels.hpp"

#include <cuda_runtime.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/base/error.hpp"
#include "common/core/graph.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/product/layout.hpp"
#include "common/gpu/product/word.hpp"
#include "tools/bench/gpu_ceiling.hpp"
#include "tools/kernels/edge_values.hpp"
#include "tools/kernels/gpu_launch.hpp"
#include "tools/kernels/on_device.hpp"
#include "tools/kernels/plain.hpp"

namespace apsp::kernels {
namespace {

using gpu::kBlockRows;
using gpu::kBlockWords;
using gpu::kPivot;
using gpu::Layout;

constexpr int kDevice = 0;  // the first visible one

/// A row-major matrix of random values.
template <typename Element>
std::vector<Element> random_matrix(EdgeValues<Element>& values, std::size_t rows,
                                   std::size_t columns, Operand operand) {
  std::vector<Element> elements(rows * columns);
  values.fill(elements, operand, columns);
  return elements;
}

/// The upper left `rows` x `columns` elements, from column `first` on.
template <typename Element>
Plain plain(const std::vector<Element>& matrix, std::size_t pitch, std::size_t rows,
            std::size_t first, std::size_t columns) {
  Plain result(rows, columns);
  for (std::size_t i = 0; i < rows; ++i) {
    std::copy_n(matrix.begin() + static_cast<std::ptrdiff_t>(i * pitch + first), columns,
                result.row(i));
  }
  return result;
}

/// The word whose every element is x.
template <class Word>
std::uint32_t spread(std::int64_t x) {
  const auto word = static_cast<std::uint32_t>(x);
  return Word::kElements == 2 ? word * 0x00010001u : word;
}

/// Step k of block `block` is row block * steps + k of a packed panel, one word for each row.
template <class Word>
void pack(const Plain& a, std::size_t first_column, std::size_t count, std::size_t steps,
          std::span<std::uint32_t> packed) {
  for (std::size_t i = 0; i < a.rows; ++i) {
    for (std::size_t k = 0; k < count; ++k) {
      packed[(i / kBlockRows * steps + k) * kBlockRows + i % kBlockRows] =
          spread<Word>(a.row(i)[first_column + k]);
    }
  }
}

/// Runs `body(fill, values, n)` for each fill twice.
template <typename Element, typename Body>
void for_each_fill(std::uint32_t seed, const Body& body) {
  for (std::size_t n = 0; n < 2 * kFills.size(); ++n) {
    const Fill fill = kFills[n % kFills.size()];
    EdgeValues<Element> values(fill, seed + static_cast<std::uint32_t>(n));
    try {
      body(values, n);
    } catch (const Mismatch& mismatch) {
      throw Mismatch(fmt::format("{} (input {}; {})", mismatch.what(), n, name(fill)));
    }
  }
}

// ---- product -------------------------------------------------------------------------------

template <class Word>
void check_product(EdgeValues<typename Word::Element>& values) {
  using Element = typename Word::Element;
  constexpr std::size_t kColumns = std::size_t{kBlockWords} * Word::kElements;
  constexpr std::size_t kGroup = kColumns / 2;
  const std::size_t pitch = kColumns * (1 + values.below(2));
  const std::size_t depth = kPivot * (1 + values.below(2));
  const auto store_groups = static_cast<unsigned>(values.below(4));
  // In s32 both groups are one pivot's columns.
  const auto pack_groups =
      static_cast<unsigned>(Word::kElements == 2 ? values.below(4) : 3 * values.below(2));
  const bool copies = values.below(2) == 0;

  const auto a = random_matrix(values, kBlockRows, depth, Operand::kA);
  const auto b = random_matrix(values, depth, pitch, Operand::kB);
  const auto c = random_matrix(values, kBlockRows, pitch, Operand::kC);
  Plain product = plain(c, pitch, kBlockRows, 0, kColumns);
  const Plain left = plain(a, depth, kBlockRows, 0, depth);
  multiply(product, left, plain(b, pitch, depth, 0, kColumns));

  for (const std::byte guard : kGuards) {
    Guarded<std::uint32_t> packed_a("packed a", depth * kBlockRows, guard, kBlockRows);
    Guarded<Element> guarded_b("b", b.size(), guard, pitch);
    Guarded<Element> guarded_c("c", c.size(), guard, pitch);
    Guarded<Element> copy("copy of c", c.size(), guard, pitch);
    const bool both = pack_groups == 3;
    const std::size_t packed_steps = both ? kColumns : kGroup;
    Guarded<std::uint32_t> packed_c("packed c", packed_steps * kBlockRows, guard, kBlockRows);
    pack<Word>(left, 0, depth, depth, {packed_a.data(), packed_a.size()});
    guarded_b.assign(b);
    guarded_c.assign(c);

    std::vector<Element> expected_c = c;
    std::vector<Element> expected_copy = copy.contents();
    for (std::size_t i = 0; i < kBlockRows; ++i) {
      for (std::size_t j = 0; j < kColumns; ++j) {
        const auto element = static_cast<Element>(product.row(i)[j]);
        if ((store_groups >> (j / kGroup) & 1u) != 0) expected_c[i * pitch + j] = element;
        if (copies) expected_copy[i * pitch + j] = element;
      }
    }
    std::vector<std::uint32_t> expected_packed = packed_c.contents();
    if (pack_groups != 0) {
      pack<Word>(product, pack_groups == 2 ? kGroup : 0, packed_steps, packed_steps,
                 expected_packed);
    }
    const std::vector<std::uint32_t> packed_before = packed_a.contents();

    OnDevice device_a(packed_a);
    OnDevice device_b(guarded_b);
    OnDevice device_c(guarded_c);
    OnDevice device_copy(copy);
    OnDevice device_packed(packed_c);
    gpu::launch_product<Word>({device_a.data(), device_b.words(), device_c.words(),
                               pack_groups != 0 ? device_packed.data() : nullptr,
                               copies ? device_copy.words() : nullptr,
                               static_cast<std::uint32_t>(pitch / Word::kElements),
                               static_cast<int>(depth), store_groups, pack_groups});
    device_c.download();
    device_copy.download();
    device_packed.download();
    device_a.download();
    device_b.download();
    guarded_c.require(expected_c);
    copy.require(expected_copy);
    packed_c.require(expected_packed);
    packed_a.require(packed_before);
    guarded_b.require(b);
  }
}

// ---- closure of the pivot ------------------------------------------------------------------

template <class Word>
void check_close_pivot(EdgeValues<typename Word::Element>& values) {
  using Element = typename Word::Element;
  const std::size_t pitch = std::size_t{2} * kPivot;
  const std::size_t first = kPivot * values.below(2);
  const bool zero_diagonal = values.below(2) == 0;
  auto matrix = random_matrix(values, kPivot, pitch, Operand::kA);
  for (std::size_t v = 0; zero_diagonal && v < kPivot; ++v) matrix[v * pitch + first + v] = 0;
  Plain closure = plain(matrix, pitch, kPivot, first, kPivot);
  close(closure);
  std::vector<Element> expected = matrix;
  for (std::size_t i = 0; i < kPivot; ++i) {
    for (std::size_t j = 0; j < kPivot; ++j) {
      expected[i * pitch + first + j] = static_cast<Element>(closure.row(i)[j]);
    }
  }
  std::vector<std::uint32_t> expected_packed(std::size_t{kPivot} * kBlockRows);
  pack<Word>(closure, 0, kPivot, kPivot, expected_packed);

  for (const std::byte guard : kGuards) {
    Guarded<Element> rows("rows of the pivot", matrix.size(), guard, pitch);
    Guarded<std::uint32_t> packed("packed pivot", expected_packed.size(), guard, kBlockRows);
    rows.assign(matrix);
    OnDevice device_rows(rows);
    OnDevice device_packed(packed);
    gpu::launch_close_pivot<Word>(device_rows.data() + first, pitch, device_packed.data());
    device_rows.download();
    device_packed.download();
    rows.require(expected);
    packed.require(expected_packed);
  }
}

// ---- remainder -----------------------------------------------------------------------------

/// A layout of random size, of all rows or of those from the second round's pivot on.
template <class Word>
Layout random_layout(EdgeValues<typename Word::Element>& values, std::size_t most_vertices) {
  const int pivots = 1 + static_cast<int>(values.below(2));
  Layout layout = Layout::whole(1 + values.below(most_vertices), Word::kElements, pivots);
  const auto begin = static_cast<std::size_t>(pivots);
  if (values.below(2) == 0 && begin < layout.row_blocks()) layout.held.begin = begin;
  return layout;
}

/// The reference of one remainder on the held rows, rows `pitch` elements apart.
template <typename Element>
std::vector<Element> expected_remainder(const std::vector<Element>& matrix, const Plain& product,
                                        const Layout& layout, TileRange pivot, TileRange next) {
  std::vector<Element> expected = matrix;
  const auto kept = [&](std::size_t block) {
    return pivot.contains(block) || next.contains(block);
  };
  for (std::size_t i = 0; i < product.rows; ++i) {
    for (std::size_t j = 0; j < product.columns; ++j) {
      if (kept(layout.held.begin + i / kPivot) || kept(j / kPivot)) continue;
      expected[i * product.columns + j] = static_cast<Element>(product.row(i)[j]);
    }
  }
  return expected;
}

template <class Word>
void check_remainder(EdgeValues<typename Word::Element>& values) {
  using Element = typename Word::Element;
  const Layout layout = random_layout<Word>(values, 700);
  const Schedule schedule = layout.schedule();
  const std::size_t round = values.below(schedule.rounds());
  const TileRange pivot = schedule.pivot(round);
  const TileRange next = schedule.pivot(round + 1);
  const std::size_t steps = pivot.size() * kPivot;
  const std::size_t rows = layout.held_rows();
  const std::size_t pitch = layout.pitch() * Word::kElements;

  const auto a = random_matrix(values, rows, steps, Operand::kA);
  const auto b = random_matrix(values, steps, pitch, Operand::kB);
  const auto matrix = random_matrix(values, rows, pitch, Operand::kC);
  const Plain left = plain(a, steps, rows, 0, steps);
  Plain product = plain(matrix, pitch, rows, 0, pitch);
  multiply(product, left, plain(b, pitch, steps, 0, pitch));
  const auto expected = expected_remainder(matrix, product, layout, pivot, next);

  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", matrix.size(), guard, pitch);
    Guarded<Element> row_panel("row panel", b.size(), guard, pitch);
    Guarded<std::uint32_t> panel("packed column panel", layout.column_panel_words(), guard,
                                 kBlockRows);
    held.assign(matrix);
    row_panel.assign(b);
    pack<Word>(left, 0, steps, static_cast<std::size_t>(layout.depth()),
               {panel.data(), panel.size()});
    const std::vector<std::uint32_t> panel_before = panel.contents();
    OnDevice device_held(held);
    OnDevice device_rows(row_panel);
    OnDevice device_panel(panel);
    gpu::launch_remainder<Word>(
        {device_held.words(), layout, pivot, next, device_panel.data(), device_rows.words()});
    device_held.download();
    device_rows.download();
    device_panel.download();
    held.require(expected);
    row_panel.require(b);
    panel.require(panel_before);
  }
}

// ---- the matrix ----------------------------------------------------------------------------

template <class Word>
void check_widen(EdgeValues<typename Word::Element>& values) {
  using Element = typename Word::Element;
  constexpr Element kInfinite = kInfinity<Element>;
  const Layout layout = random_layout<Word>(values, 1100);
  const std::size_t pitch = layout.pitch() * Word::kElements;
  const std::size_t skipped = values.below(layout.held_vertices());
  const std::size_t count = 1 + values.below(layout.held_vertices() - skipped);
  const auto matrix = random_matrix(values, layout.held_rows(), pitch, Operand::kB);
  std::vector<Distance> expected(count * layout.vertices);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < layout.vertices; ++j) {
      const Element element = matrix[(skipped + i) * pitch + j];
      const bool infinite = element == kInfinite;
      expected[i * layout.vertices + j] = infinite ? kUnreachable : static_cast<Distance>(element);
    }
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", matrix.size(), guard, pitch);
    Guarded<Distance> rows("rows", expected.size(), guard, layout.vertices);
    held.assign(matrix);
    OnDevice device_held(held);
    OnDevice device_rows(rows);
    gpu::widen<Word>({device_held.words(), layout}, layout.first_vertex() + skipped, count,
                     device_rows.data(), nullptr);
    device_rows.download();
    device_held.download();
    rows.require(expected);
    held.require(matrix);
  }
}

/// A filled matrix: every element infinite, 0 on the diagonal of vertices.
template <typename Element>
std::vector<Element> filled(const Layout& layout, std::size_t pitch) {
  std::vector<Element> matrix(layout.held_rows() * pitch, kInfinity<Element>);
  for (std::size_t i = 0; i < layout.held_vertices(); ++i) {
    matrix[i * pitch + layout.first_vertex() + i] = 0;
  }
  return matrix;
}

template <class Word>
void check_fill(EdgeValues<typename Word::Element>& values) {
  using Element = typename Word::Element;
  const Layout layout = random_layout<Word>(values, 1100);
  const std::size_t pitch = layout.pitch() * Word::kElements;
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", layout.held_rows() * pitch, guard, pitch);
    OnDevice device_held(held);
    gpu::fill<Word>({device_held.words(), layout}, nullptr);
    device_held.download();
    held.require(filled<Element>(layout, pitch));
  }
}

template <class Word>
void check_scatter(EdgeValues<typename Word::Element>& values) {
  using Element = typename Word::Element;
  constexpr Distance kInfinite = kInfinity<Element>;
  const Layout layout = random_layout<Word>(values, 1100);
  const std::size_t pitch = layout.pitch() * Word::kElements;
  // Few vertices, so that edges repeat and two threads lower neighbours in a word.
  const std::size_t sources = std::min<std::size_t>(layout.held_vertices(), 40);
  const std::size_t destinations = std::min<std::size_t>(layout.vertices, 41);
  const std::array<Distance, 6> weights = {0, 1, kInfinite - 1, kInfinite, kUnreachable - 1, 7};
  std::vector<Edge> edges(1 + values.below(20000));
  std::vector<Element> expected = filled<Element>(layout, pitch);
  const std::vector<Element> before = expected;
  for (Edge& edge : edges) {
    const std::size_t row = values.below(sources);
    edge.source = static_cast<std::int32_t>(layout.first_vertex() + row);
    edge.destination = static_cast<std::int32_t>(values.below(destinations));
    edge.weight = values.below(4) == 0
                      ? weights[values.below(weights.size())]
                      : static_cast<Distance>(values.below(static_cast<std::size_t>(kInfinite)));
    Element& element = expected[row * pitch + static_cast<std::size_t>(edge.destination)];
    element = std::min(element, static_cast<Element>(std::min(edge.weight, kInfinite)));
  }
  for (const std::byte guard : kGuards) {
    Guarded<Element> held("matrix", before.size(), guard, pitch);
    Guarded<Edge> guarded_edges("edges", edges.size(), guard);
    held.assign(before);
    guarded_edges.assign(edges);
    OnDevice device_held(held);
    OnDevice device_edges(guarded_edges);
    gpu::scatter<Word>({device_held.words(), layout}, device_edges.data(), edges.size(), nullptr);
    device_held.download();
    held.require(expected);
  }
}

// ---- the list ------------------------------------------------------------------------------

/// Seconds of one call on the device: the best of several.
template <typename Call>
double best_seconds(const Call& call) {
  const gpu::Event start = gpu::make_timed_event();
  const gpu::Event stop = gpu::make_timed_event();
  float best = 0;
  for (int repeat = 0; repeat < 20; ++repeat) {
    gpu::check(cudaEventRecord(start.get()), "record an event");
    call();
    gpu::check(cudaEventRecord(stop.get()), "record an event");
    gpu::check(cudaEventSynchronize(stop.get()), "time a kernel");
    float milliseconds = 0;
    gpu::check(cudaEventElapsedTime(&milliseconds, start.get(), stop.get()), "read the time");
    if (repeat < 2) best = milliseconds;  // the first one loads the code
    best = std::min(best, milliseconds);
  }
  return static_cast<double>(best) / 1e3;
}

/// Zeroed device memory.
gpu::DeviceMemory<std::uint32_t> zeroed(std::size_t words) {
  auto memory = gpu::allocate_device<std::uint32_t>(words);
  gpu::check(cudaMemset(memory.get(), 0, words * sizeof(std::uint32_t)), "clear device memory");
  return memory;
}

/// Size of the timed matrix: a large GPU's second-level cache holds it.
constexpr std::size_t kTimedVertices = 2560;
constexpr const char* kTimedSize = "V = 2560";

template <class Word>
Layout timed_layout() {
  return Layout::whole(kTimedVertices, Word::kElements, 1);
}

template <class Word>
double remainder_relaxes() {
  const Layout layout = timed_layout<Word>();
  const auto side = static_cast<double>(layout.row_blocks() - 2) * kPivot;  // without pivots
  const auto width = static_cast<double>(layout.pitch() * Word::kElements) - 2.0 * kPivot;
  return side * width * kPivot;
}

template <class Word>
double time_remainder() {
  const Layout layout = timed_layout<Word>();
  const auto matrix = zeroed(layout.matrix_words());
  const auto panel = zeroed(layout.column_panel_words());
  const auto rows = zeroed(layout.row_panel_words());
  return best_seconds([&] {
    gpu::launch_remainder<Word>({matrix.get(), layout, {0, 1}, {1, 2}, panel.get(), rows.get()});
  });
}

template <class Word>
double time_close_pivot() {
  const auto pivot = zeroed(std::size_t{kPivot} * kPivot);
  const auto packed = zeroed(std::size_t{kPivot} * kBlockRows);
  return best_seconds([&] {
    gpu::launch_close_pivot<Word>(reinterpret_cast<typename Word::Element*>(pivot.get()), kPivot,
                                  packed.get());
  });
}

template <class Word>
double time_widen() {
  const Layout layout = timed_layout<Word>();
  const auto matrix = zeroed(layout.matrix_words());
  const auto rows = gpu::allocate_device<Distance>(kTimedVertices * kTimedVertices);
  return best_seconds([&] {
    gpu::widen<Word>({matrix.get(), layout}, 0, kTimedVertices, rows.get(), nullptr);
  });
}

template <class Word>
void add_word(Width width, const std::string& absent, KernelList& list) {
  using Element = typename Word::Element;
  const auto add = [&](const char* kernel, void (*check)(EdgeValues<Element>&), const char* size,
                       double relaxes, double (*seconds)()) {
    KernelCase added;
    added.set = added.isa = "gpu";
    added.width = width;
    added.kernel = kernel;
    added.absent = absent;
    added.check = [check](std::uint32_t seed) {
      for_each_fill<Element>(seed,
                             [&](EdgeValues<Element>& values, std::size_t) { check(values); });
    };
    added.size = size;
    added.relaxes = relaxes;
    if (seconds != nullptr) added.seconds = seconds;
    added.ceiling = [] {
      const gpu::GpuCeiling ceiling = gpu::measure_gpu_ceiling(kDevice);
      return Word::kElements == 2 ? ceiling.u16 : ceiling.s32;
    };
    list.push_back(std::move(added));
  };
  constexpr double kPivotRelaxes = double{kPivot} * kPivot * kPivot;
  add("product", check_product<Word>, "", 0, nullptr);  // one block: the remainder is timed
  add("close-pivot", check_close_pivot<Word>, "128 x 128", kPivotRelaxes, time_close_pivot<Word>);
  add("remainder", check_remainder<Word>, kTimedSize, remainder_relaxes<Word>(),
      time_remainder<Word>);
  add("widen", check_widen<Word>, kTimedSize, 0, time_widen<Word>);
  add("fill", check_fill<Word>, "", 0, nullptr);
  add("scatter", check_scatter<Word>, "", 0, nullptr);
}

/// Opens the device. Returns why there is none.
std::string open_device() {
  try {
    (void)gpu::visible_devices();
    (void)gpu::open_device(kDevice);
  } catch (const Error& error) {
    if (error.fault() != Fault::kNoDevice) throw;
    const std::string reason = error.what();
    return "no device: " + reason.substr(0, reason.find('\n'));
  }
  return "";
}

}  // namespace

void add_gpu_kernels(KernelList& list) {
  const std::string absent = open_device();
  add_word<gpu::U16x2>(Width::kU16, absent, list);
  add_word<gpu::S32>(Width::kS32, absent, list);
}

}  // namespace apsp::kernels
