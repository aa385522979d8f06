// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/driver/stream.hpp>

namespace glint::studio {

/// Time that one step spends in a pass, including all repeats of the pass.
struct PassTime {
    std::string name;
    double ms = 0;
};

/// Measures the time of each pass in a single step with events. Does not wait for the events. For a
/// repeated pass, measures only the last repetition.
class StepTimer {
public:
    explicit StepTimer(const Device& device) : device_(device) {}

    /// Requests a measurement of the next step, unless another measurement is pending.
    void ask();

    /// Call begin_step() and end_step() around a step, or around a launch that computes several
    /// steps; times are then per step. Call begin_pass() and end_pass() around each pass in the
    /// step. The weight of a pass multiplies its time; a pass with weight 0 is not measured.
    void begin_step(Stream& stream, unsigned steps = 1);
    void end_step(Stream& stream);
    void begin_pass(Stream& stream, const std::string& name);
    void end_pass(Stream& stream);
    void set_weight(unsigned weight) noexcept { weight_ = weight; }

    /// Returns the times of the last measured step that has finished, in the order of its passes.
    /// The last entry may be "other", the time outside the passes. Empty before the first
    /// measurement. Does not wait for the device.
    const std::vector<PassTime>& times();

private:
    struct Interval {
        std::string name;
        unsigned weight = 1;
        std::size_t event = 0;  ///< index of the start event; the end event follows it
    };
    std::size_t record(Stream& stream);
    double ms_between(std::size_t first, std::size_t last) const;
    void read();

    Device device_;
    std::vector<Event> events_;
    std::size_t used_ = 0;
    std::vector<Interval> intervals_;
    bool is_requested_ = false;
    bool is_measuring_ = false;
    bool is_pending_ = false;
    unsigned weight_ = 1;
    unsigned steps_ = 1;  // number of steps measured
    std::vector<PassTime> times_;
};

}  // namespace glint::studio
