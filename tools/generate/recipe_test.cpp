// SPDX-License-Identifier: MIT
#include "tools/generate/recipe.hpp"

#include <string>

#include "common/base/error.hpp"
#include "common/testing/catch.hpp"
#include "tools/generate/generator.hpp"

using namespace apsp::generate;

namespace {

// The message with which a recipe is refused; empty if it is not.
std::string refusal(const Recipe& recipe) {
  try {
    const Generator generator(recipe);
    return "";
  } catch (const apsp::Error& error) {
    CHECK(error.fault() == apsp::Fault::kUsage);
    return error.what();
  }
}

bool holds(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

Recipe recipe_of(Kind kind, std::int64_t vertices) {
  Recipe recipe;
  recipe.kind = kind;
  recipe.vertices = vertices;
  return recipe;
}

}  // namespace

TEST_CASE("an impossible number of edges is refused with what is possible") {
  Recipe recipe = recipe_of(Kind::kRandom, 4);
  CHECK(holds(refusal(recipe), "neither --edges and --density, expected exactly one"));
  recipe.edges = 13;
  CHECK(holds(refusal(recipe), "--edges: found 13, expected 0 to 12"));
  recipe.edges = -1;
  CHECK(holds(refusal(recipe), "--edges: found -1, expected 0 to 12"));
  recipe.edges = 12;
  CHECK(refusal(recipe).empty());
  recipe.density = Fraction::parse("0.5");
  CHECK(holds(refusal(recipe), "both --edges and --density, expected exactly one"));

  recipe = recipe_of(Kind::kRandom, 100000);
  recipe.density = Fraction::parse("1");
  CHECK(holds(refusal(recipe), "found 9999900000, expected 0 to 2147483647"));
  CHECK(holds(refusal(recipe_of(Kind::kComplete, 100000)), "9999900000 edges"));

  recipe = recipe_of(Kind::kDisconnected, 6);
  recipe.components = 3;
  recipe.edges = 7;
  CHECK(holds(refusal(recipe), "--edges: found 7, expected 0 to 6"));
}

TEST_CASE("numbers out of range are refused with the range") {
  CHECK(
      holds(refusal(recipe_of(Kind::kRing, -1)), "--vertices: found -1, expected 0 to 2147483647"));
  CHECK(holds(refusal(recipe_of(Kind::kRing, std::int64_t{1} << 31)),
              "--vertices: found 2147483648"));
  Recipe recipe = recipe_of(Kind::kRing, 4);
  recipe.lightest = 6;
  recipe.heaviest = 5;
  CHECK(holds(refusal(recipe), "heaviest: found 5, expected 6 to 1073741822"));
  recipe.heaviest = 1073741823;
  CHECK(holds(refusal(recipe), "found 1073741823, expected 6 to 1073741822"));
  recipe.lightest = -1073741823;
  CHECK(holds(refusal(recipe), "lightest: found -1073741823, expected -1073741822 to"));

  recipe = recipe_of(Kind::kGrid, 4);
  recipe.columns = 0;
  CHECK(holds(refusal(recipe), "--columns: found 0, expected 1 to"));
  recipe = recipe_of(Kind::kDisconnected, 4);
  recipe.edges = 0;
  recipe.components = 5;
  CHECK(holds(refusal(recipe), "--components: found 5, expected 1 to 4"));
  recipe = recipe_of(Kind::kSmallWorld, 9);
  recipe.neighbours = 5;
  CHECK(holds(refusal(recipe), "--neighbours: found 5, expected 0 to 4"));

  recipe = recipe_of(Kind::kKnn, 9);
  recipe.neighbours = 9;
  CHECK(holds(refusal(recipe), "--neighbours: found 9, expected 0 to 8 (8 other vertices"));
  recipe.neighbours = 8;
  CHECK(refusal(recipe).empty());
  recipe.dimensions = 17;
  CHECK(holds(refusal(recipe), "--dimensions: found 17, expected 1 to 16"));
  recipe.dimensions = 0;
  CHECK(holds(refusal(recipe), "--dimensions: found 0, expected 1 to 16"));
  recipe = recipe_of(Kind::kKnn, kLargestCount);  // V * V would not fit in 64 bits of bytes
  recipe.neighbours = 2;
  CHECK(holds(refusal(recipe), "--neighbours: found 2, expected 0 to 1"));
  recipe = recipe_of(Kind::kKnn, 60000);
  recipe.neighbours = 59999;
  CHECK(holds(refusal(recipe), "--neighbours: found 59999, expected 0 to 35791 (59999 other"));
}

TEST_CASE("an option of another kind is refused") {
  Recipe recipe = recipe_of(Kind::kRing, 4);
  recipe.edges = 4;
  CHECK(holds(refusal(recipe), "--edges: not for kind ring, which takes no option of its own"));
  recipe = recipe_of(Kind::kScaleFree, 4);
  recipe.rewire = Fraction::parse("0.5");
  CHECK(
      holds(refusal(recipe), "--rewire: not for kind scale-free, which takes --edges, --density"));
  recipe = recipe_of(Kind::kRoad, 4);
  recipe.directed = true;
  CHECK(holds(refusal(recipe), "--directed: not for kind road, which takes --undirected"));
  recipe = recipe_of(Kind::kSmallWorld, 4);
  recipe.dimensions = 2;
  CHECK(holds(refusal(recipe), "--dimensions: not for kind small-world"));
}

TEST_CASE("repeats need an edge, loops need a vertex, both need room") {
  Recipe recipe = recipe_of(Kind::kRing, 1);
  recipe.repeats = 1;
  CHECK(holds(refusal(recipe), "--repeats: found 1, expected 0 to 0 (there is no edge to repeat)"));
  recipe = recipe_of(Kind::kRing, 0);
  recipe.loops = 1;
  CHECK(holds(refusal(recipe), "--loops: found 1, expected 0 to 0 (there is no vertex)"));
  recipe = recipe_of(Kind::kRing, 2);
  recipe.repeats = 2147483646;
  CHECK(holds(refusal(recipe), "--repeats: found 2147483646, expected 0 to 2147483645"));
  recipe.repeats = 2147483645;
  recipe.loops = 1;
  CHECK(holds(refusal(recipe), "--loops: found 1, expected 0 to 0"));
}

TEST_CASE("every kind can be had without vertices and with one") {
  for (const KindDescription& kind : kKinds) {
    for (const std::int64_t vertices : {0, 1}) {
      Recipe recipe = recipe_of(kind.kind, vertices);
      if (kind.options[0] == "--edges") {
        recipe.edges = 0;
      }
      INFO(kind.name << ", " << vertices << " vertices");
      const Generator generator(recipe);
      CHECK(generator.vertices() == static_cast<std::size_t>(vertices));
      CHECK(generator.edges() == 0);
    }
  }
}

TEST_CASE("the table of kinds is in the order of their numbers") {
  for (std::size_t i = 0; i < kKinds.size(); ++i) {
    CHECK(static_cast<std::size_t>(kKinds.at(i).kind) == i);
  }
}

TEST_CASE("each pair once is for kinds whose pairs have two ends alike") {
  for (const KindDescription& kind : kKinds) {
    Recipe recipe = recipe_of(kind.kind, 9);
    if (kind.options[0] == "--edges") recipe.edges = 5;
    recipe.undirected = true;
    INFO(kind.name);
    switch (kind.kind) {
      case Kind::kRing:
      case Kind::kChain:
      case Kind::kSmallWorld:
      case Kind::kScaleFree:
        CHECK(holds(refusal(recipe), "--undirected: not for kind"));
        break;
      default:
        CHECK(refusal(recipe).empty());
    }
  }
  Recipe recipe = recipe_of(Kind::kKnn, 9);
  recipe.directed = recipe.undirected = true;
  CHECK(holds(refusal(recipe), "--directed and --undirected"));
  recipe = recipe_of(Kind::kRandom, 4);
  recipe.undirected = true;
  recipe.edges = 7;
  CHECK(holds(refusal(recipe), "--edges: found 7, expected 0 to 6"));
}

TEST_CASE("weights below zero without a negative cycle have their limits") {
  Recipe recipe = recipe_of(Kind::kRing, 9);
  recipe.heaviest = 1000;
  recipe.negative = kLargestWeight - 1000;
  CHECK(refusal(recipe).empty());
  ++recipe.negative;
  CHECK(holds(refusal(recipe), "--negative: found 1073740823, expected 0 to 1073740822"));
  recipe.negative = 1;
  recipe.lightest = -1;
  CHECK(holds(refusal(recipe), "lightest of --weights: found -1, expected 0 to"));
  recipe = recipe_of(Kind::kGrid, 9);
  recipe.negative = 1;
  recipe.undirected = true;
  CHECK(holds(refusal(recipe), "--negative: not with --undirected"));
  recipe = recipe_of(Kind::kRing, 9);
  recipe.negative_cycle = 10;
  CHECK(holds(refusal(recipe), "--negative-cycle: found 10, expected 0 to 9 (9 vertices"));
}
