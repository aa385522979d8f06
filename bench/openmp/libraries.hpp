// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/shared_library.hpp>

namespace glint::bench {

/// The OpenMP references as one compiler built them.
class OpenMpLibrary {
public:
    explicit OpenMpLibrary(SharedLibrary library);

    /// "g++ 12.2.0 -ffast-math"
    const std::string& compiler() const noexcept { return compiler_; }

    /// Makes `function` point to the library's `symbol`. Throws Error(not_found) if it has none.
    template <class Function>
    void find(const char* symbol, Function*& function) const {
        function = reinterpret_cast<Function*>(address(symbol));
    }

private:
    void* address(const char* symbol) const;

    SharedLibrary library_;
    std::string compiler_;
};

/// What there is of the libraries that the build makes (g++ and clang++, each with and without
/// -ffast-math), beside this program or in the lib folder beside its folder; their loops run on
/// `threads` threads. Those that do not load are named on stderr.
/// Throws Error(not_found) if none loads.
std::vector<OpenMpLibrary> open_openmp_libraries(unsigned threads);

}  // namespace glint::bench
