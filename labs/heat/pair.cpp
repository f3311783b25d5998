// SPDX-License-Identifier: MIT
#include "labs/heat/pair.hpp"

#include <algorithm>

#include "common/gpu/device/status.hpp"
#include "labs/common/launch.hpp"

namespace apsp::labs {
HeatPair::HeatPair(Plate plate, const std::vector<double>& start) : plate_(plate) {
  enable_peers();
  const std::size_t half = plate.rows / 2;
  for (int device = 1; device >= 0; --device) {
    select_device(device);
    Part& part = parts_[device];
    part.begin = device == 0 ? 0 : half;
    part.end = device == 0 ? half : plate.rows;
    part.low = part.begin - std::min(part.begin, kStepsPerLaunch);
    part.high = std::min(plate.rows, part.end + kStepsPerLaunch);
    const std::size_t count = (part.high - part.low) * plate.columns;
    part.start = gpu::allocate_device<double>(count);
    for (auto& rows : part.rows) rows = gpu::allocate_device<double>(count);
    gpu::check(cudaMemcpy(part.start.get(), start.data() + part.low * plate.columns,
                          count * sizeof(double), cudaMemcpyHostToDevice),
               "send a part of the plate");
  }
}

double* HeatPair::row_of(const Part& part, double* rows, std::size_t row) const {
  return rows + (row - part.low) * plate_.columns;
}

void HeatPair::enqueue(std::size_t steps) {
  last_ = -1;
  for (std::size_t step = 0; step < steps; step += kStepsPerLaunch) {
    const std::size_t count = std::min(kStepsPerLaunch, steps - step);
    const int turn = last_ == 0 ? 1 : 0;
    for (int device = 1; device >= 0; --device) {
      select_device(device);
      const Part& part = parts_[device];
      // A part is computed as a plate of its own. Its edge at the cut is no edge of the plate: rows
      // near it become wrong, one more a step, and those are the halo.
      enqueue_several_steps({part.high - part.low, plate_.columns}, count,
                            last_ < 0 ? part.start.get() : part.rows[last_].get(),
                            part.rows[turn].get());
    }
    exchange(turn);
    last_ = turn;
  }
}

void HeatPair::exchange(int turn) {
  for (int to = 0; to < 2; ++to) {
    const Part& target = parts_[to];
    const Part& source = parts_[1 - to];
    const std::size_t first = to == 0 ? target.end : target.low;  // the halo
    const std::size_t rows = to == 0 ? target.high - target.end : target.begin - target.low;
    // This copy waits for all work of both devices before it, and later work waits for it.
    gpu::check(cudaMemcpyPeer(row_of(target, target.rows[turn].get(), first), to,
                              row_of(source, source.rows[turn].get(), first), 1 - to,
                              rows * plate_.columns * sizeof(double)),
               "exchange the halo");
  }
}

std::vector<double> HeatPair::result() const {
  std::vector<double> plate(plate_.points());
  for (int device = 1; device >= 0; --device) {
    select_device(device);
    const Part& part = parts_[device];
    double* rows = last_ < 0 ? part.start.get() : part.rows[last_].get();
    gpu::check(
        cudaMemcpy(plate.data() + part.begin * plate_.columns, row_of(part, rows, part.begin),
                   (part.end - part.begin) * plate_.columns * sizeof(double),
                   cudaMemcpyDeviceToHost),
        "fetch a part of the plate");
  }
  return plate;
}

}  // namespace apsp::labs
