// SPDX-License-Identifier: MIT
#include <glint/base/absolute_path.hpp>
#include <glint/base/files.hpp>
#include <glint/base/installed_folders.hpp>
#include <glint/base/pending_file.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <thread>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glint/base/pending_file.hpp>
#include <glint/base/replace_file.hpp>

#include "scratch.hpp"

namespace glint {
namespace {

namespace fs = std::filesystem;
using test::expect_error;
using test::ScopedVariable;
using test::TemporaryFolder;

std::size_t entry_count(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

TEST(Files, WrittenBytesAreReadBack) {
    const TemporaryFolder folder;
    const std::string content("a\0b\r\n\xFF", 6);
    const fs::path path = folder.write("deep/er/file.bin", content);
    EXPECT_EQ(read_text(path), content);
    const auto bytes = read_bytes(path);
    EXPECT_EQ(bytes.size(), 6u);
    EXPECT_EQ(bytes[5], std::byte{0xFF});
    EXPECT_EQ(read_text(folder.write("empty", "")), "");
}

TEST(Files, ReadsFilesThatReportNoSize) {
    EXPECT_EQ(read_text("/proc/self/comm"), [] {
        std::string name = fs::read_symlink("/proc/self/exe").filename().string();
        return name.substr(0, 15) + "\n";  // the kernel truncates the name to 15 characters
    }());
}

TEST(Files, ReadsFilesLargerThanReported) {
    const std::string status = read_text("/proc/self/smaps");
    EXPECT_GT(status.size(), 4096u);
    EXPECT_EQ(status.find('\0'), std::string::npos);
}

TEST(Files, MissingFilesAndFoldersAreDifferentErrors) {
    const TemporaryFolder folder;
    expect_error(ErrorCode::not_found, "No such file or directory",
                 [&] { read_text(folder.path() / "none"); });
    expect_error(ErrorCode::io, "the path refers to a folder, not to a regular file",
                 [&] { read_bytes(folder.path()); });
    try {
        read_text("/none/such");
        FAIL();
    } catch (const Error& error) {
        EXPECT_STREQ(error.what(), "cannot read file '/none/such': No such file or directory");
    }
}

TEST(Files, SpecialFilesDoNotBlock) {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    expect_error(ErrorCode::io, "the path refers to a pipe, not to a regular file",
                 [&] { read_text(pipe); });
    fs::create_symlink("/dev/zero", folder.path() / "zeros");
    expect_error(ErrorCode::io, "the path refers to a character device, not to a regular file",
                 [&] { read_bytes(folder.path() / "zeros"); });
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(Files, FilesLargerThanMemoryAreAnError) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("large", "");
    fs::resize_file(path, std::size_t{1} << 40);
    ::rlimit before{};
    ::getrlimit(RLIMIT_AS, &before);
    const ::rlimit limit{std::size_t{1} << 38, before.rlim_max};
    ::setrlimit(RLIMIT_AS, &limit);
    expect_error(ErrorCode::out_of_memory, "the file of 1.1 TB does not fit in memory",
                 [&] { read_text(path); });
    expect_error(ErrorCode::out_of_memory, "the file of 1.1 TB does not fit in memory",
                 [&] { read_bytes(path); });
    ::setrlimit(RLIMIT_AS, &before);
}
#endif

TEST(Files, WritingReplacesFilesWithoutLeftovers) {
    const TemporaryFolder folder;
    folder.write("file", "a long first content");
    const fs::path path = folder.write("file", "second");
    EXPECT_EQ(read_text(path), "second");
    EXPECT_EQ(entry_count(folder.path()), 1u);
}

TEST(Files, FailedWritesLeaveNoFiles) {
    const TemporaryFolder folder;
    fs::create_directory(folder.path() / "taken");
    expect_error(ErrorCode::io, "Is a directory",
                 [&] { write_atomically(folder.path() / "taken", "content"); });
    EXPECT_EQ(entry_count(folder.path()), 1u);

    folder.write("file", "");
    expect_error(ErrorCode::io, "the folder cannot be created: Not a directory",
                 [&] { write_atomically(folder.path() / "file" / "below", "content"); });
}

TEST(Files, SpecialFilesAreWrittenDirectly) {
    write_atomically("/dev/null", "content");
    EXPECT_TRUE(fs::is_character_file("/dev/null"));

    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    std::string content;
    std::thread reader([&] {
        std::ifstream end(pipe);
        content.assign(std::istreambuf_iterator<char>(end), {});
    });
    write_atomically(pipe, std::string(100'000, 'x'));
    reader.join();
    EXPECT_EQ(content, std::string(100'000, 'x'));
    EXPECT_TRUE(fs::is_fifo(pipe));
    EXPECT_EQ(entry_count(folder.path()), 1u);
}

TEST(Files, ClosedPipesAreAnError) {
    const TemporaryFolder folder;
    const fs::path pipe = folder.path() / "pipe";
    ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
    expect_error(ErrorCode::io, "the file is a pipe without a reader",
                 [&] { write_atomically(pipe, "content"); });
    EXPECT_TRUE(fs::is_fifo(pipe));
}

TEST(Files, AbsolutePathsNeedANonemptyPath) {
    EXPECT_EQ(absolute_path("a/../b"), fs::current_path() / "a/../b");
    EXPECT_EQ(absolute_path("/a"), "/a");
    expect_error(ErrorCode::invalid_argument, "the path is empty", [] { absolute_path(""); });
}

TEST(Files, LinksStayAndTheirTargetsAreReplaced) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("deep/file", "first");
    fs::create_symlink("deep/file", folder.path() / "near");
    fs::create_symlink(folder.path() / "near", folder.path() / "far");
    fs::create_symlink("new/file", folder.path() / "dangling");
    folder.write("far", "second");
    EXPECT_EQ(read_text(file), "second");
    folder.write("dangling", "third");
    EXPECT_EQ(read_text(folder.path() / "new/file"), "third");
    for (const char* link : {"near", "far", "dangling"})
        EXPECT_TRUE(fs::is_symlink(folder.path() / link)) << link;

    fs::create_symlink("round", folder.path() / "round");
    expect_error(ErrorCode::io, "Too many levels of symbolic links",
                 [&] { folder.write("round", "content"); });
}

unsigned permissions_of(const fs::path& path) {
    return static_cast<unsigned>(fs::status(path).permissions());
}

TEST(Files, ReplacingKeepsThePermissions) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("file", "first");
    for (const unsigned permissions : {0600u, 0640u, 0777u, 0444u}) {
        fs::permissions(file, fs::perms{permissions});
        folder.write("file", "second");
        EXPECT_EQ(permissions_of(file), permissions);
    }
    const ::mode_t before = ::umask(027);
    const fs::path fresh = folder.write("fresh", "");
    ::umask(before);
    EXPECT_EQ(permissions_of(fresh), 0640u);
}

TEST(Files, ReplacingKeepsTheOwner) {
    if (::geteuid() != 0) return;  // only root can change the owner of a file
    const TemporaryFolder folder;
    const fs::path file = folder.write("file", "first");
    ASSERT_EQ(::chown(file.c_str(), 65534, 65533), 0);
    folder.write("file", "second");
    struct ::stat facts{};
    ASSERT_EQ(::stat(file.c_str(), &facts), 0);
    EXPECT_EQ(facts.st_uid, 65534u);
    EXPECT_EQ(facts.st_gid, 65533u);
}

TEST(Files, PermissionsCanBeChosen) {
    const TemporaryFolder folder;
    const fs::path file = folder.write("file", "first");
    const auto content = std::as_bytes(std::span(std::string_view("second")));
    replace_file(file, content, {.permissions = 0604, .durable = false});
    EXPECT_EQ(permissions_of(file), 0604u);
    EXPECT_EQ(read_text(file), "second");
}

TEST(Files, ReadersNeverSeePartialFiles) {
    const TemporaryFolder folder;
    const fs::path path = folder.write("shared", std::string(100'000, '0'));
    const auto write_many = [&](char letter) {
        for (int i = 0; i < 50; ++i) write_atomically(path, std::string(100'000, letter));
    };
    std::thread first(write_many, '1'), second(write_many, '2');
    for (int i = 0; i < 200; ++i) {
        const std::string content = read_text(path);
        ASSERT_EQ(content.size(), 100'000u);
        ASSERT_EQ(std::ranges::count(content, content[0]), 100'000);
    }
    first.join();
    second.join();
    EXPECT_EQ(entry_count(folder.path()), 1u);
}

TEST(Files, ContentHashIs128BitXxh3) {
    // Reference value of XXH3_128bits for empty input and seed 0.
    EXPECT_EQ(content_hash(""), "99aa06d3014798d86001c324468d497f");
    EXPECT_EQ(content_hash("glint").size(), 32u);
    EXPECT_NE(content_hash("glint"), content_hash("glinu"));
}

TEST(Files, CacheFolderComesFromTheEnvironment) {
    const ScopedVariable off("GLINT_CACHE", std::nullopt);
    const ScopedVariable own("GLINT_CACHE_DIR", "/own");
    const ScopedVariable shared("XDG_CACHE_HOME", "/shared");
    const ScopedVariable home("HOME", "/home/someone");
    EXPECT_EQ(cache_folder(), "/own");
    {
        const ScopedVariable here("GLINT_CACHE_DIR", "here");
        EXPECT_EQ(cache_folder(), fs::current_path() / "here");
    }
    {
        const ScopedVariable no_own("GLINT_CACHE_DIR", "");
        EXPECT_EQ(cache_folder(), "/shared/glint");
        const ScopedVariable relative("XDG_CACHE_HOME", "relative");
        EXPECT_EQ(cache_folder(), "/home/someone/.cache/glint");
        const ScopedVariable homeless("HOME", std::nullopt);
        EXPECT_EQ(cache_folder(), std::nullopt);
        const ScopedVariable relative_home("HOME", "relative");
        EXPECT_EQ(cache_folder(), std::nullopt);
    }
    const ScopedVariable turned_off("GLINT_CACHE", "off");
    EXPECT_EQ(cache_folder(), std::nullopt);
}

TEST(Files, GlintRootOverridesTheResourceFolder) {
    const TemporaryFolder folder;
    const fs::path own = folder.write("engine/base/files.hpp", "own");
    {
        const ScopedVariable root("GLINT_ROOT", folder.path().string());
        EXPECT_EQ(resource("engine/base/files.hpp"), own);
    }
    const ScopedVariable root("GLINT_ROOT", std::nullopt);
    EXPECT_NE(read_text(resource("engine/base/files.hpp")).find("resource("), std::string::npos);
}

TEST(Files, MissingPackagesSuggestAFix) {
    const TemporaryFolder folder;
    folder.write("lib/file.so", "");
    const std::string place = (folder.path() / "lib").string();
    EXPECT_EQ(hint_for_moved("", "file.so", "FILE", "it"), "");
    EXPECT_EQ(hint_for_moved(place, "file.so", "FILE", "it"), "");
    EXPECT_EQ(hint_for_moved(place, "other.so", "FILE", "it"),
              ". glint was in '" + place +
                  "' when this program was built. Configure and build the program again with the "
                  "current location of glint, or set $FILE to it");
}

TEST(Files, MissingResourcesNameTheSearchedFolders) {
    const ScopedVariable root("GLINT_ROOT", "/own/root");
    try {
        resource("kernels/none.cu");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::not_found);
        EXPECT_EQ(error.operation(), "find resource 'kernels/none.cu'");
        EXPECT_TRUE(error.reason().starts_with("the resource is not in /own/root, "))
            << error.reason();
    }
}

TEST(LateSync, DefersDiskSyncs) {
    const TemporaryFolder folder;
    LateSync::sync();  // has no effect, because no LateSync exists
    const LateSync late;
    write_atomically(folder.path() / "a", "1");
    write_atomically(folder.path() / "a", "2");
    write_atomically(folder.path() / "new" / "b", "3");
    EXPECT_EQ(read_text(folder.path() / "a"), "2");
    EXPECT_EQ(read_text(folder.path() / "new" / "b"), "3");
    std::filesystem::remove_all(folder.path() / "new");
    LateSync::sync();  // skips files that no longer exist
    LateSync::sync();
    EXPECT_EQ(read_text(folder.path() / "a"), "2");
}

}  // namespace
}  // namespace glint
