// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

namespace glint {

/// How many bytes the content of a compressed file of `file_bytes` may take: a damaged or
/// malicious file of a hundred kilobytes can claim gigabytes, and deliver them. It is 1 GiB, or 32
/// times the file's own size if that is more, or what `$GLINT_EXPANSION_LIMIT` says, as in "8 GB",
/// or "none".
std::size_t expansion_limit(std::size_t file_bytes);

/// Why `expanded_bytes` are refused: "it would expand to 6.4 GB, of 1.1 GB that
/// GLINT_EXPANSION_LIMIT allows".
std::string expansion_refusal(std::size_t expanded_bytes, std::size_t file_bytes);

}  // namespace glint
