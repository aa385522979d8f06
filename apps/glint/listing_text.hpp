// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/backend/source/listing.hpp>

namespace glint::apps {

/// A line for each kernel under a line of headings: signature, registers, local memory of a
/// thread, static shared memory of a block, most threads in a block, and how it runs; "-" is what
/// does not apply. Columns are two or more spaces apart, so that scripts can split them.
std::string listing_table(const compiler::Listing& listing);

/// How each kernel runs on the CPU and why no better way was possible.
std::string explanation(const compiler::Listing& listing);

/// Which texts of the code to show.
struct CodeChoice {
    bool ptx = false;
    bool sass = false;
    bool llvm = false;
    bool assembly = false;

    bool any() const noexcept { return ptx || sass || llvm || assembly; }
};

/// The texts, one after the other. `sass` is the disassembled cubin.
std::string code_text(const compiler::Listing& listing, const CodeChoice& choice,
                      const std::string& sass);

/// All of it as one JSON object: {"target": ..., "kernels": [{"name": ..., ...}], ...}.
std::string listing_json(const compiler::Listing& listing, const std::string& target,
                         const CodeChoice& choice, const std::string& sass);

}  // namespace glint::apps
