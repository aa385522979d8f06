// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// Writes the files of a compilation to the folder `$GLINT_KEEP`, for inspection. NAME-HASH.cu is
/// the source; HASH is the hash of its text. NAME-HASH.TARGET.ptx, .cubin, .ltoir and .image are
/// the output, and .log has the target, the options and the compiler's messages. While the variable
/// is set, the disk cache is not used.
class SavedFiles {
public:
    /// Writes the source. `target` is an architecture such as "sm_90", or "cpu".
    SavedFiles(const Source& source, std::string_view target);

    /// Returns true if `$GLINT_KEEP` is set.
    explicit operator bool() const noexcept { return !prefix_.empty(); }

    /// Writes NAME-HASH.TARGET.`suffix`. If that fails, logs a warning.
    void write(std::string_view suffix, std::span<const std::byte> content) const;
    void write(std::string_view suffix, std::string_view content) const;

private:
    std::string prefix_;
};

}  // namespace glint::compiler
