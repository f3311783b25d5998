// SPDX-License-Identifier: MIT
#include "hw3-2/matrix_solve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/gpu/dense/array_kernels.hpp"
#include "common/gpu/dense/device_matrix.hpp"
#include "common/gpu/dense/floyd_warshall.hpp"
#include "common/gpu/dense/proof.hpp"
#include "common/gpu/dense/rounds.hpp"
#include "common/gpu/dense/wanted_rows.hpp"
#include "common/gpu/device/device.hpp"
#include "common/gpu/device/resources.hpp"
#include "common/gpu/device/status.hpp"
#include "common/gpu/product/operands.hpp"
#include "common/gpu/product/word.hpp"

namespace apsp::gpu {
namespace {

constexpr std::size_t kBufferBytes = std::size_t{64} << 20;  // of distances on their way
constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();
constexpr Distance kLargestOfU16 = 65534;  // in a result of uint16
constexpr const char* kNotInUint16 = "a distance does not fit into uint16, which holds 0 to 65534";
constexpr const char* kNotInInt32 =
    "a distance does not fit into int32, expected one between -2^30 and 2^30";
constexpr const char* kNotInFloat32 = "a distance does not fit into float32";

int checked_device(const DeviceProblem& problem) {
  const int device = device_of_memory(problem.weights.data, problem.rows.data);
  if (problem.gpu && *problem.gpu != device) {
    throw Error(Fault::kUsage,
                fmt::format("the weights lie on device {}, gpus has {}", device, *problem.gpu));
  }
  return device;
}

/// The weights of a problem, in units of 2^exponent.
struct Weighing {
  int exponent;
  Distance largest;    // weight
  double edges_a_row;  // that have a weight above 0
};

[[noreturn]] void refuse_negative(const DeviceProblem& problem, unsigned long long element) {
  const std::size_t vertices = problem.weights.vertices;
  throw Error(
      Fault::kInput,
      fmt::format("the weight in row {}, column {} is negative, and the weights are no integers "
                  "in one unit whose sums are below 2^53; from host memory such are solved",
                  element / vertices, element % vertices));
}

double largest_of(const WeightScan& scan) {
  double largest = 0;
  std::memcpy(&largest, &scan.largest, sizeof largest);
  return largest;
}

/// Throws Error(kUsage) where the rows do not hold multiples of 2^exponent.
void require_unit(const DeviceProblem& problem, int exponent) {
  const bool integers =
      problem.rows.element == Element::kInt32 || problem.rows.element == Element::kUint16;
  if (exponent == 0 || !integers) return;
  throw Error(Fault::kUsage, fmt::format("the weights are multiples of 2^{}, which an array of "
                                         "integers does not hold",
                                         exponent));
}

/// Returns nothing where the weights are no integers in range. Throws Error(kUsage) where they are
/// not those of the rows.
std::optional<Weighing> weighing_of(const DeviceProblem& problem, const WeightScan& scan) {
  const double a_row =
      static_cast<double>(scan.edges) / static_cast<double>(problem.weights.vertices);
  double largest = largest_of(scan);
  const bool whole = scan.edges == 0 || (scan.lowest >= 0 && largest < kUnreachable);
  const int exponent = whole ? 0 : scan.lowest;
  largest = std::ldexp(largest, -exponent);
  if (largest >= kUnreachable) return std::nullopt;
  require_unit(problem, exponent);
  return Weighing{exponent, static_cast<Distance>(largest), a_row};
}

/// Throws Error where lengths that round cannot go to the rows.
void require_float_rows(const DeviceProblem& problem, const WeightScan& scan) {
  constexpr const char* kOthers =
      "the weights are not all integers below 2^30, or such integers times one power of two; ";
  const Element element = problem.rows.element;
  if (element != Element::kFloat32 && element != Element::kFloat64) {
    throw Error(Fault::kInput, std::string(kOthers) + "others are solved into float64 or float32");
  }
  if (problem.width) {
    throw Error(Fault::kUsage, fmt::format("{}lengths then round, and are in no {}", kOthers,
                                           name(*problem.width)));
  }
  if (element == Element::kFloat32 &&
      largest_of(scan) > double{std::numeric_limits<float>::max()}) {
    throw Error(Fault::kInput,
                fmt::format("a weight is {}, which float32 does not hold", largest_of(scan)));
  }
}

/// "u16", "s32", "f32", "f64".
template <class Word>
constexpr std::string_view name_of(Word) {
  if (!Word::kReal) return name(Word::kWidth);
  return sizeof(typename Word::Bits) == sizeof(float) ? "f32" : "f64";
}

/// Whether u16 is likely to hold all lengths: those of random graphs have about so many edges.
bool fits_u16(const Weighing& weighing, std::size_t vertices) {
  const double edges =
      2 + 2 * std::log(static_cast<double>(vertices)) / std::log(2 + weighing.edges_a_row);
  return weighing.largest * std::min(edges, static_cast<double>(vertices)) <
         kInfinity<std::uint16_t>;
}

/// Solves on one device, on a stream of its own.
class MatrixSolve {
 public:
  MatrixSolve(const DeviceProblem& problem, Observer& observer)
      : problem_(problem), observer_(observer), stream_(make_stream(Priority::kLow)) {}

