#include <glint/base/run_program.hpp>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

TEST(RunProgram, GivesItsOutputErrorsAndStatus) {
    const ScratchFolder folder;
    const ProgramOutput output{folder.path() / "out", folder.path() / "errors"};
    const int status =
        run_program("/bin/sh", {"-c", "echo \"$1\"; echo wrong >&2; exit 3", "sh", "a b"}, output);
    EXPECT_EQ(status, 3);
    EXPECT_EQ(read_text(output.out), "a b\n");
    EXPECT_EQ(read_text(output.errors), "wrong\n");
}

TEST(RunProgram, WhatDoesNotStartOrIsKilledHasNoStatus) {
    EXPECT_EQ(run_program("/no/such/program", {}), -1);
    EXPECT_EQ(run_program("/bin/sh", {"-c", "kill -9 $$"}), -1);
}

TEST(ScratchFolder, GoesWithAllThatIsInIt) {
    fs::path path;
    {
        const ScratchFolder folder;
        path = folder.path();
        write_atomically(path / "file", std::as_bytes(std::span("text", 4)));
        EXPECT_TRUE(fs::is_directory(path));
    }
    EXPECT_FALSE(fs::exists(path));
}

}  // namespace
}  // namespace glint
