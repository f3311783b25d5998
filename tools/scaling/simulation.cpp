// SPDX-License-Identifier: MIT
#include "tools/scaling/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace apsp::scaling {
namespace {

/// Whole pivots in contiguous shares, as common/gpu/team/partition.hpp has them: the last ones are
/// larger.
class Shares {
 public:
  Shares(std::size_t vertices, std::size_t depth, std::size_t count) {
    const std::size_t pivots = (vertices + depth - 1) / depth;
    for (std::size_t share = 0; share <= count; ++share) {
      begin_.push_back(std::min(pivots * share / count * depth, vertices));
    }
  }

  [[nodiscard]] double size(std::size_t share) const {
    return static_cast<double>(begin_[share + 1] - begin_[share]);
  }
  [[nodiscard]] std::size_t owner(std::size_t vertex) const {
    return static_cast<std::size_t>(std::upper_bound(begin_.begin(), begin_.end(), vertex) -
                                    begin_.begin()) -
           1;
  }

 private:
  std::vector<std::size_t> begin_;
};

class Simulation {
 public:
  Simulation(const Machine& machine, const Division& division)
      : machine_(machine),
        division_(division),
        rows_(division.vertices, division.depth, division.rows),
        columns_(division.vertices, division.depth, division.columns),
        began_(division.ranks(), 0),
        link_free_(division.ranks(), 0),
        waited_(division.ranks(), 0),
        crossing_(division.ranks(), 0) {}

  Outcome run() {
    const auto depth = static_cast<double>(division_.depth);
    // Nothing hides the panels of the first round.
    make_panels(0, depth, std::vector<double>(division_.ranks(), 0));
    for (std::size_t rank = 0; rank < division_.ranks(); ++rank) began_[rank] = arrived_[rank];
    const auto vertices = static_cast<double>(division_.vertices);
    for (std::size_t first = 0; first < division_.vertices; first += division_.depth) {
      step(first, std::min(depth, vertices - static_cast<double>(first)));
    }
    Outcome outcome;
    outcome.seconds = *std::max_element(began_.begin(), began_.end());
    outcome.waiting = *std::max_element(waited_.begin(), waited_.end());
    outcome.exchange = *std::max_element(crossing_.begin(), crossing_.end());
    for (std::size_t rank = 0; rank < division_.ranks(); ++rank) {
      outcome.most_bytes =
          std::max(outcome.most_bytes, height(rank) * width(rank) * machine_.element_bytes);
    }
    return outcome;
  }

 private:
  [[nodiscard]] std::size_t row(std::size_t rank) const { return rank / division_.columns; }
  [[nodiscard]] std::size_t column(std::size_t rank) const { return rank % division_.columns; }
  [[nodiscard]] double height(std::size_t rank) const { return rows_.size(row(rank)); }
  [[nodiscard]] double width(std::size_t rank) const { return columns_.size(column(rank)); }
  [[nodiscard]] double seconds(double relaxations) const {
    return relaxations / machine_.relaxations;
  }

  /// Closing doubles the pivot by two closures, two panels and a product, one after the other.
  [[nodiscard]] double closing(double depth) const {
    const double halvings = std::max(0.0, std::log2(depth / 128));
    return machine_.close_seconds * std::pow(4, halvings);
  }

  /// A transfer from one of several ranks to all of them: along a chain in small pieces, so that
  /// each link carries them once.
  struct Broadcast {
    double delay = 0;    // until the first piece is there
    double seconds = 0;  // in which the pieces arrive
    [[nodiscard]] double all() const { return delay + seconds; }
  };

  /// The broadcast of `bytes` among `ranks` ranks that stand `stride` apart.
  [[nodiscard]] Broadcast broadcast(double bytes, std::size_t ranks, std::size_t stride) const {
    if (ranks <= 1) return {};
    const std::size_t together = std::max<std::size_t>(1, machine_.node / stride);
    const std::size_t nodes = (ranks + together - 1) / together;
    const double delay = static_cast<double>(std::min(ranks, together) - 1) * machine_.link_latency;
    if (nodes == 1) return {delay, bytes / machine_.link_bytes};
    return {delay + std::ceil(std::log2(static_cast<double>(nodes))) * machine_.network_latency,
            bytes / std::min(machine_.network_bytes, machine_.link_bytes)};
  }

