// SPDX-License-Identifier: MIT
// The folders in which tests let the library look for its module, and the module of the tests.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "common/testing/test_folder.hpp"

namespace apsp::test {

/// Sets a variable of the environment, and removes it at the end.
class Variable {
 public:
  Variable(const char* variable, const std::string& value) : name_(variable) {
    ::setenv(variable, value.c_str(), 1);
  }
  ~Variable() { ::unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

/// A folder in which the library looks for its module.
class ModuleFolder {
 public:
  /// Empty, or with a copy of `file` as the module.
  explicit ModuleFolder(const std::string& file = "") {
    if (!file.empty()) std::filesystem::copy_file(file, path());
  }

  [[nodiscard]] std::string path() const { return folder_ / APSP_MODULE_NAME; }
  [[nodiscard]] const TestFolder& folder() const { return folder_; }

 private:
  TestFolder folder_;
  Variable variable_{"APSP_MODULE_PATH", folder_ / ""};
};

/// A module that serves, and behaves in this way.
class TestModule {
 public:
  explicit TestModule(const std::string& behave = "") : behaviour_("APSP_TEST_MODULE", behave) {}

  [[nodiscard]] std::string path() const { return folder_.path(); }

 private:
  ModuleFolder folder_{APSP_TEST_MODULE};
  Variable behaviour_;
};

}  // namespace apsp::test
