// SPDX-License-Identifier: MIT
// The kernels for batches over a width of vectors. Each batch_<isa>.cpp instantiates them with a
// type from its unnamed namespace. The instantiations then have internal linkage, so that the
// linker never keeps an AVX copy for a caller that runs without AVX. For the same reason no code
// here calls a function of the standard library.
//
// The vectors are those of the compiler: addition and minimum become one instruction each, with
// GCC 11 to 15 and clang 13 to 19.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "apsp/batch.hpp"
#include "hw3-1/batch/kernels.hpp"

namespace apsp::cpu {

/// The kernels of BatchKernels, see there for their contracts. Isa has kBytes, the bytes of a
/// vector. Its stream() stores a vector at a multiple of these, past the caches if it can. After
/// its fence() other threads can read them.
template <class Isa>
struct VectorBatch {
  template <typename Work>
  struct Vectors {
    static constexpr std::size_t kLanes = Isa::kBytes / sizeof(Work);
    using Vector [[gnu::vector_size(Isa::kBytes), gnu::may_alias]] = Work;
  };

  template <typename T, std::size_t kLanes>
  struct Lanes {
    using Vector [[gnu::vector_size(kLanes * sizeof(T))]] = T;
  };

  template <typename Work>
  static constexpr Work kInfinity = std::is_same_v<Work, std::uint16_t>
                                        ? static_cast<Work>(kNarrowInfinity)
                                        : kNoPath<Work>;

