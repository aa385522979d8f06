// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/detail/backend.hpp>

namespace glint {

using driver::BackendKind;
using driver::DeviceInfo;
using driver::Dim3;
using driver::LaunchShape;

using driver::ComputeCapability;

struct DeviceOptions {
    /// How host threads wait for a GPU; nothing leaves it as it is, and so does the CPU, whose
    /// threads spin for a short while and then sleep. Goes for all users of the GPU's primary
    /// context.
    std::optional<HostWait> host_wait{};
};

/// Device memory, in bytes.
struct DeviceMemoryUse {
    std::size_t free = 0;
    std::size_t total = 0;
};

/// An open compute device: a GPU, or this machine's CPU.
///
/// A small reference; copies mean the same device, and everything made on it keeps it open.
/// Safe to use from many threads. On CUDA it is the device's primary context, which is never made
/// current for longer than a call: the context that other libraries have made current stays as it
/// was, and nobody has to make one current for glint.
///
/// When a kernel fails on a GPU (an illegal address, a failed assertion, a trap, ...), the next
/// call that meets this throws Error(launch) with the kernel's name, once. From then on the
/// device `is_lost()`: whatever uses it, or what was made on it, throws Error(device_lost), and
/// only destructors work. The process goes on, with what it had copied to the host and with its
/// other devices, but to use this GPU again it has to be started anew: after such a failure the
/// driver gives the GPU to nobody in the process. (Measured with driver 580, for each kind of
/// failure. Should another driver be kinder, `reset` works there.)
class Device {
public:
    /// Opens the device that `name` says:
    ///   "auto"            what `$GLINT_DEVICE` says; else the best GPU; else the CPU
    ///   "cuda", "cuda:1"  a GPU, by the driver's order
    ///   "cpu"             the CPU
    ///   "GPU-5a2c..."     a GPU by its UUID, as `glint doctor` and nvidia-smi print it
    ///   "0000:3b:00.0"    a GPU by its place on the PCI bus
    ///   other text        a GPU whose name contains it, whatever the case
    /// Throws Error(device_lost) for a GPU on which a kernel of this process has failed, also where
    /// "auto" picks it: never is another device opened in its place. Throws Error(not_found),
    /// listing the devices there are, if no device fits, and Error(unsupported) if its driver or
    /// library does not work.
    static Device open(std::string_view name = "auto", const DeviceOptions& options = {});

    /// A device that works in a CUcontext which somebody else made. It stays theirs: they destroy
    /// it, once nothing of this device is left. Throws Error(invalid_argument) for a null pointer,
    /// Error(unsupported) where there is no CUDA.
    static Device adopt(void* cuda_context);

    /// Takes over an open backend.
    explicit Device(std::shared_ptr<driver::Backend> backend) noexcept;

    const DeviceInfo& info() const noexcept { return backend_->info(); }
    BackendKind kind() const noexcept { return info().kind; }
    const std::string& name() const noexcept { return info().name; }
    std::size_t free_memory_bytes() const { return backend_->free_memory_bytes(); }
    DeviceMemoryUse memory() const { return {free_memory_bytes(), info().memory_bytes}; }

    /// What CUDA calls by this name; nothing where the driver does not know it. On the CPU those
    /// that it has an honest answer for.
    std::optional<int> attribute(DeviceAttribute which) const { return backend_->attribute(which); }
    /// An attribute by its name, as find_device_attribute takes it. Throws Error(not_found) for a
    /// name that is none.
    std::optional<int> attribute(std::string_view name) const;

    /// Waits for all work on all streams. Throws Error(launch) if a kernel failed, and the first
    /// exception that a `Stream::call` ended with; Error(invalid_state) while one of its streams
    /// is being captured.
    void synchronize() { backend_->synchronize(); }

    /// Whether a kernel's failure has ended all work on this device, as far as a call has met it.
    bool is_lost() const noexcept { return backend_->is_lost(); }

    /// Waits for the device's work and makes it as if just opened. On a GPU that destroys its
    /// primary context with all that anybody in this process made in it, other libraries and pinned
    /// memory included; what glint made is dead, as are other copies of this Device, and only
    /// destructors work. Limits are CUDA's own again. Does the least if a copy was reset before:
    /// opens what that gave. On the CPU, which is never lost, it forgets what failed on its
    /// streams. Throws Error(device_lost) where a kernel has failed, met before or not, unless the
    /// driver allows a new context then (580 does not): this device is as gone then as all made on
    /// it. Throws Error(invalid_state) for an adopted context.
    void reset() { backend_ = backend_->reset(); }

    /// Settings of a GPU for all users of its context. Throw Error(unsupported) on the CPU, and
    /// Error with the driver's reason where it refuses.
    std::size_t limit(DeviceLimit which) const;
    void set_limit(DeviceLimit which, std::size_t value);
    CachePreference cache_preference() const;
    void set_cache_preference(CachePreference preference);

    /// CUcontext on CUDA, nullptr on the CPU.
    void* native() const noexcept { return backend_->native(); }
    /// The priorities that streams of this device may have.
    StreamPriorities stream_priorities() const { return backend_->stream_priorities(); }

    const std::shared_ptr<driver::Backend>& backend() const noexcept { return backend_; }

    friend bool operator==(const Device&, const Device&) = default;

private:
    std::shared_ptr<driver::Backend> backend_;
};

/// The devices of this machine, GPUs first, the CPU last. Opens none of them.
std::vector<DeviceInfo> devices();

/// Why no GPU is listed: "" if the CUDA driver works, else its reason in words.
std::string cuda_unavailable_reason();

/// The driver's version as 1000 * major + 10 * minor (13000 is CUDA 13.0); 0 without a driver.
int cuda_driver_version();

/// The version of the CUDA toolkit that glint was built with, in the form of cuda_driver_version();
/// 0 if there was none.
int cuda_header_version() noexcept;

/// "GPU-xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx".
std::string to_string(const driver::Uuid& uuid);

}  // namespace glint

/// Devices as keys: equal ones are the same open device.
template <>
struct std::hash<glint::Device> {
    std::size_t operator()(const glint::Device& device) const noexcept {
        return std::hash<const void*>()(device.backend().get());
    }
};
