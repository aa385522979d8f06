#include <glint/studio/keep/recording/ffmpeg.hpp>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/run_program.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr int kPipeBytes = 1 << 20;  // as much as everybody may have; ffmpeg reads in such parts

/// How a program is started: in a session of its own, with no signal blocked or ignored.
class SpawnSettings {
public:
    SpawnSettings(int input, int errors) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
        posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
        sigset_t none, ignored;
        sigemptyset(&none);
        sigemptyset(&ignored);
        for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&ignored, signal);
        posix_spawnattr_init(&attributes_);
        posix_spawnattr_setflags(
            &attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
        posix_spawnattr_setsigmask(&attributes_, &none);
        posix_spawnattr_setsigdefault(&attributes_, &ignored);
    }
    SpawnSettings(const SpawnSettings&) = delete;
    SpawnSettings& operator=(const SpawnSettings&) = delete;
    ~SpawnSettings() {
        posix_spawn_file_actions_destroy(&actions_);
        posix_spawnattr_destroy(&attributes_);
    }

    const posix_spawn_file_actions_t* actions() const noexcept { return &actions_; }
    const posix_spawnattr_t* attributes() const noexcept { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_;
    posix_spawnattr_t attributes_;
};

std::string ending_of(int status) {
    if (WIFSIGNALED(status))
        return fmt::format("was ended by signal {} ({})", WTERMSIG(status),
                           strsignal(WTERMSIG(status)));
    return fmt::format("ended with status {}", WEXITSTATUS(status));
}

/// What no name of a file can be taken for: an option, or a protocol such as 'tee:'.
std::string as_file(const fs::path& file) { return "file:" + file.string(); }

}  // namespace

std::vector<std::string> ffmpeg_arguments(const RecordingOptions& options, unsigned width,
                                          unsigned height) {
    std::vector<std::string> all{"-hide_banner", "-loglevel", "error", "-nostdin", "-y"};
    const auto add = [&](std::initializer_list<const char*> more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    add({"-f", "rawvideo", "-pixel_format", "rgba", "-video_size"});
    all.push_back(fmt::format("{}x{}", width, height));
    add({"-framerate"});
    all.push_back(std::to_string(options.fps));
    add({"-i", "pipe:0"});
    if (kind_of(options.file) == RecordingKind::gif) {
        // A palette for each picture: one for all would have to wait, in memory, for the last.
        add({"-filter_complex",
             "split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=0[p];"
             "[b][p]paletteuse=new=1:dither=sierra2_4a",
             "-f", "gif"});
    } else {
        // The file is in parts of a second, each complete, for players to show those of a file that
        // has no end. yuv420p has a colour for each 2 x 2 pixels.
        add({"-vf",
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
             "-g"});
        all.push_back(std::to_string(options.fps));
        add({"-f", "mp4"});
    }
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
    (void)::fcntl(pipe_, F_SETPIPE_SZ, kPipeBytes);  // a smaller one only costs time
    errors_ = ::memfd_create("errors", MFD_CLOEXEC);
    std::string first = program.string();
    std::vector<char*> texts{first.data()};
    for (std::string& argument : arguments) texts.push_back(argument.data());
    texts.push_back(nullptr);
    const SpawnSettings settings(ends[0], errors_);
    const int error = ::posix_spawn(&process_, program.c_str(), settings.actions(),
                                    settings.attributes(), texts.data(), environ);
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
    int status = 0;
    while (::waitpid(process_, &status, 0) < 0 && errno == EINTR);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        const std::string said = first_line();
        ended_ = fmt::format("{} {}{}{}", name_, ending_of(status), said.empty() ? "" : ": ", said);
    }
    ::close(std::exchange(errors_, -1));
    return ended_;
}

VideoEncoder::VideoEncoder(RecordingOptions options)
    : options_(std::move(options)), ffmpeg_(ffmpeg_for(options_.file)) {}

void VideoEncoder::start(const Picture& picture) {
    std::error_code ignored;  // ffmpeg says what is wrong
    fs::create_directories(fs::absolute(options_.file).parent_path(), ignored);
    program_.emplace(ffmpeg_, ffmpeg_arguments(options_, picture.width, picture.height));
}

void VideoEncoder::add(const Picture& picture, std::size_t) {
    if (!program_) start(picture);
    if (!program_->write(std::as_bytes(std::span(picture.rgba)))) fail();
}

void VideoEncoder::fail() {
    const std::string ended = program_->finish();
    throw Error(ErrorCode::io, fmt::format("record '{}'", options_.file.string()),
                ended.empty() ? "ffmpeg ended before its last picture" : ended);
}

void VideoEncoder::finish() {
    if (program_ && !program_->finish().empty()) fail();
}

std::optional<std::size_t> VideoEncoder::kept() {
    return program_ ? pictures_in(ffmpeg_, options_.file) : 0;
}

std::optional<std::size_t> pictures_in(const fs::path& ffmpeg, const fs::path& video) {
    const ScratchFolder folder;
    const fs::path list = folder.path() / "list", errors = folder.path() / "errors";
    // A line for each picture, after some that begin with '#'. A file that was cut off can end with
    // a part of one.
    const int status = run_program(
        ffmpeg,
        {"-hide_banner", "-loglevel", "error", "-nostdin", "-fflags", "+discardcorrupt", "-i",
         as_file(video), "-map", "0:v:0", "-c", "copy", "-f", "framecrc", "pipe:1"},
        {.out = list, .errors = errors});
    std::error_code absent;
    if (status != 0 && fs::file_size(video, absent) > 0 && !absent) return std::nullopt;
    if (status != 0) return 0;
    std::size_t pictures = 0;
    const std::string text = read_text(list);
    for (const std::string_view line : text::split(text, '\n'))
        if (!line.empty() && line.front() != '#') ++pictures;
    return pictures;
}

}  // namespace glint::studio
