// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/backend/source/listing.hpp>

namespace glint::apps {

/// A table with a heading and one line per kernel: signature, registers, local memory per thread,
/// static shared memory per block, maximum threads per block, and how the kernel runs. "-" marks
/// values that do not apply. At least two spaces separate columns, so scripts can split lines.
std::string listing_table(const compiler::Listing& listing);

/// Explains for each kernel how the CPU runs it, and why a faster method was not possible.
std::string explanation(const compiler::Listing& listing);

/// The forms of the code that the user wants to see.
struct CodeChoice {
    bool ptx = false;
    bool sass = false;
    bool llvm = false;
    bool assembly = false;

    bool any() const noexcept { return ptx || sass || llvm || assembly; }
};

/// Returns the code in each selected form, one after the other. `sass` is the disassembled cubin.
std::string code_text(const compiler::Listing& listing, const CodeChoice& choice,
                      const std::string& sass);

/// Returns the listing as a JSON object: {"target": ..., "kernels": [{"name": ..., ...}], ...}.
std::string listing_json(const compiler::Listing& listing, const std::string& target,
                         const CodeChoice& choice, const std::string& sass);

}  // namespace glint::apps
