// SPDX-License-Identifier: MIT
#include <csignal>

#include <apps/glint/command_line.hpp>
#include <glint/base/console.hpp>

int main(int argc, char** argv) {
    glint::console::prepare();
    std::signal(SIGCHLD, SIG_DFL);  // a parent that ignores it would hide how processes ended
    return glint::console::finish(glint::apps::run_command_line(argc, argv));
}
