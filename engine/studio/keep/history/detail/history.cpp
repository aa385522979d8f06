// SPDX-License-Identifier: MIT
#include <glint/studio/keep/history/detail/history.hpp>

#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/keep/history/detail/thinning.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kMaxByDefault = 2'000'000'000;
constexpr std::size_t kPart = 8;  // budgets are 1/8 of the memory
constexpr std::size_t kMaxSnapshots = 1000;
constexpr std::size_t kMaxBranches = 8;
constexpr double kLongestWay = 0.4;  // maximum time in s to recompute steps after a snapshot

/// Returns the default budget for host memory, which is 0 if the host and the device share memory.
std::size_t host_budget(const Device& device, std::size_t budget) {
    if (device.kind() == BackendKind::cpu) return 0;
    const auto pages = static_cast<std::size_t>(std::max(0L, ::sysconf(_SC_PHYS_PAGES)));
    const auto bytes = pages * static_cast<std::size_t>(std::max(0L, ::sysconf(_SC_PAGESIZE)));
    return std::min(budget, bytes / kPart);
}

/// Returns the number of a branch's events up to a step. Includes the events before the reset that
/// begins the branch.
std::size_t events_until(const Branch& branch, std::uint64_t step) {
    const auto first = branch.events.begin() + static_cast<std::ptrdiff_t>(branch.first_event);
    const auto after =
        std::upper_bound(first, branch.events.end(), step,
                         [](std::uint64_t at, const RunEvent& event) { return at < event.step; });
    return static_cast<std::size_t>(after - branch.events.begin());
}

bool has_same_values(std::span<const ParameterSet> a, std::span<const ParameterSet> b) {
    return std::ranges::equal(a, b, [](const ParameterSet& one, const ParameterSet& other) {
        return std::ranges::equal(one.bytes(), other.bytes());
    });
}

}  // namespace

std::size_t default_history_bytes(const Device& device) {
    return std::min(device.info().memory_bytes / kPart, kMaxByDefault);
}

History::History(Simulation& simulation, const HistoryOptions& options)
    : simulation_(&simulation),
      reach_(options.reach),
      share_(options.share),
      budget_(options.budget_bytes),
      host_budget_(options.host_bytes.value_or(
          host_budget(simulation.stream().device(), options.budget_bytes))),
      transfers_(simulation.stream().device()),
      pinned_(simulation.stream().device()),
      step_timer_(simulation),
      capture_timer_(simulation) {
    seen_ = simulation.events().all().size();
    begin_branch({.events = simulation.events().all(), .first_event = seen_});
    keep();
}

// --- Events ----------------------------------------------------------------------------------

void History::begin_steps() {
    note();
    step_timer_.begin();
}

void History::end_steps(unsigned steps) {
    step_timer_.end(steps);
    note();
    if (in_past_) return;
    if (here().end - here().kept.back()->step() >= spacing() && has_room()) try_to_store();
}

void History::note() {
    if (in_past_) {
        if (!has_changed_in_past()) return;
        fork();
    }
    note_events();
    here().end = simulation_->now().number;
    if (here().kept.empty()) store_first_snapshot();
}

bool History::has_changed_in_past() const {
    return simulation_->events().all().size() != seen_ ||
           simulation_->now().number != in_past_->step ||
           !has_same_values(simulation_->parameters(), in_past_->parameters);
}

void History::note_events() {
    const std::vector<RunEvent>& log = simulation_->events().all();
    for (; seen_ < log.size(); ++seen_) {
        if (!std::holds_alternative<Reset>(log[seen_].what)) {
            here().events.push_back(log[seen_]);
            continue;
        }
        const auto after = log.begin() + static_cast<std::ptrdiff_t>(seen_) + 1;
        begin_branch({.events = {log.begin(), after}, .first_event = seen_ + 1});
    }
}

void History::fork() {
    if (!in_past_) return;
    const Branch& old = here();
    const auto events = old.events.begin() + static_cast<std::ptrdiff_t>(seen_);
    Branch branch{.begin = old.begin,
                  .end = in_past_->step,
                  .from = old.name,
                  .left_at = in_past_->step,
                  .events = {old.events.begin(), events},
                  .first_event = old.first_event};
    std::ranges::copy_if(old.kept, std::back_inserter(branch.kept), [&](const auto& state) {
        return state->step() <= branch.end && state->events() <= seen_;
    });
    in_past_.reset();
    begin_branch(std::move(branch));
}

void History::begin_branch(Branch branch) {
    branch.name = fmt::format("branch {}", ++branches_created_);
    branches_.push_back(std::move(branch));
    current_ = branches_.size() - 1;
    if (branches_.size() > kMaxBranches) drop_oldest_branch();
}

// Removes the oldest branch that is not the current branch.
void History::drop_oldest_branch() {
    const std::size_t oldest = current_ == 0 ? 1 : 0;
    branches_.erase(branches_.begin() + static_cast<std::ptrdiff_t>(oldest));
    if (oldest < current_) --current_;
    count_bytes();
}

// --- Snapshots -------------------------------------------------------------------------------

