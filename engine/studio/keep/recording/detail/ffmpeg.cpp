// SPDX-License-Identifier: MIT
#include <glint/studio/keep/recording/detail/ffmpeg.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iterator>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/spawn.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr int kPipeBytes = 1 << 20;  // largest pipe without privileges; size of ffmpeg's reads

std::string ending_of(std::optional<int> status) {
    if (!status) return "ended with an unknown exit status";
    if (WIFSIGNALED(*status))
        return fmt::format("was ended by signal {} ({})", WTERMSIG(*status),
                           strsignal(WTERMSIG(*status)));
    return fmt::format("ended with status {}", WEXITSTATUS(*status));
}

/// Prevents ffmpeg from interpreting a file name as an option or a protocol such as 'tee:'.
std::string as_file(const fs::path& file) { return "file:" + file.string(); }

// Uses one palette per picture. A common palette for all pictures would require that ffmpeg keeps
// all of them in memory until the end.
std::vector<std::string> gif_arguments() {
    return {"-filter_complex",
            "split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=0[p];"
            "[b][p]paletteuse=new=1:dither=sierra2_4a",
            "-f", "gif"};
}

// The file consists of complete fragments of one second each, so that players can play a truncated
// file. yuv420p stores one color per 2 x 2 pixels, so the size is padded to even numbers.
std::vector<std::string> mp4_arguments(const std::string& fps) {
    return {"-vf",
            "pad=ceil(iw/2)*2:ceil(ih/2)*2,scale=out_color_matrix=bt709:out_range=tv",
            "-c:v",
            "libx264",
            "-preset",
            "veryfast",
            "-crf",
            "18",
            "-pix_fmt",
            "yuv420p",
            "-colorspace",
            "bt709",
            "-color_primaries",
            "bt709",
            "-color_trc",
            "iec61966-2-1",
            "-color_range",
            "tv",
            "-movflags",
            "+frag_keyframe+empty_moov+default_base_moof",
            "-g",
            fps,
            "-f",
            "mp4"};
}

}  // namespace

std::vector<std::string> ffmpeg_arguments(const RecordingOptions& options, unsigned width,
                                          unsigned height) {
    const std::string fps = std::to_string(options.fps);
    std::vector<std::string> all{"-hide_banner",
                                 "-loglevel",
                                 "error",
                                 "-nostdin",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 "rgba",
                                 "-video_size",
                                 fmt::format("{}x{}", width, height),
                                 "-framerate",
                                 fps,
                                 "-i",
                                 "pipe:0"};
    const bool is_gif = kind_of(options.file) == RecordingKind::gif;
    std::ranges::move(is_gif ? gif_arguments() : mp4_arguments(fps), std::back_inserter(all));
    all.push_back(as_file(options.file));
    return all;
}

PipedProgram::PipedProgram(const fs::path& program, std::vector<std::string> arguments)
    : name_(program.filename().string()) {
    const auto refuse = [&](int error) {
        throw Error(ErrorCode::io, fmt::format("start '{}'", program.string()),
                    std::generic_category().message(error));
    };
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) refuse(errno);
    pipe_ = ends[1];
    (void)::fcntl(pipe_, F_SETPIPE_SZ, kPipeBytes);  // a smaller pipe is only slower
    errors_ = ::memfd_create("errors", MFD_CLOEXEC);
    glint::detail::Spawn spawn;
    spawn.give(ends[0], STDIN_FILENO);
    spawn.write_to(STDOUT_FILENO, "/dev/null");
    spawn.give(errors_, STDERR_FILENO);
    spawn.detach();
    const int error = spawn.start(program, std::move(arguments), process_);
    ::close(ends[0]);
    if (error == 0) return;
    ::close(pipe_);
    ::close(errors_);
    refuse(error);
}

bool PipedProgram::write(std::span<const std::byte> bytes) {
    while (!bytes.empty()) {
        const ::ssize_t done = ::write(pipe_, bytes.data(), bytes.size());
        if (done < 0 && errno == EINTR) continue;
        if (done < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    return true;
}

std::string PipedProgram::first_line() const {
    std::string text(1024, '\0');
    const ::ssize_t read = ::pread(errors_, text.data(), text.size(), 0);
    text.resize(static_cast<std::size_t>(std::max<::ssize_t>(read, 0)));
    const std::string_view trimmed = text::trim(text);
    return std::string(trimmed.substr(0, trimmed.find('\n')));
}

std::string PipedProgram::finish() {
    if (pipe_ < 0) return ended_;
    ::close(std::exchange(pipe_, -1));
    const std::optional<int> status = glint::detail::wait_for_end(process_);
    if (!status || !WIFEXITED(*status) || WEXITSTATUS(*status) != 0) {
        const std::string said = first_line();
        ended_ = fmt::format("{} {}{}{}", name_, ending_of(status), said.empty() ? "" : ": ", said);
    }
    ::close(std::exchange(errors_, -1));
    return ended_;
}

VideoEncoder::VideoEncoder(RecordingOptions options)
    : options_(std::move(options)), ffmpeg_(ffmpeg_for(options_.file)) {}

void VideoEncoder::start(const Picture& picture) {
    std::error_code ignored;  // ffmpeg will report the problem
    fs::create_directories(absolute_path(options_.file).parent_path(), ignored);
    // Truncates an existing file, so that the file holds only pictures of this recording if ffmpeg
    // fails.
    if (fs::is_regular_file(options_.file, ignored)) fs::resize_file(options_.file, 0, ignored);
    program_.emplace(ffmpeg_, ffmpeg_arguments(options_, picture.width, picture.height));
}

void VideoEncoder::add(const Picture& picture, std::size_t) {
    if (!program_) start(picture);
    if (!program_->write(std::as_bytes(std::span(picture.rgba)))) fail();
}

void VideoEncoder::fail() {
    const std::string ended = program_->finish();
    throw Error(ErrorCode::io, fmt::format("record '{}'", options_.file.string()),
                ended.empty() ? "ffmpeg ended before the last image" : ended);
}

void VideoEncoder::finish() {
    if (program_ && !program_->finish().empty()) fail();
}

std::optional<std::size_t> VideoEncoder::kept() {
    return program_ ? pictures_in(ffmpeg_, options_.file) : 0;
}

std::optional<std::size_t> pictures_in(const fs::path& ffmpeg, const fs::path& video) {
    std::error_code absent;
    if (const auto bytes = fs::file_size(video, absent); absent || bytes == 0) return 0;
    const ScratchFolder folder;
    const fs::path list = folder.path() / "list", errors = folder.path() / "errors";
    // The format framecrc prints one line per picture, after some lines that begin with '#'. A
    // truncated file can end with a partial picture, which is discarded.
    const int status = run_program(
        ffmpeg,
        {"-hide_banner", "-loglevel", "error", "-nostdin", "-fflags", "+discardcorrupt", "-i",
         as_file(video), "-map", "0:v:0", "-c", "copy", "-f", "framecrc", "pipe:1"},
        {.out = list, .errors = errors});
    if (status != 0) return std::nullopt;
    std::size_t pictures = 0;
    const std::string text = read_text(list);
    for (const std::string_view line : text::split(text, '\n'))
        if (!line.empty() && line.front() != '#') ++pictures;
    return pictures;
}

}  // namespace glint::studio
