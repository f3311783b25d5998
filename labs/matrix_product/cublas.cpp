// SPDX-License-Identifier: MIT
#include "labs/matrix_product/cublas.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <memory>

#include "common/base/error.hpp"

namespace apsp::labs {
namespace {

// As cublas_v2.h declares them; enumerators and statuses are ints, 0 is success and "as it is".
using Create = int (*)(void** handle);
using Destroy = int (*)(void* handle);
using Multiply = int (*)(void* handle, int transposed_a, int transposed_b, int m, int n, int k,
                         const float* alpha, const float* a, int lda, const float* b, int ldb,
                         const float* beta, float* c, int ldc);

void require(int status, const char* call) {
  if (status != 0) {
    throw Error(Fault::kInternal, fmt::format("cuBLAS cannot {}: status {}", call, status));
  }
}

template <typename Function>
Function find(void* library, const char* name) {
  return reinterpret_cast<Function>(dlsym(library, name));
}

}  // namespace

std::optional<MultiplyFloats> find_cublas() {
  void* library = nullptr;
  for (const char* name : {"libcublas.so.13", "libcublas.so.12", "libcublas.so"}) {
    if (library == nullptr) library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
  }
  if (library == nullptr) return std::nullopt;
  const auto create = find<Create>(library, "cublasCreate_v2");
  const auto destroy = find<Destroy>(library, "cublasDestroy_v2");
  const auto multiply = find<Multiply>(library, "cublasSgemm_v2");
  if (create == nullptr || destroy == nullptr || multiply == nullptr) return std::nullopt;

  void* handle = nullptr;
  require(create(&handle), "start");
  const std::shared_ptr<void> owner(handle, [destroy](void* made) { destroy(made); });
  return [owner, multiply](ProductSize size, const float* a, const float* b, float* c) {
    // cuBLAS stores columns one behind the other: there, B x A of the transposed is C transposed.
    constexpr float kOne = 1;
    constexpr float kNone = 0;
    const auto rows = static_cast<int>(size.rows);
    const auto depth = static_cast<int>(size.depth);
    const auto columns = static_cast<int>(size.columns);
    require(multiply(owner.get(), 0, 0, columns, rows, depth, &kOne, b, columns, a, depth, &kNone,
                     c, columns),
            "multiply");
  };
}

}  // namespace apsp::labs
