// SPDX-License-Identifier: MIT
#include "tools/stats/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

#include "common/base/error.hpp"
#include "common/base/plural.hpp"
#include "common/io/output_file.hpp"
#include "tools/stats/bars.hpp"
#include "tools/stats/png.hpp"

namespace apsp::stats {
namespace {

constexpr std::size_t kMostBars = 100;

// Pixels: the picture, and in it the area of the bars.
constexpr double kWidth = 800, kHeight = 450;
constexpr double kLeft = 90, kRight = 740, kTop = 60, kBottom = 390;

/// For XML: bytes that are no UTF-8 or no character of XML are replaced.
std::string escaped(const std::string& text) {
  using Json = nlohmann::json;
  const std::string valid =
      Json::parse(Json(text).dump(-1, ' ', false, Json::error_handler_t::replace));
  std::string out;
  for (const char c : valid) {
    if (c == '<')
      out += "&lt;";
    else if (c == '&')
      out += "&amp;";
    else
      out += c >= 0 && c < ' ' ? '?' : c;
  }
  return out;
}

class Drawing {
 public:
  void line(double x1, double y1, double x2, double y2, const char* style) {
    body_ += fmt::format("<line x1='{:.1f}' y1='{:.1f}' x2='{:.1f}' y2='{:.1f}' {}/>\n", x1, y1, x2,
                         y2, style);
  }
  void text(double x, double y, const char* anchor, const std::string& content) {
    body_ += fmt::format("<text x='{:.1f}' y='{:.1f}' text-anchor='{}'>{}</text>\n", x, y, anchor,
                         escaped(content));
  }
  void bar(double x, double y, double width, double height, const std::string& title) {
    body_ += fmt::format(
        "<rect x='{:.2f}' y='{:.2f}' width='{:.2f}' height='{:.2f}'><title>{}</title></rect>\n", x,
        y, width, height, title);
  }
  void curve(const std::string& points) {
    body_ += fmt::format("<polyline points='{}' fill='none' stroke='#c8553d' stroke-width='2'/>\n",
                         points);
  }
  [[nodiscard]] std::string document() const {
    return fmt::format(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{0:.0f}' height='{1:.0f}' "
        "viewBox='0 0 {0:.0f} {1:.0f}' font-family='sans-serif' font-size='12' fill='#1b5e9e'>\n"
        "<style>text {{ fill: #222222 }}</style>\n"
        "<rect width='100%' height='100%' fill='#ffffff'/>\n{2}</svg>\n",
        kWidth, kHeight, body_);
  }

 private:
  std::string body_;
};

void draw_grid(Drawing& drawing, std::uint64_t most) {
  for (int part = 0; part <= 4; ++part) {
    const double y = kBottom - (kBottom - kTop) * part / 4;
    drawing.line(kLeft, y, kRight, y, "stroke='#dddddd'");
    drawing.text(kLeft - 8, y + 4, "end",
                 fmt::format("{}", most * static_cast<unsigned>(part) / 4));
    drawing.text(kRight + 8, y + 4, "start", fmt::format("{} %", 25 * part));
  }
}

void draw_bars(Drawing& drawing, const std::vector<Bar>& bars, std::uint64_t all) {
  std::uint64_t most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.pairs);
  draw_grid(drawing, most);
  const double step = (kRight - kLeft) / static_cast<double>(bars.size());
  const std::size_t labelled = (bars.size() + 9) / 10;  // every how many
  std::string points = fmt::format("{:.1f},{:.1f}", kLeft, kBottom);
  std::uint64_t below = 0;
  for (std::size_t b = 0; b < bars.size(); ++b) {
    const Bar& bar = bars[b];
    const double x = kLeft + step * static_cast<double>(b);
    const double height =
        (kBottom - kTop) * static_cast<double>(bar.pairs) / static_cast<double>(most);
    const double gap = std::min(step / 10, 2.0);
    drawing.bar(x + gap / 2, kBottom - height, step - gap, height,
                fmt::format("{} to {}: {}", bar.first, bar.last, counted(bar.pairs, "pair")));
    if (b % labelled == 0) {
      drawing.text(x + step / 2, kBottom + 18, "middle", std::to_string(bar.first));
    }
    below += bar.pairs;
    points += fmt::format(
        " {:.1f},{:.1f}", x + step,
        kBottom - (kBottom - kTop) * static_cast<double>(below) / static_cast<double>(all));
  }
  drawing.curve(points);
}

bool ends(const std::string& path, const char* suffix) {
  return path.ends_with(suffix);
}

}  // namespace

std::string svg(const Summary& summary, const std::string& source) {
  Drawing drawing;
  drawing.text(kLeft, 24, "start", source);
  const std::vector<Bar> bars = stats::bars(summary.histogram, kMostBars);
  if (bars.empty()) {
    drawing.text(kLeft, 42, "start",
                 fmt::format("V = {}, no vertex reaches another", summary.vertices()));
    return drawing.document();
  }
  drawing.text(
      kLeft, 42, "start",
      fmt::format("V = {}, {}, mean {:.6g}, diameter {}, 90 % within {}", summary.vertices(),
                  counted(summary.reachable(), "reachable pair"), *summary.mean(),
                  *summary.diameter(), *summary.histogram.percentile(90)));
  draw_bars(drawing, bars, summary.reachable());
  drawing.text((kLeft + kRight) / 2, kBottom + 42, "middle",
               bars[0].first == bars[0].last
                   ? "distance"
                   : fmt::format("distance, in steps of {}", bars[0].last - bars[0].first + 1));
  drawing.text(kLeft - 8, kTop - 12, "end", "pairs");
  drawing.text(kWidth - 8, kTop - 12, "end", "cumulative");
  return drawing.document();
}

bool is_picture(const std::string& path) {
  return ends(path, ".svg") || ends(path, ".png");
}

void write_picture(const Summary& summary, const std::string& source, const std::string& path) {
  if (!is_picture(path)) {
    throw Error(Fault::kUsage, fmt::format("{}: expected a name that ends in .svg or .png", path));
  }
  const std::string picture = svg(summary, source);
  write_text(ends(path, ".png") ? png_of(picture, path) : picture, path, false);
}

}  // namespace apsp::stats