  void run() {
    check(cudaDeviceSynchronize(), "wait for the caller's work");
    const WeightScan scan = scanned();
    if (scan.negative != ~0ull) return solve_negative(scan);
    const std::optional<Weighing> weighing = weighing_of(problem_, scan);
    if (!weighing) return round(scan);
    const bool narrow = problem_.width ? *problem_.width == Width::kU16
                                       : fits_u16(*weighing, problem_.weights.vertices);
    if (narrow && attempt<U16x2>(*weighing)) return;
    if (problem_.width == Width::kU16) refuse(Width::kU16);
    if (attempt<S32>(*weighing)) return;
    const Element element = problem_.rows.element;
    const bool rounds = element == Element::kFloat32 || element == Element::kFloat64;
    if (problem_.width || !rounds) refuse(Width::kS32);
    round(scan);
  }

 private:
  [[nodiscard]] cudaStream_t stream() const { return stream_.get(); }

  [[noreturn]] void refuse(Width width) const {
    throw Error(Fault::kNoAnswer,
                fmt::format("a length may be {} or more, which {} does not hold; from host memory "
                            "solve() decides that",
                            infinity_of(width), name(width)));
  }

  WeightScan scanned() {
    return found(no_scan(),
                 [&](WeightScan* scan) { scan_weights(problem_.weights, scan, stream()); });
  }

  /// Fills the rows where weights are negative. Doubles hold every sum of such integers as it is,
  /// so that a cycle is found to be negative exactly if it is.
  void solve_negative(const WeightScan& scan) {
    const double vertices = static_cast<double>(problem_.weights.vertices);
    if (!(std::ldexp(largest_of(scan), -scan.lowest) * vertices < 0x1p53)) {
      refuse_negative(problem_, scan.negative);
    }
    require_unit(problem_, std::min(scan.lowest, 0));
    if (problem_.width) {
      throw Error(Fault::kUsage,
                  fmt::format("a weight is negative, and width is {}: expected none, "
                              "because such weights are solved in 64 bits",
                              name(*problem_.width)));
    }
    const DeviceMemory<std::uint32_t> negative = sent(kNoVertex);
    with_closed<F64>(
        0,
        [&](const MatrixView<F64>& matrix, const WantedRows& rows) {
          const std::uint32_t vertex = fetched(negative.get());
          if (vertex != kNoVertex) {
            throw NegativeCycle(
                fmt::format("a cycle through vertex {} has a negative length", vertex),
                {static_cast<std::int32_t>(vertex)});
          }
          observer_.enter_phase(Phase::kDownload);
          const std::uint32_t outside = found(std::uint32_t{0}, [&](std::uint32_t* one) {
            for (std::size_t first = 0; first < rows.size(); first += kMostRowsAtOnce) {
              const std::size_t count = std::min(rows.size() - first, kMostRowsAtOnce);
              write_numbers(matrix, rows.view(), first, count, problem_.rows, one, stream());
            }
          });
          if (outside != 0) {
            throw Error(Fault::kNoAnswer, problem_.rows.element == Element::kUint16 ? kNotInUint16
                                          : problem_.rows.element == Element::kFloat32
                                              ? kNotInFloat32
                                              : kNotInInt32);
          }
        },
        kNever, negative.get());
  }

  template <typename Number>
  DeviceMemory<Number> sent(const Number& number) {
    DeviceMemory<Number> on_device = allocate_device<Number>(1);
    check(
        cudaMemcpyAsync(on_device.get(), &number, sizeof number, cudaMemcpyHostToDevice, stream()),
        "clear a result");
    return on_device;
  }
  template <typename Number>
  Number fetched(const Number* on_device) {
    Number number;
    check(cudaMemcpyAsync(&number, on_device, sizeof number, cudaMemcpyDeviceToHost, stream()),
          "fetch a result");
    check(cudaStreamSynchronize(stream()), "read a result");
    return number;
  }
  /// Returns what `look` makes of a number on the device that begins as `start`.
  template <typename Number, class Look>
  Number found(const Number& start, const Look& look) {
    const DeviceMemory<Number> on_device = sent(start);
    look(on_device.get());
    return fetched(on_device.get());
  }

  /// Fills the rows with lengths that round.
  void round(const WeightScan& scan) {
    require_float_rows(problem_, scan);
    if (problem_.rows.element == Element::kFloat32) return round_in<F32>();
    round_in<F64>();
  }

