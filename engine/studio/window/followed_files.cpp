// SPDX-License-Identifier: MIT
#include <glint/studio/window/followed_files.hpp>

#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/compiler/detail/build.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/window/detail/live_editing.hpp>

namespace glint::studio {
namespace {

// Programs that write a file in parts pause for less than this time between parts.
constexpr std::chrono::milliseconds kQuiet{200};

}  // namespace

FileFollower::FileFollower(Simulation& simulation, LiveEditing& editing, FollowedFiles followed)
    : simulation_(simulation),
      editing_(editing),
      followed_(std::move(followed)),
      watched_(std::make_unique<compiler::WatchedFiles>()),
      wanted_(simulation.code().text()) {
    for (const std::filesystem::path& file : followed_.files) watched_->add(file);
}

FileFollower::~FileFollower() = default;

bool FileFollower::update(bool is_new) {
    const auto now = std::chrono::steady_clock::now();
    if (watched_->changed()) changed_ = now;
    if (changed_ && now - *changed_ >= kQuiet) {
        changed_.reset();
        return take();
    }
    // Resets the simulation after the generated version was adopted. If the files have changed
    // again in the meantime, waits for the next version.
    return is_new && !changed_ && simulation_.code().text() == wanted_ && reset();
}

bool FileFollower::take() try {
    std::string text = followed_.text();
    if (text == wanted_ && text == simulation_.code().text()) {
        simulation_.read_inputs_again();
        return reset();
    }
    wanted_ = std::move(text);
    write_atomically(simulation_.file(), wanted_);  // LiveEditing compiles it, then update() resets
    return false;
} catch (const Error& error) {
    if (error.code() == ErrorCode::device_lost) throw;
    log::error(error.what());
    return false;
}

bool FileFollower::reset() {
    const bool is_reset = editing_.reset();
    if (is_reset && !followed_.files.empty())
        log::info(fmt::format("reloaded {}", followed_.files.front().string()));
    return is_reset;
}

}  // namespace glint::studio
