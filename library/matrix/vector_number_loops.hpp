// SPDX-License-Identifier: MIT
// The loops of NumberLoops on the compiler's vectors. Each number_loops_<isa>.cpp instantiates them
// with a type of its unnamed namespace, so that the linker never keeps an AVX copy for a caller
// that runs without AVX. For the same reason no code here calls a function of the standard library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "library/matrix/number_loops.hpp"

namespace apsp {

/// Isa has kBytes, the bytes of a vector.
template <class Isa>
class VectorNumberLoops {
 public:
  static constexpr NumberLoops table(const char* name, bool (*runnable)()) {
    return {name,
            runnable,
            {read<double>, read<float>, read<std::int64_t>, read<std::int32_t>, read<std::uint16_t>,
             read<std::uint8_t>},
            {narrow<std::uint8_t>, narrow<std::uint16_t>}};
  }

 private:
  /// The type that numbers of type T are looked at in, and signed integers as wide.
  template <typename T>
  using Lane = std::conditional_t<
      std::is_floating_point_v<T>, double,
      std::conditional_t<sizeof(T) == sizeof(std::int64_t), std::int64_t, std::int32_t>>;
  template <typename T>
  using Bits = std::conditional_t<sizeof(T) == sizeof(std::int64_t), std::int64_t, std::int32_t>;

  template <typename Of, std::size_t kCount>
  struct Vectors {
    using Type [[gnu::vector_size(kCount * sizeof(Of))]] = Of;
  };
  template <typename Of, std::size_t kCount>
  using Vector = typename Vectors<Of, kCount>::Type;

  template <typename T>
  static void read(const T* numbers, std::size_t count, const Conversion& conversion,
                   Distance* weights, NumbersSeen& seen) {
    constexpr std::size_t kLanes = Isa::kBytes / sizeof(Lane<T>);
    const std::size_t whole_vectors = count / kLanes * kLanes;
    read_vectors<T, kLanes>(numbers, whole_vectors, conversion, weights, seen);
    read_vectors<T, 1>(numbers + whole_vectors, count - whole_vectors, conversion,
                       weights + whole_vectors, seen);
  }

  /// `count` is a multiple of kLanes.
  template <typename T, std::size_t kLanes>
  static void read_vectors(const T* numbers, std::size_t count, const Conversion& conversion,
                           Distance* weights, NumbersSeen& seen) {
    constexpr bool kReal = std::is_floating_point_v<T>;
    constexpr double kMagic = 0x1.8p52;  // added to an integer, leaves it in the low bits
    using L = Lane<T>;
    using Numbers = Vector<T, kLanes>;
    using Wide = Vector<L, kLanes>;
    using Mask = Vector<Bits<L>, kLanes>;
    using Weights = Vector<Distance, kLanes>;
    const Wide none = Wide{} + static_cast<L>(kUnreachable);
    const Wide minus = -none;
    const Mask zeros = Mask{} - static_cast<Bits<L>>(conversion.zeros_are_edges);
    Wide least = none;
    Wide most = minus;
    Mask fraction = {};
    Mask edges = {};
    for (std::size_t j = 0; j < count; j += kLanes) {
      Numbers raw;
      __builtin_memcpy(&raw, numbers + j, sizeof(raw));
      Wide x = __builtin_convertvector(raw, Wide);
      Mask edge = (x != Wide{}) | zeros;
      if constexpr (kReal) {
        edge &= x - x == Wide{};  // NaN for infinity and NaN
        x = x * conversion.factor + conversion.offset;
      }
      const Wide y = edge ? x : none;
      const Wide z = edge ? x : minus;
      least = y < least ? y : least;
      most = z > most ? z : most;
      edges -= edge;
      Weights to;
      if constexpr (kReal) {
        const Wide shifted = y + kMagic;
        fraction |= shifted - kMagic != y;
        Mask bits;
        __builtin_memcpy(&bits, &shifted, sizeof(bits));
        to = __builtin_convertvector(bits, Weights);
      } else {
        to = __builtin_convertvector(y, Weights);
      }
      __builtin_memcpy(weights + j, &to, sizeof(to));
    }
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      if (edges[lane] == 0) continue;
      const auto low = static_cast<double>(least[lane]);
      const auto high = static_cast<double>(most[lane]);
      seen.least = low < seen.least ? low : seen.least;
      seen.most = high > seen.most ? high : seen.most;
      seen.edges += static_cast<std::size_t>(edges[lane]);
      seen.whole = seen.whole && fraction[lane] == 0;
    }
  }

  template <typename Stored>
  static void narrow(const Distance* from, std::size_t count, Stored* to) {
    constexpr Stored kNone = std::numeric_limits<Stored>::max();
    for (std::size_t j = 0; j < count; ++j) {
      to[j] = from[j] == kUnreachable ? kNone : static_cast<Stored>(from[j]);
    }
  }
};

}  // namespace apsp
