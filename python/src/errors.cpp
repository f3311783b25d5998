// SPDX-License-Identifier: MIT
#include "python/src/errors.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <exception>
#include <string>
#include <string_view>

#include "apsp/error.hpp"

namespace nb = nanobind;

namespace apsp::python {
namespace {

PyObject* type_of(Fault fault) {
  switch (fault) {
    case Fault::kUsage:
    case Fault::kInput:
      return PyExc_ValueError;
    case Fault::kNoAnswer:
      return PyExc_OverflowError;
    case Fault::kMemory:
      return PyExc_MemoryError;
    case Fault::kOutput:
      return PyExc_OSError;
    case Fault::kCancelled:
      return PyExc_KeyboardInterrupt;
    default:
      return PyExc_RuntimeError;
  }
}

/// Returns the message without the file, which a caller of the package has none of.
std::string without_file(std::string message) {
  constexpr std::string_view kFile = "does not fit the distance file";
  const std::size_t at = message.find(kFile);
  if (at == std::string::npos) return message;
  return message.replace(at, kFile.size(), "does not fit into 32 bits");
}

void raise_negative_cycle(const NegativeCycle& error) {
  const nb::object type = nb::module_::import_("apsp._errors").attr("NegativeCycle");
  const nb::object made = type(error.what(), error.vertices());
  PyErr_SetObject(type.ptr(), made.ptr());
}

void translate(const std::exception_ptr& failure, void* /*payload*/) {
  try {
    std::rethrow_exception(failure);
  } catch (const NegativeCycle& error) {
    raise_negative_cycle(error);
  } catch (const Error& error) {
    PyErr_SetString(type_of(error.fault()), without_file(error.what()).c_str());
  }
}

}  // namespace

void register_errors() {
  nb::register_exception_translator(translate);
}

}  // namespace apsp::python
