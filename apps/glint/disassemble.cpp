#include <apps/glint/disassemble.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

struct Tool {
    const char* name;
    const char* option;  ///< that gives code alone
};

constexpr std::array<Tool, 2> kTools{{{"nvdisasm", "--print-code"}, {"cuobjdump", "--dump-sass"}}};

struct FoundTool {
    fs::path path;
    const char* option;
};

std::vector<fs::path> places() {
    std::vector<fs::path> folders;
    if (const char* path = std::getenv("PATH"))
        for (const std::string_view folder : text::split(path, ':')) folders.emplace_back(folder);
    for (const char* variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* folder = std::getenv(variable)) folders.push_back(fs::path(folder) / "bin");
    folders.emplace_back("/usr/local/cuda/bin");
    folders.emplace_back("/opt/cuda/bin");
    return folders;
}

std::optional<FoundTool> find_tool() {
    const std::vector<fs::path> folders = places();
    for (const Tool& tool : kTools)
        for (const fs::path& folder : folders)
            if (const fs::path path = folder / tool.name; ::access(path.c_str(), X_OK) == 0)
                return FoundTool{path, tool.option};
    return std::nullopt;
}

/// A folder that goes with its scope.
class ScratchFolder {
public:
    ScratchFolder() {
        std::string name = (fs::temp_directory_path() / "glint-XXXXXX").string();
        if (!::mkdtemp(name.data()))
            throw Error(ErrorCode::io, "make a folder '" + name + "'", "the system refuses");
        path_ = name;
    }
    ScratchFolder(const ScratchFolder&) = delete;
    ScratchFolder& operator=(const ScratchFolder&) = delete;
    ~ScratchFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    const fs::path& path() const noexcept { return path_; }

private:
    fs::path path_;
};

// Runs the tool on `cubin`, its output into `out`. Its exit status, -1 if it does not start.
int run(const FoundTool& tool, std::string cubin, const fs::path& out) {
    std::string name = tool.path.string(), option = tool.option;
    std::array<char*, 4> arguments{name.data(), option.data(), cubin.data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, out.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t child = 0;
    const int failed =
        ::posix_spawn(&child, tool.path.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    int status = 0;
    if (failed || ::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

}  // namespace

std::string disassembled(std::span<const std::byte> cubin, const std::string& name) {
    const std::optional<FoundTool> tool = find_tool();
    if (!tool)
        throw Error(ErrorCode::unsupported, "disassemble " + name,
                    "neither nvdisasm nor cuobjdump is in $PATH, $CUDA_HOME/bin or "
                    "/usr/local/cuda/bin; install the CUDA toolkit's binary utilities");
    const ScratchFolder scratch;
    const fs::path binary = scratch.path() / "code.cubin", text = scratch.path() / "code.txt";
    write_atomically(binary, cubin);
    if (const int status = run(*tool, binary.string(), text); status != 0)
        throw Error(ErrorCode::io, "disassemble " + name,
                    fmt::format("{} failed ({})", tool->path.string(), status));
    return read_text(text);
}

}  // namespace glint::apps
