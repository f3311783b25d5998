// SPDX-License-Identifier: MIT
// lab-matrix-product: (+, x) beside cuBLAS, (min, +) beside the kernel of hw3-2.
#include <fmt/core.h>

#include <string>

#include "common/base/random.hpp"
#include "labs/common/lab.hpp"
#include "labs/common/operands.hpp"
#include "labs/matrix_product/cublas.hpp"
#include "labs/matrix_product/matrix_product.hpp"
#include "labs/matrix_product/solver_product.hpp"

namespace {

using namespace apsp::labs;

/// n x n integers in [low, low + 16).
template <typename Element>
std::vector<Element> small_numbers(std::size_t n, int low, std::uint64_t seed) {
  std::vector<Element> matrix(n * n);
  const apsp::RandomKey key(seed, n);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = static_cast<Element>(low + static_cast<int>(key.word(i) % 16));
  }
  return matrix;
}

/// The operands of one table and the rows that both semirings share.
template <class Semiring>
struct Table {
  using Element = typename Semiring::Element;
  Session& session;
  std::size_t n;
  std::vector<Element> a = small_numbers<Element>(n, low(), 4);
  std::vector<Element> b = small_numbers<Element>(n, low(), 5);
  std::vector<Element> expected = multiply_on_cpu<Semiring>({n, n, n}, a, b);
  apsp::gpu::DeviceMemory<Element> device_a = to_device(a);
  apsp::gpu::DeviceMemory<Element> device_b = to_device(b);
  apsp::gpu::DeviceMemory<Element> device_c = apsp::gpu::allocate_device<Element>(n * n);

  static constexpr int low() { return std::is_same_v<Element, float> ? -8 : 0; }

  void row(const std::string& name, const std::function<void()>& enqueue,
           const std::function<std::vector<Element>()>& result) {
    const auto side = static_cast<double>(n);
    session.row({.name = name, .work = side * side * side, .enqueue = enqueue, .check = [&] {
                   require_same(result(), expected);
                 }});
  }
  std::vector<Element> result() { return to_host(device_c.get(), n * n); }

  void rows() {
    for (const ProductStep<Semiring>& step : product_steps<Semiring>()) {
      row(
          std::string(step.name),
          [&] {
            step.enqueue({n, n, n}, device_a.get(), device_b.get(), device_c.get());
          },
          [&] { return result(); });
    }
  }
};

void run(Session& session, std::size_t n) {
  const std::size_t bytes = 3 * n * n * sizeof(float);
  session.head(fmt::format("(+, x) product of {0} x {0} floats", n), session.multiply_adds(),
               bytes);
  Table<PlusTimes> floats{session, n};
  floats.rows();
  if (const auto cublas = find_cublas()) {
    floats.row(
        "cuBLAS",
        [&] {
          (*cublas)({n, n, n}, floats.device_a.get(), floats.device_b.get(), floats.device_c.get());
        },
        [&] { return floats.result(); });
  }

  session.head(fmt::format("(min, +) product of {0} x {0} integers", n), session.relaxations(),
               bytes);
  Table<MinPlus> distances{session, n};
  distances.rows();
  SolverProduct solver(n, distances.a, distances.b);
  distances.row(
      "hw3-2, s32", [&] { solver.enqueue(); }, [&] { return solver.result(); });
}

}  // namespace

int main(int argc, char** argv) {
  return run_lab(argc, argv,
                 {.name = "lab-matrix-product",
                  .summary = "products of square matrices, step by step",
                  .size = "rows of the matrices; default: 1024,4096",
                  .sizes = {1024, 4096},
                  .largest = 32768,
                  .add_options = {},
                  .run = run});
}
