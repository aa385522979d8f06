// SPDX-License-Identifier: MIT
#include <glint/studio/run/events.hpp>

#include <algorithm>

namespace glint::studio {

void EventLog::cut(std::size_t size) {
    if (size >= events_.size()) return;
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(size), events_.end());
    kept_ = std::min(kept_, size);
}

EventLog::Change EventLog::take_change() {
    const Change change{.kept = kept_, .fresh = std::span(events_).subspan(kept_)};
    kept_ = taken_ = events_.size();
    return change;
}

}  // namespace glint::studio
