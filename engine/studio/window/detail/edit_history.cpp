// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/edit_history.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kMax = 1000;

std::vector<std::vector<std::byte>> parameter_bytes(std::span<ParameterSet> parameters) {
    std::vector<std::vector<std::byte>> bytes;
    for (const ParameterSet& set : parameters)
        bytes.emplace_back(set.bytes().begin(), set.bytes().end());
    return bytes;
}

bool set_to(std::span<ParameterSet> parameters, const std::string& structure,
            const std::string& name, const std::string& text) {
    for (ParameterSet& set : parameters) {
        if (set.struct_name() != structure) continue;
        const auto found = std::ranges::find(set.list(), name, &Parameter::name);
        if (found == set.list().end() || set.text(*found) == text) continue;
        try {
            set.set_text(*found, text);
            return true;
        } catch (const Error&) {  // another version of the file may accept other values
        }
    }
    return false;
}

}  // namespace

std::vector<EditHistory::Value> EditHistory::values_of(Parameters parameters) {
    std::vector<Value> values;
    for (const ParameterSet& set : parameters)
        for (const Parameter& parameter : set.list())
            values.push_back({set.struct_name(), parameter.name,
                              parameter.annotation ? parameter.annotation->label : parameter.name,
                              set.text(parameter)});
    return values;
}

void EditHistory::rebase(Parameters parameters) {
    last_ = values_of(parameters);
    bytes_ = parameter_bytes(parameters);
    is_open_ = false;
}

void EditHistory::watch(Parameters parameters, bool is_held) {
    std::vector<std::vector<std::byte>> bytes = parameter_bytes(parameters);
    if (bytes != bytes_) {
        std::vector<Value> values = values_of(parameters);
        Entry changes;
        for (std::size_t i = 0; i < std::min(values.size(), last_.size()); ++i)
            if (values[i].text != last_[i].text) changes.push_back({last_[i], values[i].text});
        add(std::move(changes));
        last_ = std::move(values);
        bytes_ = std::move(bytes);
        is_open_ = is_held;
    }
    is_open_ = is_open_ && is_held;
}

void EditHistory::add(Entry changes) {
    if (changes.empty()) return;
    undone_.clear();
    if (!is_open_) {
        if (done_.size() == kMax) done_.erase(done_.begin());
        done_.push_back(std::move(changes));
        return;
    }
    for (Change& change : changes) {
        const auto same = [&](const Change& earlier) {
            return earlier.before.structure == change.before.structure &&
                   earlier.before.name == change.before.name;
        };
        const auto earlier = std::ranges::find_if(done_.back(), same);
        if (earlier == done_.back().end())
            done_.back().push_back(std::move(change));
        else
            earlier->after = std::move(change.after);
    }
}

bool EditHistory::apply(Parameters parameters, const Entry& entry, bool is_undone) {
    bool has_changed = false;
    for (const auto& [before, after] : entry)
        has_changed |=
            set_to(parameters, before.structure, before.name, is_undone ? before.text : after);
    rebase(parameters);
    return has_changed;
}

bool EditHistory::undo(Parameters parameters) {
    watch(parameters, false);
    while (!done_.empty()) {
        undone_.push_back(std::move(done_.back()));
        done_.pop_back();
        if (apply(parameters, undone_.back(), true)) return true;
    }
    return false;
}

bool EditHistory::redo(Parameters parameters) {
    watch(parameters, false);
    while (!undone_.empty()) {
        done_.push_back(std::move(undone_.back()));
        undone_.pop_back();
        if (apply(parameters, done_.back(), false)) return true;
    }
    return false;
}

std::string EditHistory::describe(const Entry& entry, bool is_undone) {
    if (entry.size() != 1) return fmt::format("{} parameters", entry.size());
    const auto& [before, after] = entry.front();
    return fmt::format("{} {} -> {}", before.label, is_undone ? after : before.text,
                       is_undone ? before.text : after);
}

std::string EditHistory::to_undo() const {
    return done_.empty() ? "" : describe(done_.back(), true);
}

std::string EditHistory::to_redo() const {
    return undone_.empty() ? "" : describe(undone_.back(), false);
}

}  // namespace glint::studio
