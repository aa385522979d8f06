#pragma once

#include <map>
#include <string>

#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// The kernels that draw views, and the colours that they draw in, made when they are first needed.
/// The panes of one simulation have them in common.
class ViewKernels {
public:
    /// For work on `stream`, which has to outlive it.
    explicit ViewKernels(Stream& stream) : stream_(&stream) {}
    ViewKernels(const ViewKernels&) = delete;
    ViewKernels& operator=(const ViewKernels&) = delete;

    Stream& stream() noexcept { return *stream_; }

    /// A kernel of `kernels/studio/FILE`, compiled for elements of this type, and if `place` is
    /// given for places of that.
    const AnyKernel& kernel(const std::string& file, const std::string& name,
                            const ElementType* type = nullptr, const ElementType* place = nullptr);
    /// 256 colours, four bytes each.
    const DeviceMemory<std::uint32_t>& colours(const std::string& colormap);

private:
    Stream* stream_;
    std::map<std::string, Program> programs_;
    std::map<std::string, AnyKernel> kernels_;
    std::map<std::string, DeviceMemory<std::uint32_t>> colours_;
};

}  // namespace glint::studio
