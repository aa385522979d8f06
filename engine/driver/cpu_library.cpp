#include <glint/driver/cpu_library.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <glint/base/error.hpp>

namespace glint::driver {
namespace {

constexpr const char* kFileName = "libglint_cpu.so";

std::vector<std::string> candidates() {
    if (const char* path = std::getenv("GLINT_CPU_LIBRARY")) return {path};
    const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    return {program / kFileName, program.parent_path() / "lib" / kFileName,
            std::string(GLINT_INSTALL_LIBRARY_DIR "/") + kFileName,
            std::string(GLINT_BUILD_LIBRARY_DIR "/") + kFileName, kFileName};
}

SharedLibrary load() {
    if (auto library = SharedLibrary::open(candidates())) {
        if (void* forward = library->find(cpu_entry::kForwardLog))
            reinterpret_cast<cpu_entry::ForwardLog*>(forward)(&log::write);
        return *library;
    }
    throw Error(ErrorCode::unsupported, "load the CPU backend",
                SharedLibrary::last_failure() +
                    " (it needs libclang-cpp19 and libllvm19; $GLINT_CPU_LIBRARY names the file)");
}

}  // namespace

const SharedLibrary& cpu_library() {
    static const SharedLibrary library = load();
    return library;
}

}  // namespace glint::driver
