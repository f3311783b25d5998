// SPDX-License-Identifier: MIT
#include "common/app/report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "common/base/json.hpp"
#include "common/base/rate.hpp"
#include "common/io/output_file.hpp"

namespace apsp {

namespace {

/// A fact for people, who want no more than some digits of a measured number.
std::string shown_fact(const Fact& fact) {
  if (const double* const number = std::get_if<double>(&fact)) {
    return fmt::format("{:.4g}", *number);
  }
  return std::visit([](const auto& value) { return fmt::format("{}", value); }, fact);
}

}  // namespace

double Report::relaxations() const {
  double share = 1;
  for (const auto& [key, fact] : facts) {
    if (key == "method" && fact != Fact(std::string("dense"))) return 0;
    if (key == "symmetric" && fact == Fact(true)) share = 0.5;
  }
  const auto v = static_cast<double>(vertices);
  return share * v * v * v;
}

double Report::relaxations_per_second() const {
  return compute_seconds > 0 ? relaxations() / compute_seconds : 0;
}

std::string Report::json() const {
  Json json;
  json["program"] = program;
  json["version"] = version;
  json["input"] = input;
  json["output"] = output;
  if (predecessors) json["predecessors"] = *predecessors;
  if (summary) json["summary"] = *summary;
  json["vertices"] = vertices;
  json["edges"] = edges;
  json["host"] = host;
  json["processors"] = processors;
  for (const auto& [key, fact] : facts) {
    std::visit([&, &name = key](const auto& value) { json[name] = value; }, fact);
  }
  Json& times = json["seconds"] = Json::object();
  for (const Stopwatch::Lap& phase : phases) {
    times[name(phase.phase)] = phase.seconds;
  }
  times["total"] = seconds;
  if (relaxations() > 0) {
    json["relaxations"] = relaxations();
    json["relaxations_per_second"] = relaxations_per_second();
  }
  json["bytes_read"] = bytes_read;
  json["bytes_written"] = bytes_written;
  json["peak_memory_bytes"] = peak_memory;
  for (const RankReport& rank : ranks) {
    Json entry;
    entry["host"] = rank.host;
    if (!rank.device.empty()) entry["device"] = rank.device;
    entry["threads"] = rank.threads;
    entry["rows"] = rank.rows;
    entry["seconds"] = rank.seconds;
    entry["compute_seconds"] = rank.compute_seconds;
    if (rank.waiting_seconds) entry["waiting_seconds"] = *rank.waiting_seconds;
    entry["sending_seconds"] = rank.sending_seconds;
    entry["bytes_received"] = rank.bytes_received;
    entry["bytes_written"] = rank.bytes_written;
    entry["peak_memory_bytes"] = rank.peak_memory;
    json["by_rank"].push_back(std::move(entry));
  }
  return json.indented() + "\n";
}

std::string Report::table() const {
  std::string text = fmt::format("{} {}: V = {}, E = {}\n", program, version, vertices, edges);
  std::size_t width = 0;
  for (const auto& [key, fact] : facts) width = std::max(width, key.size());
  for (const auto& [key, fact] : facts) {
    text += fmt::format("  {:<{}}  {}\n", key, width, shown_fact(fact));
  }
  if (!facts.empty()) text += "\n";

  width = std::string("total").size();
  for (const Stopwatch::Lap& phase : phases) {
    width = std::max(width, name(phase.phase).size());
  }
  const auto line = [&](std::string_view label, double phase_seconds) {
    const double percent = seconds > 0 ? 100 * phase_seconds / seconds : 0;
    text += fmt::format("  {:<{}}  {:>9.3f} s  {:>3.0f} %", label, width, phase_seconds, percent);
    if (label == name(Phase::kCompute) && relaxations() > 0) {
      text += "  " + format_rate(relaxations_per_second());
    }
    text += "\n";
  };
  for (const Stopwatch::Lap& phase : phases) {
    line(name(phase.phase), phase.seconds);
  }
  line("total", seconds);
  for (std::size_t r = 0; r < ranks.size(); ++r) {
    const RankReport& rank = ranks[r];
    text += fmt::format("  rank {} on {}: threads {}, rows {}, compute {:.3f} s", r, rank.host,
                        rank.threads, rank.rows, rank.compute_seconds);
    if (rank.waiting_seconds) text += fmt::format(", waiting {:.3f} s", *rank.waiting_seconds);
    text += "\n";
  }
  return text;
}

void write_report(const Report& report, const std::string& path) {
  write_text(report.json(), path, false);
}

}  // namespace apsp
