// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/library_stamp.hpp>

#include <dlfcn.h>
#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>
#include <sys/stat.h>

namespace glint::cpu {
namespace {

std::string make_stamp() {
    Dl_info library{};
    struct stat file{};
    // If the file of the library cannot be determined, uses the program's file instead.
    if (dladdr(reinterpret_cast<const void*>(&library_stamp), &library) == 0 ||
        stat(library.dli_fname, &file) != 0)
        stat("/proc/self/exe", &file);
    return fmt::format("{:x}-{:x}.{:x}-llvm{}", file.st_size, file.st_mtim.tv_sec,
                       file.st_mtim.tv_nsec, LLVM_VERSION_STRING);
}

}  // namespace

const std::string& library_stamp() {
    static const std::string stamp = make_stamp();
    return stamp;
}

}  // namespace glint::cpu
