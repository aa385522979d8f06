// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/live_editing.hpp>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <glint/base/log.hpp>

namespace glint::studio {
namespace {

using Clock = std::chrono::system_clock;

}  // namespace

LiveEditing::LiveEditing(Simulation& simulation)
    : simulation_(&simulation),
      live_(simulation.stream().device(), simulation.file(), simulation.code().text(),
            simulation.code_options()),
      versions_(simulation.code().text(), Clock::now()) {}

void LiveEditing::show(std::string_view text, std::span<const Mistake> mistakes,
                       std::string_view what) {
    mistakes_ = excerpts_of(simulation_->file(), text, mistakes);
    log::error(std::string(what));
}

template <class Action>
bool LiveEditing::attempt(const std::string& text, const Action& action) try {
    action();
    return true;
} catch (const DeclarationError& error) {
    show(text, error.mistakes(), error.what());
    return false;
} catch (const Error& error) {
    if (simulation_->stream().device().is_lost()) throw;
    show(text, std::vector<Mistake>{{.line = 0, .message = error.what()}}, error.what());
    return false;
}

bool LiveEditing::update() {
    const bool was_compiling = live_.is_compiling();
    std::optional<Code> code = live_.poll();
    if (code) return adopt(std::move(*code));
    if (was_compiling && !live_.is_compiling()) {
        wanted_.reset();
        is_refused_reset_ = false;
        const LiveFile::Refusal& refusal = *live_.refusal();
        show(refusal.text, refusal.mistakes, refusal.what);
    }
    return false;
}

bool LiveEditing::adopt(Code code) {
    wanted_.reset();
    const std::string text = code.text();
    const bool is_in_use = attempt(text, [&] {
        for (const std::string& change : simulation_->adopt(std::move(code))) log::info(change);
        versions_.use(text, Clock::now());
        log::info(fmt::format("{}: version {} is in use", simulation_->file().string(),
                              versions_.current() + 1));
    });
    if (is_in_use) mistakes_.clear();
    is_refused_reset_ = false;
    return is_in_use;
}

void LiveEditing::follow() { versions_.use(simulation_->code().text(), Clock::now()); }

bool LiveEditing::reset() {
    const bool is_reset = attempt(simulation_->code().text(), [&] { simulation_->reset(); });
    if (is_reset && is_refused_reset_) mistakes_.clear();  // mistakes from the compiler stay
    is_refused_reset_ = !is_reset;
    return is_reset;
}

void LiveEditing::restore(std::size_t index) {
    if (index >= versions_.all().size() || index == wanted_) return;
    wanted_ = index;
    live_.compile(versions_.all()[index].text);
}

void LiveEditing::restore_next(int by) {
    const auto from = static_cast<std::ptrdiff_t>(wanted_.value_or(versions_.current()));
    const auto last = static_cast<std::ptrdiff_t>(versions_.all().size()) - 1;
    const auto to = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(from + by, 0, last));
    if (to != versions_.current() || wanted_) restore(to);
}

}  // namespace glint::studio
