// SPDX-License-Identifier: MIT
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace glint {

/// What kind of thing went wrong, for callers that act on it.
enum class ErrorCode {
    invalid_argument,  ///< the caller passed a value that the call cannot take
    invalid_state,     ///< the object is not in a state that allows the call
    not_found,         ///< a file, kernel, device or name that is not there
    unsupported,       ///< this device, driver or build cannot do it
    out_of_memory,     ///< host, device or GL memory ran out
    bad_input,         ///< a file or text that does not hold what it should
    compile,           ///< a kernel that does not compile
    launch,            ///< a kernel that could not start, or failed while it ran
    device,            ///< any other failure of the GPU driver
    device_lost,       ///< an earlier failure ended all work on the device; see Device
    graphics,          ///< any other failure of OpenGL, EGL or the window system
    io,                ///< the operating system refused to read or write
};

/// A failure: what was tried on what, and why it did not work.
///
/// `what()` reads "OPERATION: REASON", as in
/// "map shared buffer 'positions' (3.2 MB): it is already mapped".
class Error : public std::runtime_error {
public:
    /// `native_code` is what a driver or library gave as its own code, if one did.
    Error(ErrorCode code, std::string_view operation, std::string_view reason,
          std::source_location place = std::source_location::current(), int native_code = 0);

    ErrorCode code() const noexcept { return code_; }
    const std::string& operation() const noexcept { return operation_; }
    const std::string& reason() const noexcept { return reason_; }
    /// Where in the host program the error was raised.
    const std::source_location& place() const noexcept { return place_; }
    /// The CUresult of the CUDA driver's call that failed; 0 where no such call is behind it.
    int native_code() const noexcept { return native_code_; }

private:
    ErrorCode code_;
    std::string operation_;
    std::string reason_;
    std::source_location place_;
    int native_code_;
};

}  // namespace glint
