// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <vector>

#include <sys/types.h>

#include <glint/studio/keep/recording/detail/encoder.hpp>

namespace glint::studio {

/// Returns arguments for ffmpeg. With them, ffmpeg reads raw pictures of this size from stdin, and
/// encodes them into the file of `options`.
std::vector<std::string> ffmpeg_arguments(const RecordingOptions& options, unsigned width,
                                          unsigned height);

/// A program that reads from a pipe. It runs in its own session, so that terminal signals to the
/// foreground process, such as Ctrl+C, do not reach it.
class PipedProgram {
public:
    /// Throws Error(io) if the program does not start.
    PipedProgram(const std::filesystem::path& program, std::vector<std::string> arguments);
    PipedProgram(const PipedProgram&) = delete;
    PipedProgram& operator=(const PipedProgram&) = delete;
    /// Closes the pipe and waits for the program.
    ~PipedProgram() { finish(); }

    /// Writes the bytes into the pipe, and blocks until that is done. Returns false if the program
    /// no longer reads from the pipe. The calling thread must block SIGPIPE.
    bool write(std::span<const std::byte> bytes);
    /// Closes the pipe and waits for the program to end. Returns an empty string if the program
    /// ended with status 0. Otherwise returns how the program ended, and the first line that it
    /// wrote on stderr.
    std::string finish();

private:
    std::string first_line() const;

    std::string name_;
    int pipe_ = -1;
    int errors_ = -1;  ///< stderr of the program, a file in memory
    pid_t process_ = 0;
    std::string ended_;
};

/// A video encoded by ffmpeg, which reads raw pictures through a pipe.
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

/// Returns the number of pictures in a video, according to ffmpeg; nullopt if ffmpeg cannot count
/// them. Throws if temporary files do not fit on the disk.
std::optional<std::size_t> pictures_in(const std::filesystem::path& ffmpeg,
                                       const std::filesystem::path& video);

}  // namespace glint::studio
