// SPDX-License-Identifier: MIT
#include "common/app/report.hpp"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "common/testing/catch.hpp"

namespace {

apsp::Report example() {
  apsp::Report report;
  report.program = "hw3-1";
  report.version = "1.2.3";
  report.input = "in";
  report.output.emplace("out");
  report.vertices = 60000;  // V^3 is beyond 2^32 and V^2 beyond 2^31
  report.edges = 7;
  report.facts = {{"instruction_set", "avx2"}, {"threads", std::int64_t{8}}, {"proven", true}};
  report.phases = {{apsp::Phase::kRead, 1}, {apsp::Phase::kCompute, 8}, {apsp::Phase::kWrite, 0.5}};
  report.seconds = 10;
  report.compute_seconds = 8;
  report.bytes_written = 14400000000;
  return report;
}

}  // namespace

TEST_CASE("the report is one JSON object in a fixed order", "[report]") {
  const std::string text = example().json();
  REQUIRE(text.back() == '\n');
  const auto json = nlohmann::ordered_json::parse(text);
  std::vector<std::string> keys;
  for (const auto& item : json.items()) {
    keys.push_back(item.key());
  }
  REQUIRE(keys == std::vector<std::string>{"program", "version", "input", "output", "vertices",
                                           "edges", "host", "processors", "instruction_set",
                                           "threads", "proven", "seconds", "relaxations",
                                           "relaxations_per_second", "bytes_read", "bytes_written",
                                           "peak_memory_bytes"});
  REQUIRE(json["vertices"] == 60000);
  REQUIRE(json["instruction_set"] == "avx2");
  REQUIRE(json["threads"] == 8);
  REQUIRE(json["proven"] == true);
  REQUIRE(json["relaxations"] == 2.16e14);
  REQUIRE(json["relaxations_per_second"] == 2.7e13);
  REQUIRE(json["bytes_written"] == 14400000000);
  REQUIRE(json["seconds"].dump() == R"({"read":1.0,"compute":8.0,"write":0.5,"total":10.0})");
}

TEST_CASE("only the dense method's relaxations are known, half of a symmetric graph's",
          "[report]") {
  apsp::Report report = example();
  report.facts.emplace_back("symmetric", true);
  report.facts.emplace_back("method", "dense");
  REQUIRE(nlohmann::json::parse(report.json())["relaxations"] == 1.08e14);
  report.facts[report.facts.size() - 2].second = false;
  REQUIRE(nlohmann::json::parse(report.json())["relaxations"] == 2.16e14);
  report.facts.back().second = "sweep";
  const auto json = nlohmann::json::parse(report.json());
  REQUIRE_FALSE(json.contains("relaxations"));
  REQUIRE_FALSE(json.contains("relaxations_per_second"));
  REQUIRE(report.table().find("relax/s") == std::string::npos);
}

TEST_CASE("a run without a compute phase has rate zero, not infinity", "[report]") {
  apsp::Report report = example();
  report.compute_seconds = 0;
  REQUIRE(nlohmann::json::parse(report.json())["relaxations_per_second"] == 0);
}

TEST_CASE("without distances the output is null, and the summary is named", "[report]") {
  apsp::Report report = example();
  report.output.reset();
  report.summary.emplace("s");
  const auto json = nlohmann::json::parse(report.json());
  REQUIRE(json["output"].is_null());
  REQUIRE(json["summary"] == "s");
}

TEST_CASE("a path that is no UTF-8 still gives valid JSON", "[report]") {
  apsp::Report report = example();
  report.input = "caf\xe9";
  REQUIRE(nlohmann::json::accept(report.json()));
}

TEST_CASE("the table is aligned", "[report]") {
  apsp::Report report = example();
  report.facts.emplace_back("bound", 3.063301253755618);
  REQUIRE(report.table() ==
          "hw3-1 1.2.3: V = 60000, E = 7\n"
          "  instruction_set  avx2\n"
          "  threads          8\n"
          "  proven           true\n"
          "  bound            3.063\n"
          "\n"
          "  read         1.000 s   10 %\n"
          "  compute      8.000 s   80 %  27.0 T relax/s\n"
          "  write        0.500 s    5 %\n"
          "  total       10.000 s  100 %\n");
}
