// SPDX-License-Identifier: MIT
/// \file
/// Failures: one exception, with its kind and the facts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

/// Exact all-pairs shortest paths.
#pragma GCC visibility push(default)
namespace apsp {

/// Kinds of fault.
enum class Fault {
  kInternal,   ///< internal or device error
  kUsage,      ///< unknown or impossible setting
  kInput,      ///< bad or unreadable input
  kNoAnswer,   ///< no answer: a negative cycle, or a length out of range
  kMemory,     ///< not enough memory, host or device
  kNoDevice,   ///< no usable GPU
  kOutput,     ///< the output cannot be written
  kCancelled,  ///< the observer asked for the end
};

/// A failure that the user can read: what() is one or more whole lines without a trailing newline,
/// naming the place, what was found and what was expected.
class Error : public std::runtime_error {
 public:
  /// Makes an error of the kind `fault` with the text `message`.
  Error(Fault fault, const std::string& message) : std::runtime_error(message), fault_(fault) {}

  /// Returns the kind.
  [[nodiscard]] Fault fault() const noexcept { return fault_; }

 private:
  Fault fault_;
};

/// An edge of a graph names a vertex or has a weight out of range. Its kind is Fault::kInput.
class InvalidEdge final : public Error {
 public:
  /// Makes an error about edge number `edge`.
  InvalidEdge(const std::string& message, std::size_t edge)
      : Error(Fault::kInput, message), edge_(edge) {}

  /// Returns the number of the first such edge, in [0, E).
  [[nodiscard]] std::size_t edge() const noexcept { return edge_; }

 private:
  std::size_t edge_;
};

/// No path is shortest: a cycle of the graph has a negative length. The message has its vertices,
/// weights and length, all of them checked against the graph. Its kind is Fault::kNoAnswer.
class NegativeCycle final : public Error {
 public:
  /// Makes an error about the cycle along `vertices`.
  NegativeCycle(const std::string& message, std::vector<std::int32_t> vertices)
      : Error(Fault::kNoAnswer, message), vertices_(std::move(vertices)) {}

  /// Returns the vertices along the edges of the cycle, each once, the smallest first.
  [[nodiscard]] const std::vector<std::int32_t>& vertices() const noexcept { return vertices_; }

 private:
  std::vector<std::int32_t> vertices_;
};

// clang-format off
}  // namespace apsp
#pragma GCC visibility pop
// clang-format on
