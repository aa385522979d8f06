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

    /// Checks the files, and starts to compile if one has changed. Returns the new version once it
    /// is ready. Does not wait.
    std::optional<Code> poll();
    /// Compiles this text instead of the file's; poll() returns it once it is ready. If the file is
    /// saved meanwhile, it is compiled next.
    void compile(std::string text);

    /// Why the last version cannot be used; nullopt if it can.
    const std::optional<Refusal>& refusal() const noexcept { return refusal_; }
    /// The refusal as one text; empty if there is none.
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
