// SPDX-License-Identifier: MIT
#include "library/matrix/matrix_reader.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <type_traits>
#include <utility>
#include <vector>

#include "common/base/bit_range.hpp"
#include "common/base/memory.hpp"
#include "common/base/threads.hpp"

namespace apsp {
namespace {

constexpr std::size_t kAtOnce = 1024;  // numbers of a row: those and their weights fit the cache
constexpr std::size_t kSampledRows = 16;
constexpr int kMostScale = 1000;  // a power of two that is a double

bool is_in_range(const NumbersSeen& seen) {
  return seen.whole &&
         (seen.edges == 0 || (seen.least > -kUnreachable && seen.most < kUnreachable));
}

WeightRange range_of(const NumbersSeen& seen) {
  if (seen.edges == 0) return {0, 0, 0};
  return {seen.least, seen.most, seen.edges};
}

void include(NumbersSeen& all, const NumbersSeen& some) {
  all.least = std::min(all.least, some.least);
  all.most = std::max(all.most, some.most);
  all.edges += some.edges;
  all.whole = all.whole && some.whole;
}

template <typename T>
class MatrixReader {
 public:
  MatrixReader(std::span<const T> matrix, std::size_t vertices, const MatrixReading& reading,
               const NumberLoops& loops)
      : matrix_(matrix), vertices_(vertices), reading_(reading), loops_(loops) {
    conversion_.zeros_are_edges = reading.zeros_are_edges;
    if (!reading.unweighted) return;
    conversion_.factor = 0;
    conversion_.offset = 1;
  }

  MatrixWeights read() {
    NumbersSeen expected = sample();
    if (!is_in_range(expected)) {
      if (!choose_exponent(sampled_bits())) return {read_real(), {}};
      expected = sample();
    }
    for (bool again = false;; again = true) {
      std::optional<DenseWeights> made = read_integers(expected);
      if (made) return {std::move(*made), exponent_};
      if (is_in_range(expected)) continue;  // with another type
      if (again || !choose_exponent(all_bits())) return {read_real(), {}};
    }
  }

 private:
  /// Calls visit(begin, end) for the parts of a row that may hold edges.
  template <typename Visit>
  void for_parts(std::size_t row, const Visit& visit) const {
    if (reading_.loops) return visit(std::size_t{0}, vertices_);
    visit(std::size_t{0}, row);
    visit(row + 1, vertices_);
  }

  /// Calls body(row, state) for every row with a state of the thread, and merge(state) at the end.
  template <typename State, typename Body, typename Merge>
  void for_rows(const Body& body, const Merge& merge) const {
#pragma omp parallel if (is_for_threads(matrix_.size()))
    {
      State mine;
#pragma omp for schedule(static) nowait
      for (std::size_t row = 0; row < vertices_; ++row) body(row, mine);
#pragma omp critical(apsp_matrix_reader)
      merge(mine);
    }
  }

  [[nodiscard]] bool is_edge(T number) const {
    if constexpr (std::is_floating_point_v<T>) {
      if (!std::isfinite(number)) return false;
    }
    return number != 0 || reading_.zeros_are_edges;
  }

  /// Returns a finite number, one that is no weight where `scaled` is none.
  [[nodiscard]] static double in_range(double scaled) {
    constexpr double kTooLarge = 2.0 * kUnreachable;
    return std::clamp(scaled, -kTooLarge, kTooLarge);
  }

  /// Reads the weights of some numbers of a row, kAtOnce at most.
  void read_part(const T* numbers, std::size_t count, Distance* weights, NumbersSeen& seen) const {
    const bool plain = conversion_.factor == 1 && conversion_.offset == 0;
    if (prescale_ == 0 && (std::is_floating_point_v<T> || plain)) {
      return std::get<ReadNumbers<T>>(loops_.read)(numbers, count, conversion_, weights, seen);
    }
    std::array<double, kAtOnce> scaled;
    for (std::size_t j = 0; j < count; ++j) scaled[j] = static_cast<double>(numbers[j]);
    for (std::size_t j = 0; j < count && prescale_ != 0; ++j) {
      if (std::isfinite(scaled[j])) scaled[j] = in_range(std::ldexp(scaled[j], prescale_));
    }
    std::get<ReadNumbers<double>>(loops_.read)(scaled.data(), count, conversion_, weights, seen);
  }

  /// Reads a row into `to`.
  template <typename Stored>
  void read_row(std::size_t row, Stored* to, NumbersSeen& seen) const {
    const T* const numbers = matrix_.data() + row * vertices_;
    std::array<Distance, kAtOnce> weights;
    for_parts(row, [&](std::size_t begin, std::size_t end) {
      for (; begin < end; begin += kAtOnce) {
        const std::size_t count = std::min(kAtOnce, end - begin);
        if constexpr (std::is_same_v<Stored, Distance>) {
          read_part(numbers + begin, count, to + begin, seen);
        } else {
          read_part(numbers + begin, count, weights.data(), seen);
          std::get<NarrowWeights<Stored>>(loops_.narrow)(weights.data(), count, to + begin);
        }
      }
    });
    if (!reading_.loops) to[row] = kNoEdge<Stored>;
  }

  /// Reads some of the rows.
  [[nodiscard]] NumbersSeen sample() const {
    NumbersSeen seen;
    std::vector<Distance> row(vertices_);
    for (std::size_t r = 0; r < sampled_rows(); ++r) read_row(sampled_row(r), row.data(), seen);
    return seen;
  }

  [[nodiscard]] std::size_t sampled_rows() const {
    return std::min(vertices_, kSampledRows);
  }
  [[nodiscard]] std::size_t sampled_row(std::size_t r) const {
    return r * (vertices_ / sampled_rows());
  }

