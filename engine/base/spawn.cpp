// SPDX-License-Identifier: MIT
#include <glint/base/spawn.hpp>

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace glint::detail {

Spawn::Spawn() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
}

Spawn::~Spawn() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
}

void Spawn::give(int own, int descriptor) {
    posix_spawn_file_actions_adddup2(&actions_, own, descriptor);
}

void Spawn::write_to(int descriptor, const std::filesystem::path& file) {
    posix_spawn_file_actions_addopen(&actions_, descriptor, file.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
}

void Spawn::detach() {
    sigset_t none, by_default;
    sigemptyset(&none);
    sigemptyset(&by_default);
    for (const int signal : {SIGPIPE, SIGINT, SIGTERM}) sigaddset(&by_default, signal);
    posix_spawnattr_setflags(&attributes_,
                             POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &by_default);
}

int Spawn::start(const std::filesystem::path& program, std::vector<std::string> arguments,
                 pid_t& process) const {
    std::string name = program.string();
    std::vector<char*> texts{name.data()};
    for (std::string& argument : arguments) texts.push_back(argument.data());
    texts.push_back(nullptr);
    return ::posix_spawn(&process, program.c_str(), &actions_, &attributes_, texts.data(), environ);
}

std::optional<int> wait_for_end(pid_t process) {
    int status = 0;
    for (;;) {
        if (::waitpid(process, &status, 0) == process) return status;
        if (errno != EINTR) return std::nullopt;
    }
}

}  // namespace glint::detail
