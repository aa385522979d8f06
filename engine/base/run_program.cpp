#include <glint/base/run_program.hpp>

#include <cstdlib>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glint/base/environment.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

/// What is done in the new process before the program starts.
class FileActions {
public:
    FileActions() { posix_spawn_file_actions_init(&actions_); }
    ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
    FileActions(const FileActions&) = delete;
    FileActions& operator=(const FileActions&) = delete;

    void write_to(int descriptor, const fs::path& file) {
        if (!file.empty())
            posix_spawn_file_actions_addopen(&actions_, descriptor, file.c_str(),
                                             O_WRONLY | O_CREAT | O_TRUNC, 0600);
    }
    const posix_spawn_file_actions_t* get() const noexcept { return &actions_; }

private:
    posix_spawn_file_actions_t actions_;
};

}  // namespace

ScratchFolder::ScratchFolder() {
    std::string name = (fs::temp_directory_path() / "glint-XXXXXX").string();
    if (!::mkdtemp(name.data()))
        throw Error(ErrorCode::io, "make a folder '" + name + "'", "the system refuses");
    path_ = name;
}

ScratchFolder::~ScratchFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::optional<fs::path> find_program(std::string_view name) {
    const auto path = environment("PATH");
    if (!path) return std::nullopt;
    for (const std::string_view folder : text::split(*path, ':')) {
        const fs::path program = fs::path(folder) / name;
        if (program.is_absolute() && ::access(program.c_str(), X_OK) == 0) return program;
    }
    return std::nullopt;
}

int run_program(const fs::path& program, std::vector<std::string> arguments,
                const ProgramOutput& output) {
    std::string name = program.string();
    std::vector<char*> texts{name.data()};
    for (std::string& argument : arguments) texts.push_back(argument.data());
    texts.push_back(nullptr);
    FileActions actions;
    actions.write_to(STDOUT_FILENO, output.out);
    actions.write_to(STDERR_FILENO, output.errors);
    pid_t child = 0;
    if (::posix_spawn(&child, program.c_str(), actions.get(), nullptr, texts.data(), environ) != 0)
        return -1;
    int status = 0;
    if (::waitpid(child, &status, 0) != child || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
}

}  // namespace glint
