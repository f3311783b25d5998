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
            {narrow<std::uint8_t>, narrow<std::uint16_t>},
            {write<double>, write<float>}};
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
    Reader<T, kLanes> reader(conversion);
    Vector<T, kLanes> raw;
    Vector<Distance, kLanes> to;
    for (; count >= kLanes; count -= kLanes, numbers += kLanes, weights += kLanes) {
      __builtin_memcpy(&raw, numbers, sizeof(raw));
      to = reader.read(raw, kLanes);
      __builtin_memcpy(weights, &to, sizeof(to));
    }
    if (count > 0) {
      raw = Vector<T, kLanes>{};
      __builtin_memcpy(&raw, numbers, count * sizeof(T));
      to = reader.read(raw, count);
      __builtin_memcpy(weights, &to, count * sizeof(Distance));
    }
    reader.add_to(seen);
  }

  template <typename T, std::size_t kLanes>
  class Reader {
   public:
    explicit Reader(const Conversion& conversion)
        : factor_(conversion.factor),
          offset_(conversion.offset),
          zeros_(Mask{} - static_cast<Bits<Lane<T>>>(conversion.zeros_are_edges)) {}

    /// Returns the weights of a vector of numbers, whose first `count` lanes count.
    [[gnu::always_inline]] Vector<Distance, kLanes> read(Vector<T, kLanes> raw, std::size_t count) {
      const Wide none = Wide{} + static_cast<Lane<T>>(kUnreachable);
      Wide x = __builtin_convertvector(raw, Wide);
      Mask edge = (x != Wide{}) | zeros_;
      if constexpr (kReal) {
        edge &= x - x == Wide{};  // NaN for infinity and NaN; NOLINT(misc-redundant-expression)
        x = x * factor_ + offset_;
      }
      for (std::size_t lane = count; lane < kLanes; ++lane) edge[lane] = 0;
      const Wide y = edge ? x : none;
      const Wide z = edge ? x : -none;
      least_ = y < least_ ? y : least_;
      most_ = z > most_ ? z : most_;
      edges_ -= edge;
      if constexpr (kReal) {
        constexpr double kMagic = 0x1.8p52;  // added to an integer, leaves it in the low bits
        const Wide shifted = y + kMagic;
        fraction_ |= shifted - kMagic != y;
        Mask bits;
        __builtin_memcpy(&bits, &shifted, sizeof(bits));
        return __builtin_convertvector(bits, Vector<Distance, kLanes>);
      } else {
        return __builtin_convertvector(y, Vector<Distance, kLanes>);
      }
    }

    void add_to(NumbersSeen& seen) const {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        if (edges_[lane] == 0) continue;
        const auto low = static_cast<double>(least_[lane]);
        const auto high = static_cast<double>(most_[lane]);
        seen.least = low < seen.least ? low : seen.least;
        seen.most = high > seen.most ? high : seen.most;
        seen.edges += static_cast<std::size_t>(edges_[lane]);
        seen.whole = seen.whole && fraction_[lane] == 0;
      }
    }

   private:
    static constexpr bool kReal = std::is_floating_point_v<T>;
    using Wide = Vector<Lane<T>, kLanes>;
    using Mask = Vector<Bits<Lane<T>>, kLanes>;

    double factor_;
    double offset_;
    Mask zeros_;
    Wide least_ = Wide{} + static_cast<Lane<T>>(kUnreachable);
    Wide most_ = Wide{} - static_cast<Lane<T>>(kUnreachable);
    Mask edges_ = {};
    Mask fraction_ = {};
  };

  template <typename T>
  static void write(const Distance* lengths, std::size_t count, double factor, T* to) {
    constexpr std::size_t kLanes = Isa::kBytes / sizeof(double);
    Vector<Distance, kLanes> raw;
    Vector<T, kLanes> numbers;
    for (; count >= kLanes; count -= kLanes, lengths += kLanes, to += kLanes) {
      __builtin_memcpy(&raw, lengths, sizeof(raw));
      numbers = numbers_of<T, kLanes>(raw, factor);
      __builtin_memcpy(to, &numbers, sizeof(numbers));
    }
    if (count > 0) {
      raw = Vector<Distance, kLanes>{};
      __builtin_memcpy(&raw, lengths, count * sizeof(Distance));
      numbers = numbers_of<T, kLanes>(raw, factor);
      __builtin_memcpy(to, &numbers, count * sizeof(T));
    }
  }

  template <typename T, std::size_t kLanes>
  [[gnu::always_inline]] static Vector<T, kLanes> numbers_of(Vector<Distance, kLanes> lengths,
                                                             double factor) {
    using Wide = Vector<double, kLanes>;
    const Wide none = Wide{} + static_cast<double>(kUnreachable);
    const Wide infinite = Wide{} + std::numeric_limits<double>::infinity();
    const Wide length = __builtin_convertvector(lengths, Wide);
    const Wide scaled = length == none ? infinite : length * factor;
    return __builtin_convertvector(scaled, Vector<T, kLanes>);
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
