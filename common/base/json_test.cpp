// SPDX-License-Identifier: MIT
#include "common/base/json.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/testing/catch.hpp"

namespace apsp {
namespace {

TEST_CASE("JSON: each kind of value") {
  CHECK(Json().indented() == "null");
  CHECK(Json(true).indented() == "true");
  CHECK(Json(-7).indented() == "-7");
  CHECK(Json(std::numeric_limits<std::int64_t>::min()).indented() == "-9223372036854775808");
  CHECK(Json(std::numeric_limits<std::uint64_t>::max()).indented() == "18446744073709551615");
  CHECK(Json(0.1).indented() == "0.1");
  CHECK(Json(2.0).indented() == "2.0");
  CHECK(Json(std::numeric_limits<double>::infinity()).indented() == "null");
  CHECK(Json("a \"b\"\n").indented() == R"("a \"b\"\n")");
  CHECK(Json(std::optional<int>()).indented() == "null");
  CHECK(Json(std::optional<int>(3)).indented() == "3");
  CHECK(Json::array().indented() == "[]");
  CHECK(Json::object().indented() == "{}");
}

TEST_CASE("JSON: members keep their order, one that is there is replaced") {
  Json json;
  json["z"] = 1;
  json["a"]["deep"] = std::vector<std::size_t>{4, 5};
  json["z"] = 2;
  CHECK(json.indented() == R"({
  "z": 2,
  "a": {
    "deep": [
      4,
      5
    ]
  }
})");
  CHECK(json.line_per_member() == R"({
  "z": 2,
  "a": {"deep":[4,5]}
})");
}

TEST_CASE("JSON: a line holds every kind of value, however they are mixed") {
  Json json;
  json["numbers"] = std::vector<std::int64_t>{0, -7, std::numeric_limits<std::int64_t>::min()};
  json["more"] = std::numeric_limits<std::uint64_t>::max();
  json["a \"key\"\n"] = "a \"b\"\xff";
  json["parts"] =
      std::vector<double>{0.1, 2.0, 1e300, -0.0, std::numeric_limits<double>::infinity()};
  json["mixed"] = std::vector<Json>{1, Json(), 0.5, "b\x01", Json::array()};
  json["others"] = std::vector<Json>{0.5, 1, Json(), true, Json::object()};
  json["none"] = Json::array();
  json["nothing"] = Json::object();
  json["truths"] = std::vector<Json>{true, false, Json()};
  json["deep"]["deeper"] = std::vector<Json>{Json::array(), json["numbers"], json["nothing"]};
  CHECK(json.line() ==
        R"({"numbers":[0,-7,-9223372036854775808],"more":18446744073709551615,)"
        "\"a \\\"key\\\"\\n\":\"a \\\"b\\\"\xef\xbf\xbd\","
        R"("parts":[0.1,2.0,1e+300,-0.0,null],"mixed":[1,null,0.5,"b\u0001",[]],)"
        R"("others":[0.5,1,null,true,{}],"none":[],"nothing":{},"truths":[true,false,null],)"
        R"("deep":{"deeper":[[],[0,-7,-9223372036854775808],{}]}})");
  CHECK(Json().line() == "null");
  Json odd;
  odd["\xff\n"] = 1;
  CHECK(odd.line_per_member() == "{\n  \"\xef\xbf\xbd\\n\": 1\n}");
  CHECK(Json("\xff").line() == "\"\xef\xbf\xbd\"");
}

TEST_CASE("JSON: a value is not made another kind") {
  Json json = 5;
  CHECK_THROWS_AS(json["key"], std::bad_variant_access);
  CHECK_THROWS_AS(json.push_back(1), std::bad_variant_access);
  CHECK_THROWS_AS(Json::array()["key"], std::bad_variant_access);
  CHECK_THROWS_AS(Json::array().line_per_member(), std::bad_variant_access);
}

TEST_CASE("JSON: bytes that are no UTF-8 are replaced") {
  CHECK(Json("a\xff").indented() == "\"a\xef\xbf\xbd\"");
}

}  // namespace
}  // namespace apsp