void History::keep() {
    capture_timer_.begin();
    Snapshot snapshot = simulation_->capture();
    capture_timer_.end(1);
    note_events();  // including edits that capture() logged
    Branch& branch = here();
    if (branch.kept.empty()) branch.begin = branch.end = snapshot.step;
    branch.kept.push_back(std::make_shared<StoredSnapshot>(std::move(snapshot)));
    thin();
}

// Stores the first snapshot of a branch. If memory runs out, removes all older branches and tries
// again, because a branch needs at least one snapshot.
void History::store_first_snapshot() try { keep(); } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory || branches_.size() == 1) throw;
    log::warning("the device memory for time travel is full, so earlier branches were removed");
    while (branches_.size() > 1) drop_oldest_branch();
    keep();
}

// Stores a snapshot. If memory runs out, reduces the budget for snapshots instead, and leaves the
// free memory to the simulation.
void History::try_to_store() try { keep(); } catch (const Error& error) {
    if (error.code() != ErrorCode::out_of_memory) throw;
    budget_ = device_bytes_ / 2;
    log::warning(fmt::format(
        "the device ran out of memory, so the history for time travel is now limited to {}",
        text::human_bytes(budget_)));
    thin();
}

bool History::has_snapshot_here() const {
    const StoredSnapshot& last = *branch().kept.back();
    return last.step() == simulation_->now().number &&
           last.events() == simulation_->events().all().size();
}

std::uint64_t History::spacing() {
    const std::size_t bytes = std::max<std::size_t>(here().kept.back()->size_bytes(), 1);
    const std::size_t fitting = std::min((budget_ + host_budget_) / bytes, kMaxSnapshots);
    const auto seconds = [](std::optional<Seconds> time) { return time ? time->count() : 0.0; };
    return snapshot_spacing({.fitting = fitting,
                             .reach = reach_,
                             .share = share_,
                             .longest = kLongestWay,
                             .step_time = seconds(step_time()),
                             .capture_time = seconds(capture_time())});
}

// Returns false if the next snapshot must wait for memory. The device memory of a snapshot that
// moves to the host is freed only when the copy is done, and steps may be faster than the copies.
bool History::has_room() {
    const auto fits = [&] { return device_bytes_ + here().kept.back()->size_bytes() <= budget_; };
    return fits() || !finish_moves() || fits();
}

void History::thin() {
    count_bytes();
    const auto is_too_much = [&] {
        return device_bytes_ + host_bytes_ > budget_ + host_budget_ ||
               snapshot_count_ > kMaxSnapshots;
    };
    while (is_too_much()) {
        const std::shared_ptr<StoredSnapshot> gone = least_important();
        if (!gone && branches_.size() == 1) break;
        if (!gone) {
            drop_oldest_branch();
            continue;
        }
        for (Branch& branch : branches_) std::erase(branch.kept, gone);
        count_bytes();
    }
    if (host_budget_ > 0 && device_bytes_ > budget_ - budget_ / kPart) move_oldest();
}

std::shared_ptr<StoredSnapshot> History::least_important() const {
    std::map<std::shared_ptr<StoredSnapshot>, double> values;
    for (const Branch& each : branches_) {
        std::vector<std::uint64_t> steps;
        for (const auto& state : each.kept) steps.push_back(state->step());
        const std::vector<double> in_it =
            importance(steps, each.end, &each == &branch() ? reach_ : 0);
        for (std::size_t i = 0; i < in_it.size(); ++i) {
            double& value = values[each.kept[i]];
            value = std::max(value, in_it[i]);
        }
    }
    const auto least = std::ranges::min_element(values, {}, &decltype(values)::value_type::second);
    const bool is_missed = least->second == std::numeric_limits<double>::infinity();
    return is_missed ? nullptr : least->first;
}

void History::move_oldest() {
    finish_moves();
    for (const Branch& branch : branches_)
        for (const auto& state : branch.kept)
            if (state->is_on_device() && !state->is_moving())
                return state->move_to_host(simulation_->stream(), transfers_, pinned_);
}

// Frees the device memory of snapshots whose copies to the host are done. Returns true if some
// snapshots are still moving.
bool History::finish_moves() {
    bool is_moving = false;
    for (const Branch& branch : branches_)
        for (const auto& state : branch.kept) {
            state->finish_move(simulation_->stream());
            is_moving |= state->is_moving();
        }
    count_bytes();
    return is_moving;
}

void History::count_bytes() {
    std::map<const StoredSnapshot*, std::size_t> all;
    for (const Branch& branch : branches_)
        for (const auto& state : branch.kept) all[state.get()] = state->size_bytes();
    snapshot_count_ = all.size();
    if (peeked_) all[peeked_.get()] = peeked_->size_bytes();
    device_bytes_ = host_bytes_ = 0;
    for (const auto& [state, bytes] : all)
        (state->is_on_device() ? device_bytes_ : host_bytes_) += bytes;
}

// --- Travel into the past --------------------------------------------------------------------

