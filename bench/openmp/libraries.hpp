// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <glint/base/shared_library.hpp>

namespace glint::bench {

/// The OpenMP references, as one compiler built them.
class OpenMpLibrary {
public:
    explicit OpenMpLibrary(SharedLibrary library);

    /// Name, version and flags of the compiler, such as "g++ 12.2.0 -ffast-math".
    const std::string& compiler() const noexcept { return compiler_; }

    /// Makes `function` point to `symbol` in the library. Throws Error(not_found) without this
    /// symbol.
    template <class Function>
    void find(const char* symbol, Function*& function) const {
        function = reinterpret_cast<Function*>(address(symbol));
    }

private:
    void* address(const char* symbol) const;

    SharedLibrary library_;
    std::string compiler_;
};

/// Opens the libraries that the build creates: by g++ and by clang++, each with and without
/// -ffast-math. Looks for them in the folder of this program and in the lib folder next to that
/// folder. The loops of these libraries run on `threads` threads. Reports libraries that do not
/// load on stderr. Throws Error(not_found) if none loads.
std::vector<OpenMpLibrary> open_openmp_libraries(unsigned threads);

}  // namespace glint::bench
