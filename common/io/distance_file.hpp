// SPDX-License-Identifier: MIT
// The distance file: little-endian int32, row-major, no header. V x V, or what of it was asked for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <span>
#include <string>

#include "common/core/distance.hpp"
#include "common/core/row_share.hpp"
#include "common/core/row_sink.hpp"
#include "common/io/input_file.hpp"
#include "common/io/mistaken_file.hpp"
#include "common/io/output_file.hpp"

namespace apsp {

/// The sink that is a file, or a pipe.
class DistanceWriter final : public RowSink {
 public:
  /// Creates the output for `rows` rows of `columns` distances and reserves its space, as
  /// OutputFile does. Throws Error(kOutput).
  DistanceWriter(const std::string& path, std::size_t rows, std::size_t columns);

  /// Same, for one of several processes that write the whole of `own` together: this one puts its
  /// share. `temporary`: that of the process that made the file, empty where this one makes it.
  DistanceWriter(const std::string& path, const RowShare& own, std::size_t columns,
                 const std::string& temporary);

  void prepare() override { output_.prepare(); }
  [[nodiscard]] bool in_order() const override { return output_.in_order(); }
  void put(std::size_t first_row, std::span<const Distance> rows) override;
  void abandon(const std::exception_ptr& cause) noexcept override { output_.abandon(cause); }

  /// Ends the file. As OutputFile::close.
  void close(bool sync) { output_.close(sync); }

  /// Ends the file and makes it visible. As OutputFile::commit.
  void commit(bool sync = false) { output_.commit(sync); }

  [[nodiscard]] std::uint64_t bytes() const { return output_.size(); }

  /// Same as OutputFile::temporary().
  [[nodiscard]] std::string temporary() const { return output_.temporary(); }

 private:
  std::size_t columns_;
  OutputFile output_;
};

/// The shape of a distance file as far as it is known. Without rows and columns it is V x V.
struct DistanceShape {
  std::optional<std::size_t> rows{};      // one or more, those of some sources; nothing: V
  std::optional<std::size_t> columns{};   // one or more, those of some targets; nothing: V
  std::optional<std::size_t> vertices{};  // V; nothing: by the size
};

/// A distance file to read: a matrix, by default V x V. The values are not looked at.
class DistanceFile {
 public:
  /// Opens a file of V x V distances; V follows from the size. Throws Error(kInput) for a file that
  /// is unreadable or whose size is 4 V^2 for no V. Its message names the kind of file that the
  /// bytes resemble, or the options that a part of the matrix needs. `likely` is the V of the
  /// graph, if it is known. Throws Error(kMemory) if the contents of a pipe do not fit.
  explicit DistanceFile(const std::string& path, std::optional<std::size_t> likely = {});

  /// Opens a file of this shape. V, where it counts and is not given, follows from the size, 0 to
  /// 2^31 - 1. Throws Error(kInput) for a file of any other size; otherwise the same.
  DistanceFile(const std::string& path, const DistanceShape& shape);

  /// The number of rows, and of columns.
  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }

  /// Returns row r in [0, rows()): distances from its vertex, to every vertex or to some.
  [[nodiscard]] std::span<const Distance> row(std::size_t r) const {
    return all().subspan(r * columns_, columns_);
  }
  [[nodiscard]] std::span<const Distance> all() const {
    return {reinterpret_cast<const Distance*>(input_.bytes().data()), rows_ * columns_};
  }
  [[nodiscard]] bool mapped() const { return input_.mapped(); }

  /// Returns the hint for a message that finds the distances wrong: see hint_for_distances(). Empty
  /// for distances whose first entry is 0, as it should be.
  [[nodiscard]] std::string hint() const { return hint_for_distances(input_.bytes()); }

 private:
  void take_square(std::optional<std::size_t> likely);

  InputFile input_;
  std::size_t rows_ = 0;
  std::size_t columns_ = 0;
};

}  // namespace apsp
