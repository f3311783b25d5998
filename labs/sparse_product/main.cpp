// SPDX-License-Identifier: MIT
// lab-sparse-product: sparse matrices times vectors, near the diagonal and all over.
#include <fmt/core.h>

#include <string>

#include "common/app/option_parser.hpp"
#include "labs/common/lab.hpp"
#include "labs/sparse_product/device_matrix.hpp"

namespace {

using namespace apsp::labs;

constexpr std::size_t kWindow = 4096;  // columns round the diagonal

template <class Semiring>
void table(Session& session, const std::string& name, std::size_t rows, std::size_t average,
           std::size_t window) {
  using Element = typename Semiring::Element;
  const auto matrix = random_matrix<Semiring>(rows, average, window, 7);
  std::vector<Element> x(rows);
  for (std::size_t i = 0; i < rows; ++i) x[i] = static_cast<Element>(i % 7);
  const std::vector<Element> expected = multiply_sparse_on_cpu<Semiring>(matrix, x);
  const DeviceSparse<Semiring> device(matrix, x);
  // Columns and values once; begins, x and y once.
  const std::size_t bytes = 8 * matrix.entries() + 12 * rows;
  session.head(fmt::format("{} product, {} rows, {} entries, {}", name, rows, matrix.entries(),
                           window == 0 ? "columns anywhere" : "columns near the diagonal"),
               session.copy(), bytes);
  for (const SparseStep<Semiring>& step : sparse_steps<Semiring>()) {
    session.row({.name = std::string(step.name),
                 .work = static_cast<double>(bytes),
                 .enqueue = [&] { step.enqueue(device.operands()); },
                 .check = [&] { require_same(device.y(), expected); }});
  }
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t average = 128;
  return run_lab(argc, argv,
                 {.name = "lab-sparse-product",
                  .summary = "a sparse matrix times a vector, step by step",
                  .size = "rows; default: 48000,400000",
                  .sizes = {48000, 400000},
                  .largest = 2000000,
                  .add_options =
                      [&](apsp::OptionParser& parser) {
                        parser.add_integer(
                            "--average", 0, 1024, "entries of a row on average; default: 128",
                            [&](std::int64_t n) { average = static_cast<std::size_t>(n); });
                      },
                  .run =
                      [&](Session& session, std::size_t rows) {
                        table<PlusTimes>(session, "(+, x)", rows, average, kWindow);
                        table<PlusTimes>(session, "(+, x)", rows, average, 0);
                        table<MinPlus>(session, "(min, +)", rows, average, kWindow);
                      }});
}
