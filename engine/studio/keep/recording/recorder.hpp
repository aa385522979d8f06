// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <glint/app/picture_sink.hpp>
#include <glint/base/process.hpp>
#include <glint/studio/keep/recording/encoder.hpp>

namespace glint::studio {

/// How a recording ended.
struct RecordingResult {
    std::size_t pictures = 0;            ///< that were given
    std::optional<std::size_t> kept{};   ///< of these the first so many are there
    std::optional<std::string> error{};  ///< nothing if all are
    std::vector<unsigned> frames{};      ///< of which each picture is
};

/// "... has the first 42 of 60 pictures (frames 2 to 84)": what is there after a failure.
std::string kept_text(const RecordingResult& result, const std::filesystem::path& file);

/// Gives the pictures of a run to an encoder, on threads of its own. Pictures of another size than
/// the first, as of a window that was resized, are fitted into it.
class Recorder final : public app::PictureSink {
public:
    explicit Recorder(std::unique_ptr<Encoder> encoder);
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    /// Completes the file, as `finish`.
    ~Recorder() override;

    bool take(app::TakenPicture picture) override;
    std::size_t capacity() const override;

    /// Waits until all is written that was taken. The first call counts.
    const RecordingResult& finish();

    std::size_t pictures() const;  ///< taken so far
    bool has_failed() const;

private:
    struct Numbered {
        app::TakenPicture picture;
        std::size_t index;
    };

    void work();
    void end_threads();
    std::optional<Numbered> next();
    void encode(Picture& picture, std::size_t index);
    void fail(const std::string& error);
    std::optional<std::size_t> kept() const;

    std::unique_ptr<Encoder> encoder_;
    mutable std::mutex mutex_;
    std::condition_variable more_;
    std::deque<Numbered> queue_;
    std::optional<std::pair<unsigned, unsigned>> size_;  ///< of the first picture
    RecordingResult result_;
    bool is_over_ = false;
    bool is_finished_ = false;
    std::vector<glint::detail::OwnThread> threads_;
};

}  // namespace glint::studio
