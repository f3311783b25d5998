// SPDX-License-Identifier: MIT
#include "python/src/kept_memory.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "common/base/memory.hpp"

namespace nb = nanobind;

namespace apsp::python {
namespace {

struct Block {
  explicit Block(std::size_t size) : start(kept_memory().allocate(size)), bytes(size) {}
  ~Block() { kept_memory().deallocate(start, bytes); }
  Block(const Block&) = delete;
  Block& operator=(const Block&) = delete;

  void* start;
  std::size_t bytes;
};

nb::object empty_bytes(std::size_t bytes) {
  auto block = std::make_unique<Block>(bytes);
  auto* const first = static_cast<std::uint8_t*>(block->start);
  const nb::capsule owner(block.get(), [](void* p) noexcept { delete static_cast<Block*>(p); });
  static_cast<void>(block.release());
  return nb::cast(nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>>(first, {bytes}, owner));
}

/// Throws Error(kMemory) unless `bytes` are available for `what`, if need be without what is kept.
void require_for(std::uint64_t bytes, const std::string& what) {
  if (!has_memory(bytes)) kept_memory().release();
  require_memory(bytes, what);
}

}  // namespace

KeptMemory& kept_memory() {
  static auto* const kept = new KeptMemory;
  return *kept;
}

void define_kept_memory(nb::module_& module) {
  using namespace nb::literals;
  static_cast<void>(kept_memory());  // made before a fork() can be in the middle of it
  module.def("empty_bytes", &empty_bytes, "bytes"_a,
             nb::sig("def empty_bytes(bytes: int) -> numpy.typing.NDArray[numpy.uint8]"));
  module.def("require_memory", &require_for, "bytes"_a, "what"_a);
  module.def("release_memory", [] { kept_memory().release(); });
}

}  // namespace apsp::python
