// SPDX-License-Identifier: MIT
// Several processes that make one solve: an interface, and what is built on it. MPI implements it,
// in a module of its own (mpi_module.cpp) that launch.hpp loads. No program links MPI.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace apsp {

/// A transfer that goes on while its caller computes.
class Transfer {
 public:
  Transfer() = default;
  virtual ~Transfer() = default;
  Transfer(const Transfer&) = delete;
  Transfer& operator=(const Transfer&) = delete;

  /// Helps the transfer on and returns whether it is complete here: the receiver has the bytes, the
  /// sender may change them. Never waits. Cheap enough to call a thousand times a second. Throws
  /// Error(kInternal).
  [[nodiscard]] virtual bool done() = 0;
};

/// The price of other ranks' rows to this one.
struct Traffic {
  std::uint64_t bytes_received = 0;
  std::optional<double> waiting_seconds = 0;  // with nothing else to do; nothing: not known
  double sending_seconds = 0;                 // in which this rank's rows were on their way
};

/// The processes of a solve, as each of them sees them. A collective call is made by every rank, in
/// the same order. Its wait ends with the process where another rank fails: see fail().
class Ranks {
 public:
  Ranks() = default;
  virtual ~Ranks() = default;
  Ranks(const Ranks&) = delete;
  Ranks& operator=(const Ranks&) = delete;

  /// The number of this process, [0, size()).
  [[nodiscard]] virtual std::size_t rank() const = 0;
  [[nodiscard]] virtual std::size_t size() const = 0;

  /// Returns the bytes that each rank gave. Collective. At most 2 GiB of all ranks together.
  [[nodiscard]] virtual std::vector<std::string> gather(std::string_view own) = 0;

  /// Begins to send `bytes` from rank `root` to all others, which receive as many. Collective; each
  /// rank may have several under way. `bytes` outlive the transfer. At most 2 GiB.
  [[nodiscard]] virtual std::unique_ptr<Transfer> broadcast(std::span<std::byte> bytes,
                                                            std::size_t root) = 0;

  /// Ends all ranks with the exit code `code`, within a second or two. Rank 0 prints `message`,
  /// with the number and the host of the rank that failed where that is not rank 0. The
  /// lowest rank's failure counts where several fail at the same time. Not collective.
  [[noreturn]] virtual void fail(int code, const std::string& message) noexcept = 0;

  /// Ends the use of this object, after success. Collective.
  virtual void finish() = 0;

  Traffic traffic;  // kept by those that transfer rows, for the report
};

/// Returns the value that each rank gave. Collective.
template <typename Value>
[[nodiscard]] std::vector<Value> gather_values(Ranks& ranks, const Value& own) {
  static_assert(std::is_trivially_copyable_v<Value>, "values travel as their bytes");
  const std::vector<std::string> given =
      ranks.gather({reinterpret_cast<const char*>(&own), sizeof own});
  std::vector<Value> values(given.size());
  for (std::size_t r = 0; r < given.size(); ++r) {
    std::memcpy(&values[r], given[r].data(), sizeof(Value));
  }
  return values;
}

/// Returns the value that rank 0 gave. Collective.
template <typename Value>
[[nodiscard]] Value of_first(Ranks& ranks, const Value& own) {
  return gather_values(ranks, own).front();
}

}  // namespace apsp
