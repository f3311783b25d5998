// SPDX-License-Identifier: MIT
#include "python/src/errors.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <exception>
#include <string>
#include <string_view>
#include <utility>

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

/// Words of the programs, and those of the package: a caller has no options, no distance file and
/// maybe no programs.
constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kWords = {{
    {"does not fit the distance file", "does not fit into 32 bits"},
    {"arithmetic u8 is too narrow", "width='u8' is too narrow"},
    {"arithmetic u16 is too narrow", "width='u16' is too narrow"},
    {"arithmetic s32 is too narrow", "32 bits are too narrow"},
    {"auto computes", "width=None computes"},
    {"hw3-1 computes", "device='cpu' computes"},
    {"hw3-1 solves the same files without a GPU", "device='cpu' takes none"},
    {"hw3-3 spreads the matrix over several devices", "device='gpus' spreads it over several"},
    {"--method dense", "method='dense'"},
    {"--arithmetic u16", "width='u16'"},
    {"hw3-convert makes a graph file of text",
     "numpy.loadtxt reads it, apsp.write makes a graph file"},
    {"hw3-convert makes a graph file of what it holds, ", ""},
    {"need --sources, some columns --targets", "need shape=(rows, columns)"},
    {"needs no --sources and no --targets", "needs no shape"},
}};

std::string in_words_of_python(std::string message) {
  for (const auto& [program, python] : kWords) {
    for (std::size_t at = message.find(program); at != std::string::npos;
         at = message.find(program, at + python.size())) {
      message.replace(at, program.size(), python);
    }
  }
  return message;
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
    PyErr_SetString(type_of(error.fault()), in_words_of_python(error.what()).c_str());
  }
}

}  // namespace

void register_errors() {
  nb::register_exception_translator(translate);
}

}  // namespace apsp::python
