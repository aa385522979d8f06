// SPDX-License-Identifier: MIT
#include <glint/driver/host_registration.hpp>

#include <cstdint>

#include <unistd.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint {

HostRegistration::HostRegistration(const Device& device, std::span<std::byte> bytes,
                                   const RegistrationOptions& options)
    : backend_(device.backend()) {
    if (bytes.empty())
        throw Error(ErrorCode::invalid_argument, "page-lock host memory", "the size is 0");
    const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGE_SIZE));
    const auto address = reinterpret_cast<std::uintptr_t>(bytes.data());
    std::byte* first = bytes.data() - address % page;
    const std::size_t size = address % page + bytes.size();
    backend_->memory().register_host(first, round_up(size, page), options);
    pages_ = first;
}

HostRegistration::~HostRegistration() {
    if (pages_) backend_->memory().unregister_host(pages_);
}

// Queries the driver only for the address of the first page. The other pages follow contiguously.
void* HostRegistration::device_address(std::byte* host) const {
    if (!pages_)
        throw Error(ErrorCode::invalid_state, "find page-locked memory", "no memory is registered");
    return static_cast<std::byte*>(backend_->memory().device_address(pages_)) + (host - pages_);
}

}  // namespace glint
