// SPDX-License-Identifier: MIT
// The ladder of instruction sets. hw3-kernels checks the routines themselves.
#include "hw3-1/kernels/kernels.hpp"

#include <set>
#include <string>
#include <vector>

#include "common/base/error.hpp"
#include "common/testing/catch.hpp"
#include "hw3-1/backend.hpp"

namespace apsp::cpu {
namespace {

TEST_CASE("an instruction set is chosen by name or best first") {
  const std::vector<std::string> runnable = runnable_isas();
  REQUIRE(runnable.back() == "portable");
  REQUIRE(std::set<std::string>(runnable.begin(), runnable.end()).size() == runnable.size());
  REQUIRE(choose_kernels("").name == runnable.front());
  const std::vector<std::string> compiled = compiled_isas();
  REQUIRE(compiled.size() >= runnable.size());
  REQUIRE(std::equal(runnable.rbegin(), runnable.rend(), compiled.rbegin()));
  for (const std::string& isa : runnable) REQUIRE(choose_kernels(isa).name == isa);
  try {
    (void)choose_kernels("mmx");
    FAIL("mmx was accepted");
  } catch (const Error& error) {
    REQUIRE(error.fault() == Fault::kUsage);
    const std::string message = error.what();
    REQUIRE(message.find("'mmx'") != std::string::npos);
    REQUIRE(message.find("portable") != std::string::npos);
  }
}

}  // namespace
}  // namespace apsp::cpu
