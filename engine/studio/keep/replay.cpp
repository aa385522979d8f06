// SPDX-License-Identifier: MIT
#include <glint/studio/keep/replay.hpp>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/detail/run_files.hpp>
#include <glint/studio/run/probe.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kWordBytes = 4;
constexpr auto kNever = std::numeric_limits<std::uint64_t>::max();

/// Describes the difference in the element that contains word number `word`: "'level[3,4]' is 0.25
/// at step 120, but was 0.5 in the recorded run".
std::string word_difference(Simulation& simulation, Declaration::Place place, std::size_t word,
                            std::uint32_t changed_by, std::span<const std::byte> bytes) {
    const Declaration& declaration = simulation.declaration();
    const ElementType& type = declaration.structures[place.structure].fields[place.field].type;
    std::vector<std::byte> before(bytes.begin(), bytes.end());
    before.resize(before.size() + kWordBytes);  // the last word may be incomplete
    std::uint32_t value = 0;
    std::memcpy(&value, before.data() + word * kWordBytes, kWordBytes);
    value -= changed_by;
    std::memcpy(before.data() + word * kWordBytes, &value, kWordBytes);
    std::size_t first = word * kWordBytes;
    while (first + 1 < bytes.size() && before[first] == bytes[first]) ++first;
    const std::size_t index = first / type.size_bytes, at = index * type.size_bytes;
    const auto where = simulation.state().extents(place.structure).place_of(index);
    return fmt::format("'{}' is {} at step {}, but was {} in the recorded run",
                       element_name(declaration, place, where),
                       value_text(type, bytes.subspan(at, type.size_bytes)),
                       simulation.now().number,
                       value_text(type, std::span(before).subspan(at, type.size_bytes)));
}

std::string field_difference(Simulation& simulation, const FieldChecksum& then,
                             const Checksums& now) {
    const auto place = simulation.declaration().require_field(then.field, "compare a replay");
    const std::vector<std::byte> bytes =
        to_vector(simulation.stream(), std::as_const(simulation).state().memory(place));
    if (const auto word = changed_word(then.sums, now, bytes))
        return word_difference(simulation, place, *word,
                               static_cast<std::uint32_t>(now.plain - then.sums.plain), bytes);
    return fmt::format("several elements of '{}' differ from the recorded run at step {}",
                       then.field, simulation.now().number);
}

/// Applies an event. Adds the line number in the log to error messages.
void redo_from_log(Simulation& simulation, std::size_t line, const RunEvent& event) try {
    simulation.redo(event);
} catch (const Error& error) {
    throw Error(error.code(), fmt::format("replay {}", kLogFile),
                fmt::format("line {}: {}", line, error.what()));
}

}  // namespace

std::uint64_t ReplayPlan::step_count() const {
    std::uint64_t count = 0;
    for (const LogEntry& entry : entries) {
        if (stop && *stop <= entry.step) break;
        if (std::holds_alternative<Reset>(entry.what)) count += entry.step;
    }
    if (stop) return count + *stop;
    return count + std::max(end, entries.empty() ? 0 : entries.back().step);
}

Replay::Replay(Simulation& simulation, std::vector<LogEntry> entries)
    : simulation_(&simulation), entries_(std::move(entries)), sums_(simulation.stream().device()) {}

std::uint64_t Replay::next_step() const noexcept {
    if (entries_.empty()) return 0;
    return is_done() ? entries_.back().step : entries_[next_].step;
}

void Replay::rewind(std::size_t resets, std::uint64_t step) {
    next_ = 0;
    for (; resets > 0 && !is_done(); ++next_)
        if (std::holds_alternative<Reset>(entries_[next_].what)) --resets;
    while (!is_done() && entries_[next_].step < step) ++next_;
}

void Replay::catch_up(std::optional<std::uint64_t> stop) {
    while (!is_done() && entries_[next_].step == simulation_->now().number) {
        if (stop == simulation_->now().number &&
            std::holds_alternative<Reset>(entries_[next_].what))
            return;
        const LogEntry& entry = entries_[next_++];
        if (const auto* edit = std::get_if<Edit>(&entry.what))
            redo_from_log(*simulation_, entry.line, {entry.step, *edit});
        else if (const auto* drag = std::get_if<Drag>(&entry.what))
            redo_from_log(*simulation_, entry.line, {entry.step, *drag});
        else if (const auto* other = std::get_if<LoggedVersion>(&entry.what))
            take(*other);
        else if (const auto* sums = std::get_if<LoggedChecksums>(&entry.what))
            compare(*sums);
        else
            simulation_->reset();
    }
}

void Replay::take(const LoggedVersion& other) {
    Code code(simulation_->stream().device(), simulation_->file(), read_text(other.file),
              simulation_->code_options());
    if (other.is_resumed)
        adopt_resumed(std::make_shared<const Code>(std::move(code)), *simulation_);
    else
        (void)simulation_->adopt(std::move(code));
}

void Replay::advance_to(std::uint64_t end, std::optional<std::uint64_t> stop) {
    constexpr std::uint64_t kMax = std::numeric_limits<unsigned>::max();
    for (catch_up(stop);;) {
        const std::uint64_t now = simulation_->now().number;
        const std::uint64_t until = std::min(is_done() ? end : next_step(), stop.value_or(kNever));
        if (now >= until) return;  // the next log entry may also be at an earlier step
        simulation_->advance(static_cast<unsigned>(std::min(until - now, kMax)));
        catch_up(stop);
    }
}

void Replay::compare(const LoggedChecksums& then) {
    ++compared_;
    if (!difference_.empty()) return;
    const std::vector<FieldChecksum> now = sums_.of(*simulation_);
    for (const FieldChecksum& each : then) {
        const auto found = std::ranges::find(now, each.field, &FieldChecksum::field);
        if (found == now.end())
            difference_ = fmt::format(
                "field '{}' of the recorded run is not in the simulation file", each.field);
        else if (found->sums != each.sums)
            difference_ = field_difference(*simulation_, each, found->sums);
        if (!difference_.empty()) return;
    }
    last_same_ = simulation_->now().number;
}

}  // namespace glint::studio
