#include <bench/cpu/reference_library.hpp>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <optional>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>

namespace glint::bench {
namespace {

constexpr std::array kNames{"gcc", "gcc_fast", "clang", "clang_fast"};

template <class Function>
void find(const SharedLibrary& library, const char* symbol, Function& function) {
    void* address = library.find(symbol);
    if (address == nullptr)
        throw Error(ErrorCode::not_found, "open the OpenMP references",
                    fmt::format("{} has no '{}'", library.path().string(), symbol));
    function = reinterpret_cast<Function>(address);
}

ReferenceLibrary functions_of(const SharedLibrary& library) {
    ReferenceLibrary found;
    decltype(&openmp::openmp_compiler) compiler = nullptr;
    find(library, "openmp_compiler", compiler);
    found.compiler = compiler();
    find(library, "openmp_use_threads", found.use_threads);
    find(library, "openmp_saxpy", found.saxpy);
    find(library, "openmp_nbody", found.nbody);
    find(library, "openmp_stencil", found.stencil);
    find(library, "openmp_matmul", found.matmul);
    find(library, "openmp_reduce", found.reduce);
    find(library, "openmp_scan", found.scan);
    find(library, "openmp_histogram", found.histogram);
    find(library, "openmp_sph", found.sph);
    find(library, "openmp_mandelbrot", found.mandelbrot);
    find(library, "openmp_lbm", found.lbm);
    find(library, "openmp_radix", found.radix);
    find(library, "openmp_bitonic", found.bitonic);
    return found;
}

std::optional<SharedLibrary> open_library(const std::string& name) {
    const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
    const std::string file = fmt::format("libglint_openmp_{}.so", name);
    const std::array<std::string, 2> candidates{folder / file, folder.parent_path() / "lib" / file};
    return SharedLibrary::open(candidates);
}

// Idle OpenMP threads spin for a while in the hope of more work, and would take the cores from
// what is measured next. The runtimes read this when they are loaded.
void let_idle_threads_sleep_soon() {
    setenv("GOMP_SPINCOUNT", "20000", 0);  // g++'s: about a millisecond
    setenv("KMP_BLOCKTIME", "1", 0);       // clang++'s: milliseconds
}

}  // namespace

std::vector<ReferenceLibrary> open_reference_libraries(unsigned threads) {
    let_idle_threads_sleep_soon();
    std::vector<ReferenceLibrary> libraries;
    for (const char* name : kNames) {
        if (const auto library = open_library(name)) {
            libraries.push_back(functions_of(*library));
            libraries.back().use_threads(static_cast<int>(threads));
        } else {
            fmt::print(stderr, "no OpenMP reference '{}': {}\n", name,
                       SharedLibrary::last_failure());
        }
    }
    if (libraries.empty())
        throw Error(ErrorCode::not_found, "open the OpenMP references", "none loads");
    return libraries;
}

}  // namespace glint::bench
