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
#include <glint/studio/keep/recording/detail/encoder.hpp>

namespace glint::studio {

/// How a recording ended.
struct RecordingResult {
    std::size_t pictures = 0;            ///< number of pictures received
    std::optional<std::size_t> kept{};   ///< pictures before the first missing picture
    std::optional<std::string> error{};  ///< nullopt if all pictures were written
    std::vector<unsigned> frames{};      ///< the frame number of each picture
};

/// Describes which pictures were written before a failure, for example "'x.mp4' contains the first
/// 42 of 60 images (frames 2 to 84)".
std::string written_text(const RecordingResult& result, const std::filesystem::path& file);

/// Passes the pictures of a run to an encoder on background threads. Pictures that differ in size
/// from the first, for example after the window was resized, are scaled to fit.
class Recorder final : public app::PictureSink {
public:
    explicit Recorder(std::unique_ptr<Encoder> encoder);
    Recorder(const Recorder&) = delete;
    Recorder& operator=(const Recorder&) = delete;
    /// Completes the file, like finish().
    ~Recorder() override;

    bool take(app::TakenPicture picture) override;
    std::size_t capacity() const override;

    /// Waits until all pictures taken so far are written, and completes the file. Only the first
    /// call has an effect. Returns how the recording ended.
    const RecordingResult& finish();

    std::size_t pictures() const;  ///< number of pictures taken so far
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
    std::optional<std::pair<unsigned, unsigned>> size_;  ///< size of the first picture
    RecordingResult result_;
    bool is_over_ = false;
    bool is_finished_ = false;
    std::vector<glint::detail::OwnThread> threads_;
};

}  // namespace glint::studio
