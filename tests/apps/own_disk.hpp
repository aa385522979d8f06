// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <unistd.h>

#include <apps/started.hpp>

namespace glint::test {

struct OwnDisk {
    unsigned size_kb = 400;
    std::string meanwhile{};  ///< shell commands to run while glint runs
};

/// Shell commands that make the disk `small` read-only once a file matches `pattern`, at a moment
/// when no file is being written.
inline std::string read_only_once(const std::string& pattern) {
    return fmt::format(
        "until ls {} >/dev/null 2>&1; do kill -0 $process || break; sleep 0.01; done\n"
        "mount --bind small small\n"
        "until mount -o remount,bind,ro small; do kill -0 $process || break; done",
        pattern);
}

/// Runs glint in the folder "work", with `small` mounted there as a separate file system, and
/// copies the content of `small` to `kept` afterward. Returns nullopt if the system does not allow
/// mounting.
inline std::optional<Outcome> run_on_own_disk(const std::filesystem::path& folder,
                                              const std::string& arguments,
                                              const OwnDisk& disk = {}) {
    const std::string unshare = geteuid() == 0 ? "unshare -m" : "unshare -rm";
    if (std::system((unshare + " mount -t tmpfs none /mnt 2>/dev/null").c_str()) != 0)
        return std::nullopt;
    std::filesystem::create_directories(folder / "work/small");
    const std::filesystem::path script = folder / "on_own_disk";
    std::ofstream(script) << fmt::format(
        "mount -t tmpfs -o size={}k none small || exit 99\n"
        "'{}' \"$@\" &\nprocess=$!\n{}\nwait $process; status=$?\n"
        "cp -r small kept\nexit $status\n",
        disk.size_kb, GLINT_PROGRAM, disk.meanwhile);
    return start_program("/bin/sh", folder, script.string() + " " + arguments, unshare);
}

}  // namespace glint::test