  void include_bits(std::size_t row, BitRange& bits) const {
    const T* const numbers = matrix_.data() + row * vertices_;
    for_parts(row, [&](std::size_t begin, std::size_t end) {
      for (std::size_t j = begin; j < end; ++j) {
        if (is_edge(numbers[j])) bits.include(static_cast<double>(numbers[j]));
      }
    });
  }

  [[nodiscard]] BitRange sampled_bits() const {
    BitRange bits;
    for (std::size_t r = 0; r < sampled_rows() && bits.unit(); ++r) {
      include_bits(sampled_row(r), bits);
    }
    // A factor below 1 could make 0 of what the sample does not hold, a large one infinity.
    const int unit = bits.unit().value_or(0);
    return unit > 0 || unit < -kMostScale ? all_bits() : bits;
  }

  [[nodiscard]] BitRange all_bits() const {
    BitRange all;
    std::atomic<bool> hopeless = false;
    for_rows<BitRange>(
        [&](std::size_t row, BitRange& mine) {
          if (hopeless.load(std::memory_order_relaxed)) return;
          include_bits(row, mine);
          if (!mine.unit()) hopeless.store(true, std::memory_order_relaxed);
        },
        [&](const BitRange& mine) { all.include(mine); });
    return all;
  }

  /// Takes the largest unit that makes weights of these bits integers; false: there is none.
  bool choose_exponent(const BitRange& bits) {
    if (bits.empty() || !bits.unit()) return false;
    exponent_ = *bits.unit();
    const bool fits = std::abs(exponent_) <= kMostScale;
    prescale_ = fits ? 0 : -exponent_;
    conversion_.factor = fits ? std::ldexp(1.0, -exponent_) : 1.0;
    return true;
  }

  /// Reads all in the type that `expected` takes. Returns nothing where that was too narrow, or the
  /// weights are no integers. `expected` becomes what is there.
  [[nodiscard]] std::optional<DenseWeights> read_integers(NumbersSeen& expected) const {
    if (holds<std::uint8_t>(expected)) return read_as<std::uint8_t>(expected);
    if (holds<std::uint16_t>(expected)) return read_as<std::uint16_t>(expected);
    return read_as<Distance>(expected);
  }

  template <typename Stored>
  [[nodiscard]] static bool holds(const NumbersSeen& seen) {
    return seen.edges == 0 || (seen.least >= 0 && seen.most < kNoEdge<Stored>);
  }

  template <typename Stored>
  [[nodiscard]] std::optional<DenseWeights> read_as(NumbersSeen& seen) const {
    Pages<Stored> elements = allocate<Stored>();
    NumbersSeen all;
    for_rows<NumbersSeen>(
        [&](std::size_t row, NumbersSeen& mine) {
          read_row(row, elements.data() + row * vertices_, mine);
        },
        [&](const NumbersSeen& mine) { include(all, mine); });
    seen = all;
    const bool held = std::is_same_v<Stored, Distance> || holds<Stored>(all);
    if (!is_in_range(all) || !held) return std::nullopt;
    return DenseWeights(vertices_, std::move(elements), range_of(all));
  }

  [[nodiscard]] DenseWeights read_real() const {
    using Stored = std::conditional_t<std::is_same_v<T, float>, float, double>;
    Pages<Stored> elements = allocate<Stored>();
    NumbersSeen all;
    for_rows<NumbersSeen>(
        [&](std::size_t row, NumbersSeen& mine) {
          const T* const numbers = matrix_.data() + row * vertices_;
          Stored* const to = elements.data() + row * vertices_;
          for (std::size_t j = 0; j < vertices_; ++j) {
            const bool edge = is_edge(numbers[j]) && (reading_.loops || j != row);
            const auto weight = static_cast<Stored>(numbers[j]);
            to[j] = edge ? weight : kNoEdge<Stored>;
            mine.least = edge && weight < mine.least ? double{weight} : mine.least;
            mine.most = edge && weight > mine.most ? double{weight} : mine.most;
            mine.edges += static_cast<std::size_t>(edge);
          }
        },
        [&](const NumbersSeen& mine) { include(all, mine); });
    return {vertices_, std::move(elements), range_of(all)};
  }

  template <typename Stored>
  [[nodiscard]] Pages<Stored> allocate() const {
    require_memory(std::uint64_t{matrix_.size()} * sizeof(Stored), "a copy of the weights");
    return Pages<Stored>(matrix_.size(), reading_.memory);
  }

  std::span<const T> matrix_;
  std::size_t vertices_;
  MatrixReading reading_;
  const NumberLoops& loops_;
  Conversion conversion_;
  int exponent_ = 0;
  int prescale_ = 0;  // by this power of two numbers are multiplied first
};

}  // namespace

template <typename T>
MatrixWeights read_matrix(std::span<const T> matrix, std::size_t vertices,
                          const MatrixReading& reading, const NumberLoops& loops) {
  return MatrixReader<T>(matrix, vertices, reading, loops).read();
}

#define APSP_INSTANTIATE(T)                                                                 \
  template MatrixWeights read_matrix(std::span<const T>, std::size_t, const MatrixReading&, \
                                     const NumberLoops&);
APSP_INSTANTIATE(double)
APSP_INSTANTIATE(float)
APSP_INSTANTIATE(std::int64_t)
APSP_INSTANTIATE(std::int32_t)
APSP_INSTANTIATE(std::uint16_t)
APSP_INSTANTIATE(std::uint8_t)
#undef APSP_INSTANTIATE

}  // namespace apsp
