// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

#include <glint/backend/source/source_compiler.hpp>

namespace glint::compiler {

/// Where `$GLINT_KEEP` names a folder, whoever compiles leaves there what it read and made: the
/// source as NAME-HASH.cu, and NAME-HASH.TARGET.ptx, .cubin, .ltoir, .image, .log (target, options
/// and what the compiler said). HASH is the text's. Nothing comes out of the disk cache meanwhile.
class KeptFiles {
public:
    /// Leaves the source. `target` is "sm_90" or "cpu".
    KeptFiles(const Source& source, std::string_view target);

    /// Whether `$GLINT_KEEP` asks for it.
    explicit operator bool() const noexcept { return !prefix_.empty(); }

    /// Leaves NAME-HASH.TARGET.`suffix`; warns if it cannot be written.
    void write(std::string_view suffix, std::span<const std::byte> content) const;
    void write(std::string_view suffix, std::string_view content) const;

private:
    std::string prefix_;
};

}  // namespace glint::compiler
