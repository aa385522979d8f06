// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace glint {

/// Returns the maximum size of a decompressed file, in bytes; `file_bytes` is its compressed size.
/// The limit is 1 GiB or 32 times `file_bytes`, whichever is greater. `$GLINT_EXPANSION_LIMIT` sets
/// another limit, as in "8 GB" or "none". The limit exists because a damaged or malicious file of a
/// hundred kilobytes can expand to gigabytes.
std::size_t expansion_limit(std::size_t file_bytes);

/// Returns the reason for rejecting a file whose content expands to `expanded_bytes`, such as
/// "the data would expand to 6.4 GB, but GLINT_EXPANSION_LIMIT allows only 1.1 GB".
std::string expansion_refusal(std::size_t expanded_bytes, std::size_t file_bytes);

}  // namespace glint
