// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>
#include <glint/studio/run/detail/code.hpp>

namespace glint::compiler {
class WatchedFiles;
}

namespace glint::studio {

/// Compiles a file in the background each time the file or one of its includes is saved. Also
/// compiles other versions of the file on request.
class LiveFile {
public:
    /// A version that cannot be used, and the reason.
    struct Refusal {
        std::string text;
        std::vector<Mistake> mistakes;  ///< line 0: the file as a whole
        std::string what;               ///< the complete error, for a log
    };

    /// `text` is the content of the file when it was last read.
    LiveFile(const Device& device, std::filesystem::path file, const std::string& text,
             const CodeOptions& options = {});
    /// Waits for a compilation in progress.
    ~LiveFile();
    LiveFile(const LiveFile&) = delete;
    LiveFile& operator=(const LiveFile&) = delete;

    /// Checks the files, and starts to compile if a file has changed. Returns the new version once
    /// it is compiled, and nullopt otherwise. Does not wait for the compiler.
    std::optional<Code> poll();
    /// Compiles `text` instead of the content of the file. poll() returns the version once it is
    /// compiled. If the file is saved in the meantime, the file is compiled next.
    void compile(std::string text);

    /// Returns the reason why the last version cannot be used, or nullopt if it can be used.
    const std::optional<Refusal>& refusal() const noexcept { return refusal_; }
    /// Returns the refusal as one text; empty if refusal() is nullopt.
    const std::string& error() const noexcept;
    bool is_compiling() const noexcept { return compiling_.valid(); }

private:
    struct Outcome;

    void start(std::optional<std::string> text);
    void take(Outcome& outcome, std::optional<Code>& code);

    Device device_;
    std::filesystem::path file_;
    CodeOptions options_;
    std::unique_ptr<compiler::WatchedFiles> watched_;
    std::optional<std::string> wanted_;
    std::future<std::shared_ptr<Outcome>> compiling_;
    std::optional<Refusal> refusal_;
};

}  // namespace glint::studio
