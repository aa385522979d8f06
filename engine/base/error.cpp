// SPDX-License-Identifier: MIT
#include <glint/base/error.hpp>

#include <fmt/format.h>

#include <glint/base/console.hpp>

namespace glint {

Error::Error(ErrorCode code, std::string_view operation, std::string_view reason,
             std::source_location place, int native_code)
    : std::runtime_error(fmt::format("cannot {}: {}", console::message_text(operation),
                                     console::message_text(reason))),
      code_(code),
      operation_(console::message_text(operation)),
      reason_(console::message_text(reason)),
      place_(place),
      native_code_(native_code) {}

Error::Error(ErrorCode code, const InputPlace& input, std::string_view reason,
             std::source_location place)
    : std::runtime_error(
          fmt::format("{}: {}", console::message_text(input.text), console::message_text(reason))),
      code_(code),
      operation_(console::message_text(input.text)),
      reason_(console::message_text(reason)),
      place_(place),
      native_code_(0) {}

}  // namespace glint
