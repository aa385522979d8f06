// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>
#include <glint/studio/run/code.hpp>

namespace glint::compiler {
class WatchedFiles;
}

namespace glint::studio {

/// Compiles a file, in the background, each time that it or one that it includes is saved, and
/// other texts of it that are asked for.
class LiveFile {
public:
    /// A text that cannot be used, and why.
    struct Refusal {
        std::string text;
        std::vector<Mistake> mistakes;  ///< line 0: of no place in the file
        std::string what;               ///< the error as a whole, for a log
    };

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
    /// Compiles this text in place of the file's, which poll() gives once it is ready. A file that
    /// is saved meanwhile comes after it.
    void compile(std::string text);

    /// Why the last version cannot be used; nothing if it can.
    const std::optional<Refusal>& refusal() const noexcept { return refusal_; }
    /// The same as one text; empty if it can be used.
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
