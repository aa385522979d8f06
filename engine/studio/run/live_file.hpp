#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>

#include <glint/studio/run/code.hpp>

namespace glint::compiler {
class WatchedFiles;
}

namespace glint::studio {

/// Compiles a file, in the background, each time that it or one that it includes is saved.
class LiveFile {
public:
    /// `text` is what the file had when it was read last.
    LiveFile(const Device& device, std::filesystem::path file, const std::string& text,
             const CodeOptions& options = {});
    /// Waits for a compilation under way.
    ~LiveFile();
    LiveFile(const LiveFile&) = delete;
    LiveFile& operator=(const LiveFile&) = delete;

    /// Looks at the files, and starts to compile if one has changed. Gives the new version once it
    /// is ready, which is its own only then. Does not wait.
    std::optional<Code> poll();

    /// Why the last version cannot be used; empty if it can.
    const std::string& error() const noexcept { return error_; }
    bool is_compiling() const noexcept { return compiling_.valid(); }

private:
    void watch(const std::string& text);

    Device device_;
    std::filesystem::path file_;
    CodeOptions options_;
    std::unique_ptr<compiler::WatchedFiles> watched_;
    std::future<Code> compiling_;
    std::string error_;
};

}  // namespace glint::studio
