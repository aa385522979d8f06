// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <glint/driver/event.hpp>
#include <glint/driver/stream.hpp>

namespace glint::studio {

/// How long a pass took in one step, all its repeats together.
struct PassTime {
    std::string name;
    double ms = 0;
};

/// Measures the passes of single steps by events round each, and does not wait for them. Of passes
/// that are repeated it measures the last round.
class StepTimer {
public:
    explicit StepTimer(const Device& device) : device_(device) {}

    /// Asks for the next step to be measured, unless one still is.
    void ask();

    /// To be called where a step begins and ends, or several that are done at once, of which times
    /// are of one; and where its passes do. A weight of 0 leaves a
    /// pass out.
    void begin_step(Stream& stream, unsigned steps = 1);
    void end_step(Stream& stream);
    void begin_pass(Stream& stream, const std::string& name);
    void end_pass(Stream& stream);
    void set_weight(unsigned weight) noexcept { weight_ = weight; }

    /// Of the last measured step that is done, in the order of its passes, and "other" for what
    /// else took time in it; empty before the first. Does not wait.
    const std::vector<PassTime>& times();

private:
    struct Interval {
        std::string name;
        unsigned weight = 1;
        std::size_t event = 0;  ///< its first; the one behind it is its last
    };
    std::size_t record(Stream& stream);
    double ms_between(std::size_t first, std::size_t last) const;
    void read();

    Device device_;
    std::vector<Event> events_;
    std::size_t used_ = 0;
    std::vector<Interval> intervals_;
    bool is_asked_ = false;
    bool is_measuring_ = false;
    bool is_pending_ = false;
    unsigned weight_ = 1;
    unsigned steps_ = 1;  // that are measured
    std::vector<PassTime> times_;
};

}  // namespace glint::studio
