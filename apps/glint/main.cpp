// SPDX-License-Identifier: MIT
#include <apps/glint/command_line.hpp>

int main(int argc, char** argv) { return glint::apps::run_glint(argc, argv); }