// Returns the index of the branch with this name. The index changes if an older branch is removed.
// If the branch itself was removed, returns the index of the current branch.
std::size_t History::index_of(const std::string& name) const {
    const auto found = std::ranges::find(branches_, name, &Branch::name);
    return found == branches_.end() ? current_
                                    : static_cast<std::size_t>(found - branches_.begin());
}

void History::go_to(std::size_t index, std::uint64_t step) {
    const std::string name = branches_.at(index).name;
    simulation_->note_edits();
    note();
    if (!in_past_) {
        if (!has_snapshot_here()) try_to_store();  // to be able to return to this state
        present_log_ = simulation_->events();
    }
    index = index_of(name);
    try {
        const Branch& to = branches_[index];
        travel(to, std::clamp(step, to.begin, to.end));
    } catch (...) {
        arrive(index);
        throw;
    }
    arrive(index);
}

// Ends a move to a branch: replaces the log in a single step, so that readers of the log do not see
// intermediate states.
void History::arrive(std::size_t index) {
    const std::vector<RunEvent> log = simulation_->events().all();
    simulation_->events() = present_log_;
    set_log(log, log.size());
    current_ = index;
    seen_ = log.size();
    const std::uint64_t step = simulation_->now().number;
    in_past_.reset();
    if (step != here().end || seen_ != here().events.size())
        in_past_ = {step, {simulation_->parameters().begin(), simulation_->parameters().end()}};
}

// The two simulations may share code, and therefore the code's variables. Restores the history's
// own simulation last, so that the variables have the values of that simulation.
void History::look_at(std::size_t index, std::uint64_t step, Simulation& other) {
    const std::string name = branches_.at(index).name;
    simulation_->note_edits();
    note();
    index = index_of(name);
    const Snapshot present = simulation_->capture();
    note_events();
    const EventLog log = simulation_->events();
    const auto come_back = [&] {
        simulation_->restore(present);
        simulation_->events() = log;
    };
    try {
        const Branch& at = branches_[index];
        travel(at, std::clamp(step, at.begin, at.end));
        peeked_ = std::make_shared<StoredSnapshot>(simulation_->capture());
        peeked_branch_ = at.name;
        count_bytes();
        other.stream().wait(simulation_->stream());
        other.restore(peeked_->snapshot());
        simulation_->stream().wait(other.stream());
    } catch (...) {
        come_back();
        throw;
    }
    come_back();
}

void History::end_peek() {
    peeked_.reset();
    count_bytes();
}

void History::travel(const Branch& branch, std::uint64_t step) {
    const std::size_t events = events_until(branch, step);
    const StoredSnapshot& start = nearest(branch, step, events);
    if (!is_on_way_to(branch, start, step)) {
        set_log(branch.events, start.events());
        start.restore(*simulation_, transfers_);
    }
    for (std::size_t i = simulation_->events().all().size(); i < events; ++i) {
        advance_to(branch.events[i].step);
        simulation_->redo(branch.events[i]);
    }
    advance_to(step);
    simulation_->note_edits();
    set_log(branch.events, events);  // restores the order of edits, which note_edits() may change
}

const StoredSnapshot& History::nearest(const Branch& branch, std::uint64_t step,
                                       std::size_t events) const {
    const auto is_before = [&](const StoredSnapshot& state) {
        return state.step() <= step && state.events() <= events;
    };
    const StoredSnapshot* found = branch.kept.front().get();
    for (const auto& state : branch.kept)
        if (is_before(*state)) found = state.get();
    const bool is_nearer = peeked_ && peeked_branch_ == branch.name && is_before(*peeked_) &&
                           peeked_->step() > found->step();
    return is_nearer ? *peeked_ : *found;
}

// Returns true if the simulation is already at a step of this branch between the snapshot and
// `step`, so that the snapshot need not be restored.
bool History::is_on_way_to(const Branch& branch, const StoredSnapshot& start,
                           std::uint64_t step) const {
    const std::vector<RunEvent>& log = simulation_->events().all();
    const std::uint64_t now = simulation_->now().number;
    if (now < start.step() || now > step || log.size() < branch.first_event ||
        log.size() > branch.events.size() || log.size() < start.events())
        return false;
    const bool has_missed =
        log.size() < branch.events.size() && branch.events[log.size()].step < now;
    return !has_missed && std::equal(log.begin(), log.end(), branch.events.begin());
}

void History::set_log(const std::vector<RunEvent>& events, std::size_t count) {
    EventLog& log = simulation_->events();
    const auto last = events.begin() + static_cast<std::ptrdiff_t>(count);
    const auto [theirs, ours] =
        std::mismatch(log.all().begin(), log.all().end(), events.begin(), last);
    const auto common = static_cast<std::size_t>(ours - events.begin());
    log.cut(common);
    for (std::size_t i = common; i < count; ++i) log.add(events[i]);
}

void History::advance_to(std::uint64_t step) {
    while (simulation_->now().number < step) {
        const std::uint64_t steps = step - simulation_->now().number;
        simulation_->advance(static_cast<unsigned>(
            std::min<std::uint64_t>(steps, std::numeric_limits<unsigned>::max())));
    }
}

}  // namespace glint::studio
