// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/shared_library.hpp>

namespace glint::bench {

/// The OpenMP references as built by one compiler.
class OpenMpLibrary {
public:
    explicit OpenMpLibrary(SharedLibrary library);

    /// "g++ 12.2.0 -ffast-math"
    const std::string& compiler() const noexcept { return compiler_; }

    /// Makes `function` point to the library's `symbol`. Throws Error(not_found) if it is missing.
    template <class Function>
    void find(const char* symbol, Function*& function) const {
        function = reinterpret_cast<Function*>(address(symbol));
    }

private:
    void* address(const char* symbol) const;

    SharedLibrary library_;
    std::string compiler_;
};

/// Opens the libraries that the build creates (g++ and clang++, each with and without -ffast-math),
/// next to this program or in the lib folder next to its folder. Their loops run on `threads`
/// threads. Libraries that do not load are reported on stderr. Throws Error(not_found) if none
/// loads.
std::vector<OpenMpLibrary> open_openmp_libraries(unsigned threads);

}  // namespace glint::bench