  template <class Word>
  void round_in() {
    with_closed<Word>(0, [&](const MatrixView<Word>& matrix, const WantedRows& rows) {
      observer_.enter_phase(Phase::kDownload);
      auto* const out = static_cast<Distance*>(problem_.rows.data);  // bits of the numbers
      const std::size_t a_row = problem_.weights.vertices * kRowDistances<Word>;
      for (std::size_t first = 0; first < rows.size(); first += kMostRowsAtOnce) {
        const std::size_t count = std::min(rows.size() - first, kMostRowsAtOnce);
        widen<Word>(matrix, rows.view(), first, count, out + first * a_row, stream());
      }
      check(cudaStreamSynchronize(stream()), "write the rows");
    });
  }

  /// Returns whether the width holds every length; then the rows are filled.
  template <class Word>
  bool attempt(const Weighing& weighing) {
    bool fits = false;
    with_closed<Word>(
        weighing.exponent, [&](const MatrixView<Word>& matrix, const WantedRows& rows) {
          const Extent extent = extent_of<Word>(matrix, rows.view(), stream());
          if (!prove(extent, weighing.largest, Word::kInfiniteElement)) return;
          if (problem_.rows.element == Element::kUint16 && extent.largest > kLargestOfU16) {
            throw Error(Fault::kNoAnswer, kNotInUint16);
          }
          if (problem_.rows.element == Element::kFloat32 &&
              std::isinf(static_cast<float>(
                  std::ldexp(static_cast<double>(extent.largest), weighing.exponent)))) {
            throw Error(Fault::kNoAnswer, kNotInFloat32);
          }
          write<Word>(matrix, rows, weighing.exponent);
          fits = true;
        });
    return fits;
  }

  /// Calls `use` with the closed matrix, of weights in units of 2^exponent, and the wanted rows.
  /// `least` as of close_matrix(), `negative` as of Rounds::watch().
  template <class Word, class Use>
  void with_closed(int exponent, const Use& use, std::size_t least = kWorthAsking,
                   std::uint32_t* negative = nullptr) {
    const std::size_t vertices = problem_.weights.vertices;
    using Bits = typename Word::Bits;
    const Layout layout = Layout::of<Word>(vertices, pivots_for(vertices, vertices, sizeof(Bits)));
    require_device_memory(layout.bytes() + kBufferBytes, counted(vertices, "vertex"),
                          Word::kReal ? "processors may have it"
                                      : "solve() takes a matrix from host memory that is larger "
                                        "than a device");
    observer_.fact("width", std::string(name_of(Word{})));
    observer_.enter_phase(Phase::kUpload);
    const DeviceMemory<Bits> words = allocate_device<Bits>(layout.matrix_words());
    const MatrixView<Word> matrix = {words.get(), layout};
    Rounds<Word> rounds(matrix);
    rounds.watch(negative);
    fill<Word>(matrix, stream());
    read_weights<Word>(matrix, problem_.weights, exponent, problem_.both_ways, stream());
    check(cudaStreamSynchronize(stream()), "read the weights");
    observer_.enter_phase(Phase::kCompute);
    const auto advance = [&](std::size_t done, std::size_t total) {
      advance_or_stop(observer_, static_cast<std::int64_t>(done), static_cast<std::int64_t>(total));
    };
    if (close_matrix(rounds, stream(), advance, least)) observer_.fact("symmetric", true);
    use(matrix, WantedRows(problem_.wanted, layout));
  }

  template <class Word>
  void write(const MatrixView<Word>& matrix, const WantedRows& rows, int exponent) {
    const std::size_t vertices = problem_.weights.vertices;
    const std::size_t at_once = std::clamp<std::size_t>(kBufferBytes / sizeof(Distance) / vertices,
                                                        1, std::min(rows.size(), kMostRowsAtOnce));
    observer_.enter_phase(Phase::kDownload);
    const DeviceMemory<Distance> buffer = allocate_device<Distance>(at_once * vertices);
    for (std::size_t first = 0; first < rows.size(); first += at_once) {
      const std::size_t count = std::min(at_once, rows.size() - first);
      widen<Word>(matrix, rows.view(), first, count, buffer.get(), stream());
      write_distances(buffer.get(), count * vertices, exponent, problem_.rows, first * vertices,
                      stream());
    }
    check(cudaStreamSynchronize(stream()), "write the rows");
  }

  const DeviceProblem& problem_;
  Observer& observer_;
  Stream stream_;
};

}  // namespace

void solve_matrix(const DeviceProblem& problem, Observer& observer) {
  (void)visible_devices();  // throws where there is none
  observer.enter_phase(Phase::kStart);
  const Device device = open_device(checked_device(problem));
  observer.fact("device", device.name);
  MatrixSolve(problem, observer).run();
}

}  // namespace apsp::gpu
