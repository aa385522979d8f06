// SPDX-License-Identifier: MIT
#include <glint/base/path_lock.hpp>

#include <csignal>
#include <fstream>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <base/scratch.hpp>
#include <glint/base/left_overs.hpp>

namespace glint::test {
namespace {

namespace fs = std::filesystem;

TEST(FolderLocks, HaveOneHolderAtATime) {
    const TemporaryFolder folder;
    {
        const auto first = FolderLock::try_lock(folder.path());
        ASSERT_TRUE(first);
        EXPECT_FALSE(FolderLock::try_lock(folder.path() / "."));
        fs::create_directory_symlink(folder.path(), folder.path() / "link");
        EXPECT_FALSE(FolderLock::try_lock(folder.path() / "link"));
    }
    EXPECT_TRUE(FolderLock::try_lock(folder.path()));
    EXPECT_THROW((void)FolderLock::try_lock(folder.path() / "missing"), Error);
}

TEST(PathLocks, HaveOneHolderAtATime) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "table.csv";
    std::optional<PathLock> first = PathLock::try_lock(file);
    ASSERT_TRUE(first);
    EXPECT_FALSE(PathLock::try_lock(file));
    EXPECT_FALSE(PathLock::try_lock(folder.path() / "." / "table.csv"));
    EXPECT_FALSE(PathLock::try_lock(folder.path() / "table.csv" / ""));
    fs::create_directory_symlink(folder.path(), folder.path() / "link");
    EXPECT_FALSE(PathLock::try_lock(folder.path() / "link" / "table.csv"));
    EXPECT_TRUE(PathLock::try_lock(folder.path() / "other.csv"));
    std::ofstream(file) << "a file that is there or replaced has the same lock";
    EXPECT_FALSE(PathLock::try_lock(file));
    EXPECT_FALSE(fs::exists(folder.path() / "missing"));
    first.reset();
    EXPECT_TRUE(PathLock::try_lock(file));
}

TEST(PathLocks, EndWhenTheirProcessEnds) {
    const TemporaryFolder folder;
    const fs::path file = folder.path() / "table.csv";
    int ready[2];
    ASSERT_EQ(pipe(ready), 0);
    const pid_t holder = fork();
    if (holder == 0) {
        const auto lock = PathLock::try_lock(file);
        (void)!write(ready[1], lock ? "y" : "n", 1);
        pause();
        _exit(0);
    }
    char is_held = 0;
    ASSERT_EQ(read(ready[0], &is_held, 1), 1);
    EXPECT_EQ(is_held, 'y');
    EXPECT_FALSE(PathLock::try_lock(file));
    kill(holder, SIGKILL);
    waitpid(holder, nullptr, 0);
    EXPECT_TRUE(PathLock::try_lock(file));
    close(ready[0]);
    close(ready[1]);
}

TEST(StaleTemporaryFiles, AreFoundAfterTheirWriterEnded) {
    EXPECT_EQ(target_of_temporary("a/run.json.1234-0.tmp"), "run.json");
    EXPECT_EQ(target_of_temporary("level-000600.npy.1234-15.tmp"), "level-000600.npy");
    for (const char* other :
         {"notes.tmp", "run.json.tmp", "run.json.1234.tmp", "run.json.a-0.tmp", "run.json.12-b.tmp",
          "run.json.-0.tmp", "run.json.12-.tmp", ".12-0.tmp", "run.json.0-0.tmp",
          "run.json.99999999999-0.tmp", "run.json.12-0.tmp~", "run.json.1-2-3.tmp"})
        EXPECT_FALSE(is_left_over(other)) << other;

    const TemporaryFolder folder;
    // Process IDs on Linux are below 2^22, so this one cannot exist.
    const std::string gone = ".999999999-0.tmp", running = fmt::format(".{}-0.tmp", ::getppid());
    for (const std::string& name : {"run.json" + gone, "run.json" + running, "thesis" + gone,
                                    std::string("notes.tmp"), std::string("run.json.tmp")})
        folder.write(name, "text");
    fs::create_directory(folder.path() / ("log" + gone));
    fs::create_symlink(folder.path() / "notes.tmp", folder.path() / ("link" + gone));
    remove_leftovers(folder.path(), [](const std::string& name) { return name != "thesis"; });
    EXPECT_FALSE(fs::exists(folder.path() / ("run.json" + gone)));
    for (const std::string& name : {"run.json" + running, "thesis" + gone, std::string("notes.tmp"),
                                    std::string("run.json.tmp"), "log" + gone, "link" + gone})
        EXPECT_TRUE(fs::exists(folder.path() / name)) << name;
}

TEST(PendingFiles, RefuseNamesWithAZeroByte) {
    const TemporaryFolder folder;
    const std::string name("a\0b", 3);
    expect_error(ErrorCode::io, "the file name contains a NUL byte",
                 [&] { write_atomically(folder.path() / name, "text"); });
    EXPECT_TRUE(fs::is_empty(folder.path()));
}

}  // namespace
}  // namespace glint::test
