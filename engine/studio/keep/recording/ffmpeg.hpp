// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include <glint/studio/keep/recording/encoder.hpp>

namespace glint::studio {

/// What ffmpeg is told to make such a file of pictures of this size that it reads from its input.
std::vector<std::string> ffmpeg_arguments(const RecordingOptions& options, unsigned width,
                                          unsigned height);

/// A program that reads from a pipe. It has a session of its own: what a terminal sends to the
/// process in front of it, as with Ctrl+C, does not reach it.
class PipedProgram {
public:
    /// Throws Error(io) if it does not start.
    PipedProgram(const std::filesystem::path& program, std::vector<std::string> arguments);
    PipedProgram(const PipedProgram&) = delete;
    PipedProgram& operator=(const PipedProgram&) = delete;
    /// Closes the pipe and waits for the program.
    ~PipedProgram() { finish(); }

    /// Waits until all is written; false if the program does not read any longer. For threads that
    /// block SIGPIPE.
    bool write(std::span<const std::byte> bytes);
    /// Closes the pipe and waits until the program has ended. Empty if it ended with status 0, else
    /// how it ended, and the first line that it wrote on stderr.
    std::string finish();

private:
    std::string first_line() const;

    std::string name_;
    int pipe_ = -1;
    int errors_ = -1;  ///< a file in memory
    pid_t process_ = 0;
    std::string ended_;
};

/// A video by ffmpeg, which gets raw pictures through a pipe.
class VideoEncoder final : public Encoder {
public:
    explicit VideoEncoder(RecordingOptions options);

    unsigned threads() const override { return 1; }
    void add(const Picture& picture, std::size_t index) override;
    void finish() override;
    std::optional<std::size_t> kept() override;

private:
    void start(const Picture& picture);
    void fail();

    RecordingOptions options_;
    std::filesystem::path ffmpeg_;
    std::optional<PipedProgram> program_;
};

/// How many pictures a video has, by ffmpeg; nothing if it cannot tell. Throws where there is no
/// room for temporary files.
std::optional<std::size_t> pictures_in(const std::filesystem::path& ffmpeg,
                                       const std::filesystem::path& video);

}  // namespace glint::studio