  template <typename Element, typename Work>
  static WeightRange<Work> load(const Element* from, std::size_t n, std::size_t width,
                                Element absent, Work* d) {
    constexpr Element kNone = kNoPath<Element>;
    constexpr Work kInfinite = kNoPath<Work>;
    const std::size_t stride = stride_of<Work>(n);
    int fits = 1;
    Work* row = d;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const Element known = from[j] == absent ? kNone : from[j];
        if constexpr (std::is_same_v<Element, Work>) {
          row[j] = known > kInfinite ? kInfinite : known;  // keeps NaN
        } else if constexpr (std::is_same_v<Element, std::int64_t>) {
          const auto narrow = static_cast<Work>(known);
          fits &= static_cast<int>(narrow == known);
          row[j] = narrow < kInfinite ? narrow : kInfinite;
        } else {
          row[j] = known < kNone ? static_cast<Work>(known) : kInfinite;
        }
      }
      for (std::size_t j = n; j < stride; ++j) row[j] = kNoPath<Work>;
      row[i] = row[i] > 0 ? Work{0} : row[i];
      from += width;
      row += stride;
    }
    WeightRange<Work> range = range_of(d, n * stride);
    range.valid &= fits != 0;
    return range;
  }

  template <typename Element>
  static std::uint64_t load_narrow(const Element* from, std::size_t n, std::size_t width,
                                   Element absent, std::uint16_t* d) {
    const std::size_t stride = stride_of<std::uint16_t>(n);
    BitsOf<Element> seen = 0;
    BitsOf<Element> lost = 0;
    std::uint16_t* row = d;
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        const bool none = (from[j] == absent) | (from[j] >= kNoPath<Element>);
        // The bits of all elements, because GCC makes no vectors where it sees a branch round them.
        const BitsOf<Element> bits = narrow_bits(from[j], lost);
        row[j] = static_cast<std::uint16_t>(none ? BitsOf<Element>{kNarrowInfinity} : bits);
        seen |= none ? BitsOf<Element>{0} : bits;
        if constexpr (std::is_same_v<Element, std::int64_t>) {
          lost |= (static_cast<BitsOf<Element>>(from[j]) + 0x80000000) >> 32;  // beyond 32 bits
        }
      }
      for (std::size_t j = n; j < stride; ++j) row[j] = kNarrowInfinity;
      row[i] = 0;
      from += width;
      row += stride;
    }
    return lost == 0 ? seen : kNotNarrow;
  }

  template <typename Element>
  static std::uint64_t narrow_weights(const Element* from, std::ptrdiff_t stride,
                                      std::size_t number, std::uint16_t* to) {
    BitsOf<Element> seen = 0;
    BitsOf<Element> lost = 0;
    if (stride == 1) {
      for (std::size_t x = 0; x < number; ++x) {
        const BitsOf<Element> bits = narrow_bits(from[x], lost);
        to[x] = static_cast<std::uint16_t>(bits);
        seen |= bits;
      }
    } else {
      for (std::size_t x = 0; x < number; ++x) {
        const BitsOf<Element> bits = narrow_bits(*from, lost);
        to[x] = static_cast<std::uint16_t>(bits);
        seen |= bits;
        from += stride;
      }
    }
    return lost == 0 ? seen : kNotNarrow;
  }

  static void narrow(const std::int32_t* from, std::size_t n, std::uint16_t* to) {
    const std::size_t from_stride = stride_of<std::int32_t>(n);
    const std::size_t to_stride = stride_of<std::uint16_t>(n);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < from_stride; ++j) {
        const std::int32_t x = from[j];
        to[j] = static_cast<std::uint16_t>(x < kNarrowInfinity ? x : kNarrowInfinity);
      }
      for (std::size_t j = from_stride; j < to_stride; ++j) to[j] = kNarrowInfinity;
      from += from_stride;
      to += to_stride;
    }
  }

  template <typename Work>
  static std::size_t close(Work* d, std::size_t n, const Ahead& input, const Ahead& output) {
    switch ((n + Vectors<Work>::kLanes - 1) / Vectors<Work>::kLanes) {
      case 0:
        return 0;
      case 1:
        return close_narrow<Work, 1>(d, n, input, output);
      case 2:
        return close_narrow<Work, 2>(d, n, input, output);
      case 3:
        return close_narrow<Work, 3>(d, n, input, output);
      case 4:
        return close_narrow<Work, 4>(d, n, input, output);
      default:
        return close_wide<Work>(d, n, input, output);
    }
  }

  template <typename Work, typename Element>
  static bool store(const Work* d, std::size_t n, Work limit, Element no_path, Element* to,
                    std::size_t width, bool streamed) {
    const std::size_t stride = stride_of<Work>(n);
    [[maybe_unused]] const auto most = static_cast<Element>(limit);
    int beyond = 0;
    for (std::size_t i = 0; i < n; ++i) {
      const Work* row = d + i * stride;
      Element* target = to + i * width;
      std::size_t j = 0;
      if constexpr (sizeof(Work) < sizeof(Element)) {
        j = streamed ? widen_row<true>(row, n, most, no_path, target)
                     : widen_row<false>(row, n, most, no_path, target);
      }
      for (; j < n; ++j) {
        const Work length = row[j];
        const bool there = length <= limit;
        if constexpr (std::is_same_v<Work, std::int32_t>) {
          beyond |= static_cast<int>(there) & static_cast<int>(length >= kNoPath<Element>);
        }
        target[j] = there ? static_cast<Element>(length) : no_path;
      }
      for (j = n; j < width; ++j) target[j] = no_path;
    }
    for (std::size_t j = n * width; j < width * width; ++j) to[j] = no_path;
    return beyond == 0;
  }

  static constexpr BatchKernels table(std::string_view name) {
    return {name,
            {load<std::int32_t, std::int32_t>, load<std::uint16_t, std::int32_t>,
             load<std::int64_t, std::int32_t>, load<float, float>, load<double, double>},
            {load_narrow<std::int32_t>, load_narrow<std::uint16_t>, load_narrow<std::int64_t>,
             load_narrow<float>, load_narrow<double>},
            {narrow_weights<float>, narrow_weights<double>},
            narrow,
            {close<std::uint16_t>, close<std::int32_t>, close<float>, close<double>},
            {store<std::uint16_t, std::int32_t>, store<std::uint16_t, std::uint16_t>,
             store<std::uint16_t, float>, store<std::uint16_t, double>,
             store<std::int32_t, std::int32_t>, store<std::int32_t, std::uint16_t>,
             store<float, float>, store<double, double>},
            Isa::fence};
  }

 private:
  /// Prefetches memory in n steps.
  class Fetcher {
   public:
    Fetcher(const Ahead& ahead, std::size_t n)
        : at_(static_cast<const std::byte*>(ahead.start)),
          end_(at_ + ahead.bytes),
          step_((ahead.bytes / n + kLine) / kLine * kLine) {}

    void step() {
      const std::byte* stop = static_cast<std::size_t>(end_ - at_) < step_ ? end_ : at_ + step_;
      for (; at_ < stop; at_ += kLine) __builtin_prefetch(at_, 0, 2);
      at_ = stop;
    }

   private:
    static constexpr std::size_t kLine = 64;
    const std::byte* at_;
    const std::byte* end_;
    std::size_t step_;
  };

  /// Stores the lengths of a row of 16 bits that are at most `most` in wider elements. The last of
  /// the vectors may overlap the one before. Returns the number of lengths: n, or 0 where that is
  /// less than a vector.
  template <bool kStreamed, typename Element>
  static std::size_t widen_row(const std::uint16_t* row, std::size_t n, Element most,
                               Element no_path, Element* to) {
    constexpr std::size_t kLanes = Vectors<Element>::kLanes;
    using Lengths = typename Lanes<std::uint16_t, kLanes>::Vector;
    using Integers = typename Lanes<std::int32_t, kLanes>::Vector;
    using Numbers = typename Lanes<Element, kLanes>::Vector;
    if (n < kLanes) return 0;
    for (std::size_t j = 0; j < n; j += kLanes) {
      const std::size_t at = j + kLanes <= n ? j : n - kLanes;
      Lengths lengths;
      __builtin_memcpy(&lengths, row + at, sizeof lengths);
      const Integers integers = __builtin_convertvector(lengths, Integers);
      const Numbers numbers = __builtin_convertvector(integers, Numbers);
      const Numbers found = numbers > Numbers{} + most ? Numbers{} + no_path : numbers;
      if constexpr (kStreamed) {
        Isa::stream(to + at, found);
      } else {
        __builtin_memcpy(to + at, &found, sizeof found);
      }
    }
    return n;
  }

  /// Returns the range of a working matrix of so many elements.
  template <typename Work>
  static WeightRange<Work> range_of(const Work* d, std::size_t elements) {
    WeightRange<Work> range;
    if constexpr (std::is_integral_v<Work>) {
      Work least = 0;
      Work most = 0;
      for (std::size_t x = 0; x < elements; ++x) {
        const Work there = d[x] == kNoPath<Work> ? Work{0} : d[x];
        least = there < least ? there : least;
        most = there > most ? there : most;
      }
      range.least = least;
      range.most = most;
    } else {
      int good = 1;
      for (std::size_t x = 0; x < elements; ++x) good &= static_cast<int>(d[x] > -kNoPath<Work>);
      range.valid = good != 0;
    }
    return range;
  }

  /// Closes a matrix of kVectors vectors a row. The pivot row stays in registers: it does not
  /// change in its own step, because d(k,k) >= 0.
  template <typename Work, std::size_t kVectors>
  static std::size_t close_narrow(Work* d, std::size_t n, const Ahead& input, const Ahead& output) {
    Fetcher fetch_input(input, n);
    Fetcher fetch_output(output, n);
    using Vector = typename Vectors<Work>::Vector;
    const std::size_t stride = stride_of<Work>(n);
    for (std::size_t k = 0; k < n; ++k) {
      const Work* pivot_row = d + k * stride;
      if (pivot_row[k] < 0) return k;
      fetch_input.step();
      fetch_output.step();
      Vector pivot[kVectors];
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
        pivot[v] = reinterpret_cast<const Vector*>(pivot_row)[v];
      }
      Work* row = d;
      for (std::size_t i = 0; i < n; ++i) {
        const Work left = row[k];
        auto* vectors = reinterpret_cast<Vector*>(row);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < kVectors; ++v) {
          const Vector detour = pivot[v] + left;
          vectors[v] = detour < vectors[v] ? detour : vectors[v];
        }
        row += stride;
      }
    }
    return n;
  }

  /// Closes a matrix of any width.
  template <typename Work>
  static std::size_t close_wide(Work* d, std::size_t n, const Ahead& input, const Ahead& output) {
    Fetcher fetch_input(input, n);
    Fetcher fetch_output(output, n);
    using Vector = typename Vectors<Work>::Vector;
    const std::size_t stride = stride_of<Work>(n);
    const std::size_t count = (n + Vectors<Work>::kLanes - 1) / Vectors<Work>::kLanes;
    for (std::size_t k = 0; k < n; ++k) {
      const auto* pivot = reinterpret_cast<const Vector*>(d + k * stride);
      if (d[k * stride + k] < 0) return k;
      fetch_input.step();
      fetch_output.step();
      for (std::size_t i = 0; i < n; ++i) {
        if (i == k) continue;
        const Work left = d[i * stride + k];
        auto* row = reinterpret_cast<Vector*>(d + i * stride);
#pragma GCC unroll 4
        for (std::size_t v = 0; v < count; ++v) {
          const Vector detour = pivot[v] + left;
          row[v] = detour < row[v] ? detour : row[v];
        }
      }
    }
    return n;
  }
};

}  // namespace apsp::cpu
