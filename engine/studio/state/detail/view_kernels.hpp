// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include <glint/compiler/program.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>
#include <glint/studio/declaration/declaration.hpp>

namespace glint::studio {

/// The kernels that draw views, and the colormaps. Kernels are compiled, and colormaps are
/// uploaded, on first use. All panes of a simulation share this object.
class ViewKernels {
public:
    /// The kernels run on `stream`, which must outlive this object.
    explicit ViewKernels(Stream& stream) : stream_(&stream) {}
    ViewKernels(const ViewKernels&) = delete;
    ViewKernels& operator=(const ViewKernels&) = delete;

    Stream& stream() noexcept { return *stream_; }

    /// Returns the kernel `name` of `kernels/studio/FILE`, compiled for elements of type `type`,
    /// and for positions of type `place` if that is given.
    const AnyKernel& kernel(const std::string& file, const std::string& name,
                            const ElementType* type = nullptr, const ElementType* place = nullptr);
    /// Returns the 256 colors of a colormap, four bytes each.
    const DeviceMemory<std::uint32_t>& colors(const std::string& colormap);

private:
    Stream* stream_;
    std::map<std::string, Program> programs_;
    std::map<std::string, AnyKernel> kernels_;
    std::map<std::string, DeviceMemory<std::uint32_t>> colors_;
};

/// Returns the type `float`, which is used as the element type for points without values.
const ElementType& number_type();

}  // namespace glint::studio
