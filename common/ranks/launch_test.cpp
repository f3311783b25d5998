// SPDX-License-Identifier: MIT
#include "common/ranks/launch.hpp"

#include <map>
#include <string>

#include "common/testing/catch.hpp"
#include "common/testing/test_error.hpp"

namespace {

using apsp::Fault;
using apsp::Launch;
using apsp::test::require_error;

Launch launch_in(const std::map<std::string, std::string>& environment) {
  return apsp::read_launch([&](const char* name) -> const char* {
    const auto found = environment.find(name);
    return found == environment.end() ? nullptr : found->second.c_str();
  });
}

}  // namespace

TEST_CASE("launchers say how many tasks make one solve", "[ranks]") {
  REQUIRE(launch_in({}) == Launch{});
  REQUIRE(launch_in({{"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_RANK", "3"}}) ==
          Launch{4, 3});
  REQUIRE(launch_in({{"PMI_SIZE", "2"}, {"PMI_RANK", "1"}}) == Launch{2, 1});
  REQUIRE(launch_in({{"SLURM_STEP_NUM_TASKS", "8"}, {"SLURM_PROCID", "5"}, {"PMIX_RANK", "5"}}) ==
          Launch{8, 5});
  REQUIRE(launch_in({{"OMPI_COMM_WORLD_SIZE", "1"}, {"OMPI_COMM_WORLD_RANK", "0"}}) == Launch{});
}

TEST_CASE("a batch script and unconnected tasks are one task each", "[ranks]") {
  REQUIRE(launch_in({{"SLURM_NTASKS", "4"}, {"SLURM_PROCID", "0"}}) == Launch{});
  REQUIRE(launch_in({{"SLURM_STEP_NUM_TASKS", "1"}, {"SLURM_PROCID", "0"}, {"PMIX_RANK", "0"}}) ==
          Launch{});
  REQUIRE(launch_in({{"SLURM_STEP_NUM_TASKS", "4"}, {"SLURM_PROCID", "2"}}) == Launch{1, 0, 4});
}

TEST_CASE("values that make no sense are no launch", "[ranks]") {
  REQUIRE(launch_in({{"OMPI_COMM_WORLD_SIZE", "4"}}) == Launch{});
  REQUIRE(launch_in({{"OMPI_COMM_WORLD_SIZE", "4x"}, {"OMPI_COMM_WORLD_RANK", "0"}}) == Launch{});
  REQUIRE(launch_in({{"OMPI_COMM_WORLD_SIZE", "2"}, {"OMPI_COMM_WORLD_RANK", "2"}}) == Launch{});
}

TEST_CASE("APSP_RANKS_SECONDS is a number", "[ranks]") {
  std::map<std::string, std::string> environment = {
      {"OMPI_COMM_WORLD_SIZE", "2"}, {"OMPI_COMM_WORLD_RANK", "0"}, {"APSP_RANKS_SECONDS", "7"}};
  REQUIRE(launch_in(environment).seconds == 7);
  for (const char* bad : {"0", "", "x", "-1", "1000001"}) {
    environment["APSP_RANKS_SECONDS"] = bad;
    require_error(Fault::kUsage, {"APSP_RANKS_SECONDS", "from 1 to 1000000"},
                  [&] { (void)launch_in(environment); });
  }
}

TEST_CASE("APSP_RANKS=1 makes every task solve for itself", "[ranks]") {
  REQUIRE(launch_in({{"APSP_RANKS", "1"},
                     {"OMPI_COMM_WORLD_SIZE", "4"},
                     {"OMPI_COMM_WORLD_RANK", "3"}}) == Launch{});
  require_error(Fault::kUsage, {"APSP_RANKS is '2'", "expected 1"}, [] {
    (void)launch_in({{"APSP_RANKS", "2"}});
  });
}
