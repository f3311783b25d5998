// SPDX-License-Identifier: MIT
// The rows of the distance matrix that are wanted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace apsp {

/// An ordered choice of rows: row r of a result holds the distances from the vertex source(r) to
/// all V vertices. Sinks number rows by r.
class RowSet {
 public:
  /// All V rows: row r is that of vertex r.
  explicit RowSet(std::size_t vertices) : vertices_(vertices) {}

  /// A row for each of `sources`, in their order. Each is in [0, V); one may come more than once.
  RowSet(std::size_t vertices, std::vector<std::int32_t> sources)
      : vertices_(vertices), all_(false), sources_(std::move(sources)) {}

  [[nodiscard]] std::size_t vertices() const { return vertices_; }

  /// Whether row r is that of vertex r, for all vertices, because nothing else was asked for.
  [[nodiscard]] bool all() const { return all_; }

  /// The number of rows.
  [[nodiscard]] std::size_t size() const { return all_ ? vertices_ : sources_.size(); }

  [[nodiscard]] std::size_t source(std::size_t row) const {
    return all_ ? row : static_cast<std::size_t>(sources_[row]);
  }

  friend bool operator==(const RowSet&, const RowSet&) = default;

 private:
  std::size_t vertices_;
  bool all_ = true;
  std::vector<std::int32_t> sources_;
};

}  // namespace apsp
