// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace glint::soak {

// Parsers of files that runs write, and of files that people write for runs; see parsers.hpp.
void run_record(std::string_view bytes);
void run_log(std::string_view bytes);
void checkpoint(std::string_view bytes);
void checkpoint_about(std::string_view bytes);
void bundle(std::string_view bytes);
void bookmarks(std::string_view bytes);
void preset(std::string_view bytes);

}  // namespace glint::soak
