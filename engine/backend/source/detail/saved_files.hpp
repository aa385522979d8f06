// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// Files that a compilation leaves in the folder `$GLINT_KEEP` for inspection: the source as
/// NAME-HASH.cu, and NAME-HASH.TARGET.ptx, .cubin, .ltoir, .image and .log (target, options and
/// compiler output). HASH is the hash of the source text. While the variable is set, the disk cache
/// is not used.
class SavedFiles {
public:
    /// Writes the source. `target` is "sm_90" or "cpu".
    SavedFiles(const Source& source, std::string_view target);

    /// Returns true if `$GLINT_KEEP` is set.
    explicit operator bool() const noexcept { return !prefix_.empty(); }

    /// Writes NAME-HASH.TARGET.`suffix`; warns if it cannot be written.
    void write(std::string_view suffix, std::span<const std::byte> content) const;
    void write(std::string_view suffix, std::string_view content) const;

private:
    std::string prefix_;
};

}  // namespace glint::compiler
