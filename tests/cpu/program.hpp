// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <glint/backend/detail/backend.hpp>
#include <glint/backend/source/source_compiler.hpp>

/// The CPU library as higher layers use it: a backend and a compiler.
namespace glint::cpu::test {

std::shared_ptr<driver::Backend> open_backend();
const compiler::SourceCompiler& source_compiler();

/// A source with this text and the name "test.cu".
compiler::Source source(std::string text);

/// A kernel file from the data folder.
compiler::Source source_file(const std::string& name);

/// True if freed memory is returned to the system. Sanitizers keep it, to detect later uses.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kResidentIsUsed = false;
#else
inline constexpr bool kResidentIsUsed = true;
#endif

/// Launch shape of a single block.
inline driver::LaunchShape one_block(driver::Dim3 threads, std::size_t shared_bytes = 0) {
    return {.grid = {1}, .block = threads, .shared_bytes = shared_bytes};
}

/// A compiled source on one backend and one stream.
class Program {
public:
    explicit Program(const compiler::Source& source);

    driver::Backend& backend() { return *backend_; }
    driver::Stream& stream() { return *stream_; }
    driver::Module& module() { return *module_; }
    const std::shared_ptr<driver::Module>& shared_module() const { return module_; }
    const compiler::Binary& binary() const { return binary_; }

    /// Finds a kernel by its symbol or by the text of a requested instantiation. Fails the test if
    /// it does not exist.
    driver::Kernel& kernel(const std::string& name);

    /// Queues a launch.
    template <class... Arguments>
    void start(const std::string& name, driver::LaunchShape shape, Arguments... arguments) {
        std::vector<void*> pointers{static_cast<void*>(&arguments)...};
        stream_->launch(module_, kernel(name), shape, pointers);
    }

    /// Launches and waits.
    template <class... Arguments>
    void run(const std::string& name, driver::LaunchShape shape, Arguments... arguments) {
        start(name, shape, arguments...);
        stream_->synchronize();
    }

private:
    compiler::Binary binary_;
    std::shared_ptr<driver::Backend> backend_;
    std::shared_ptr<driver::Module> module_;
    std::unique_ptr<driver::Stream> stream_;
};

}  // namespace glint::cpu::test
