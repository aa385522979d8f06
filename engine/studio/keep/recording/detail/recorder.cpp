// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/recorder.hpp>

#include <algorithm>
#include <csignal>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/keep/recording/detail/fit_picture.hpp>

namespace glint::studio {
namespace {

// The threads of the recorder copy pictures right away, so a longer queue would only use more
// memory.
constexpr std::size_t kQueued = 3;

/// Blocks SIGPIPE in this thread, so that a write to a closed pipe returns an error.
void block_pipe_signal() {
    sigset_t signals;
    sigemptyset(&signals);
    sigaddset(&signals, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

std::string written_text(const RecordingResult& result, const std::filesystem::path& file) {
    const std::string name = file.string();
    const std::size_t all = result.pictures;
    if (!result.kept)
        return fmt::format("'{}' is incomplete. It is unknown how many of {} the file contains",
                           name, text::counted(all, "image"));
    const std::size_t kept = std::min(*result.kept, all);
    if (kept == 0) return fmt::format("'{}' contains none of the {} images", name, all);
    return fmt::format("'{}' contains the first {} of {} (frames {} to {})", name, kept,
                       text::counted(all, "image"), result.frames.front(), result.frames[kept - 1]);
}

Recorder::Recorder(std::unique_ptr<Encoder> encoder) : encoder_(std::move(encoder)) {
    const unsigned threads = encoder_->threads();
    threads_.reserve(threads);
    try {
        while (threads_.size() < threads) threads_.emplace_back([this] { work(); });
    } catch (...) {
        end_threads();
        throw;
    }
}

void Recorder::end_threads() {
    {
        const std::scoped_lock lock(mutex_);
        is_over_ = true;
        more_.notify_all();
    }
    threads_.clear();
}

Recorder::~Recorder() { finish(); }

std::size_t Recorder::capacity() const { return kQueued; }

bool Recorder::take(app::TakenPicture picture) {
    const std::scoped_lock lock(mutex_);
    if (is_over_ || result_.error) return false;
    if (!size_) size_ = {picture.width(), picture.height()};
    result_.frames.push_back(picture.frame());
    queue_.push_back({std::move(picture), result_.pictures++});
    more_.notify_one();
    return true;
}

std::optional<Recorder::Numbered> Recorder::next() {
    std::unique_lock lock(mutex_);
    more_.wait(lock, [this] { return is_over_ || !queue_.empty(); });
    if (queue_.empty()) return std::nullopt;
    std::optional<Numbered> next = std::move(queue_.front());
    queue_.pop_front();
    return next;
}

void Recorder::work() {
    block_pipe_signal();
    Picture picture;
    while (auto numbered = next()) {
        if (has_failed()) continue;
        try {
            const std::size_t index = numbered->index;
            numbered->picture.copy_to(picture);
            numbered.reset();  // frees the memory of the taken picture
            encode(picture, index);
        } catch (const std::exception& error) {
            fail(error.what());
        }
    }
}

void Recorder::encode(Picture& picture, std::size_t index) {
    if (const auto [width, height] = *size_; picture.width != width || picture.height != height)
        picture = fitted(picture, width, height);
    encoder_->add(picture, index);
}

void Recorder::fail(const std::string& error) {
    const std::scoped_lock lock(mutex_);
    if (!result_.error) result_.error = error;
}

const RecordingResult& Recorder::finish() {
    if (std::exchange(is_finished_, true)) return result_;
    end_threads();
    try {
        encoder_->finish();
    } catch (const std::exception& error) {
        fail(error.what());
    }
    result_.kept = result_.error ? kept() : result_.pictures;
    return result_;
}

// Returns nullopt if the pictures cannot be counted, for example because the disk is full.
std::optional<std::size_t> Recorder::kept() const {
    try {
        return encoder_->kept();
    } catch (const std::exception&) {
        return std::nullopt;
    }
}

std::size_t Recorder::pictures() const {
    const std::scoped_lock lock(mutex_);
    return result_.pictures;
}

bool Recorder::has_failed() const {
    const std::scoped_lock lock(mutex_);
    return result_.error.has_value();
}

}  // namespace glint::studio
