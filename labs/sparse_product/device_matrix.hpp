// SPDX-License-Identifier: MIT
// A sparse matrix in both layouts, and its vectors, in device memory.
#pragma once

#include <vector>

#include "labs/common/operands.hpp"
#include "labs/sparse_product/sparse_product.hpp"

namespace apsp::labs {

template <class Semiring>
class DeviceSparse {
 public:
  using Element = typename Semiring::Element;

  DeviceSparse(const CompressedMatrix<Element>& matrix, const std::vector<Element>& x)
      : DeviceSparse(matrix, padded<Semiring>(matrix), x) {}

  [[nodiscard]] SparseOperands<Element> operands() const {
    return {rows_,         entries_, begins_.get(),         columns_.get(),
            values_.get(), width_,   padded_columns_.get(), padded_values_.get(),
            x_.get(),      y_.get()};
  }
  [[nodiscard]] std::vector<Element> y() const { return to_host(y_.get(), rows_); }

 private:
  /// Filled up with zeros to a multiple of four, as loads of 16 bytes take them.
  template <typename T>
  static std::vector<T> whole_fours(std::vector<T> entries) {
    entries.resize((entries.size() + 3) / 4 * 4);
    return entries;
  }

  DeviceSparse(const CompressedMatrix<Element>& matrix, const PaddedMatrix<Element>& rows,
               const std::vector<Element>& x)
      : rows_(matrix.rows()),
        entries_(matrix.entries()),
        width_(rows.width),
        begins_(to_device(matrix.begins)),
        columns_(to_device(whole_fours(matrix.columns))),
        values_(to_device(whole_fours(matrix.values))),
        padded_columns_(to_device(rows.columns)),
        padded_values_(to_device(rows.values)),
        x_(to_device(x)),
        y_(to_device(std::vector<Element>(matrix.rows(), 77))) {}

  std::size_t rows_;
  std::size_t entries_;
  std::size_t width_;
  gpu::DeviceMemory<std::uint32_t> begins_;
  gpu::DeviceMemory<std::uint32_t> columns_;
  gpu::DeviceMemory<Element> values_;
  gpu::DeviceMemory<std::uint32_t> padded_columns_;
  gpu::DeviceMemory<Element> padded_values_;
  gpu::DeviceMemory<Element> x_;
  gpu::DeviceMemory<Element> y_;
};

}  // namespace apsp::labs