  /// Returns when `rank` has what is sent from `begin` on, after what it receives before.
  double receive(std::size_t rank, double begin, const Broadcast& transfer) {
    const double arrival = std::max(begin + transfer.delay, link_free_[rank]) + transfer.seconds;
    link_free_[rank] = arrival;
    crossing_[rank] += transfer.seconds;
    return arrival;
  }

  /// Makes the panels of the pivot at `first`, of which each rank may begin at `ready`. Sets
  /// arrived_ to when each rank has both.
  void make_panels(std::size_t first, double depth, const std::vector<double>& ready) {
    const std::size_t pivot_row = rows_.owner(first), pivot_column = columns_.owner(first);
    const std::size_t owner = pivot_row * division_.columns + pivot_column;
    const double closed = ready[owner] + closing(depth);
    const double square = depth * depth * machine_.element_bytes;
    const double known = closed + broadcast(square, division_.columns, 1).all();
    const double known_below = closed + broadcast(square, division_.rows, division_.columns).all();
    arrived_.assign(division_.ranks(), 0);
    double sent = 0;
    for (std::size_t rank = 0; rank < division_.ranks(); ++rank) {
      // The pivot's rows come down the columns of ranks.
      const std::size_t above = pivot_row * division_.columns + column(rank);
      double here = std::max(known, ready[above]) + seconds(depth * depth * width(rank));
      if (rank != above) {
        here = receive(rank, here,
                       broadcast(depth * width(rank) * machine_.element_bytes, division_.rows,
                                 division_.columns));
      }
      sent = std::max(sent, here);
      const double column_panel = seconds(depth * depth * height(rank));
      if (division_.columns == 1) {
        // A rank makes the column panel of its own rows. That changes the rows of the pivot before.
        if (rank == sender_) here = std::max(here, sent_);
        here = std::max(here, ready[rank]) + column_panel;
      } else {
        const std::size_t left = row(rank) * division_.columns + pivot_column;
        double there = std::max(known_below, ready[left]) + column_panel;
        if (rank != left) {
          there = receive(
              rank, there,
              broadcast(depth * height(rank) * machine_.element_bytes, division_.columns, 1));
        }
        here = std::max(here, there);
      }
      arrived_[rank] = here;
    }
    sender_ = owner;
    sent_ = sent;
  }

  /// One round, from when each rank began it to when it begins the next.
  void step(std::size_t first, double depth) {
    const std::size_t next = first + division_.depth;
    std::vector<double> done(division_.ranks()), ready(division_.ranks());
    const bool last = next >= division_.vertices;
    const double next_depth = last ? 0
                                   : std::min(static_cast<double>(division_.depth),
                                              static_cast<double>(division_.vertices - next));
    for (std::size_t rank = 0; rank < division_.ranks(); ++rank) {
      done[rank] =
          began_[rank] + machine_.round_seconds + seconds(height(rank) * width(rank) * depth);
      double lookahead = 0;
      if (!last) {
        if (rows_.owner(next) == row(rank)) lookahead += next_depth * width(rank) * depth;
        if (division_.columns == 1 || columns_.owner(next) == column(rank)) {
          lookahead += next_depth * height(rank) * depth;
        }
      }
      ready[rank] = began_[rank] + seconds(lookahead);
    }
    if (last) {
      began_ = done;
      return;
    }
    make_panels(next, next_depth, ready);
    for (std::size_t rank = 0; rank < division_.ranks(); ++rank) {
      waited_[rank] += std::max(0.0, arrived_[rank] - done[rank]);
      began_[rank] = std::max(done[rank], arrived_[rank]);
    }
  }

  const Machine machine_;
  const Division division_;
  const Shares rows_;
  const Shares columns_;
  std::vector<double> began_;      // the present round
  std::vector<double> arrived_;    // the panels of the next one
  std::size_t sender_ = 0;         // of the last pivot's rows
  double sent_ = 0;                // when all ranks had them
  std::vector<double> link_free_;  // when a rank can receive again
  std::vector<double> waited_;     // in all rounds
  std::vector<double> crossing_;   // seconds of transfers
};

}  // namespace

Outcome simulate(const Machine& machine, const Division& division) {
  return Simulation(machine, division).run();
}

}  // namespace apsp::scaling
