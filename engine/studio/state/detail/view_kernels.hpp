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

/// The kernels that draw views, and their colormaps, compiled and uploaded on first use. Shared by
/// the panes of a simulation.
class ViewKernels {
public:
    /// For work on `stream`, which must outlive it.
    explicit ViewKernels(Stream& stream) : stream_(&stream) {}
    ViewKernels(const ViewKernels&) = delete;
    ViewKernels& operator=(const ViewKernels&) = delete;

    Stream& stream() noexcept { return *stream_; }

    /// A kernel of `kernels/studio/FILE`, compiled for elements of this type, and for positions of
    /// type `place` if given.
    const AnyKernel& kernel(const std::string& file, const std::string& name,
                            const ElementType* type = nullptr, const ElementType* place = nullptr);
    /// 256 colors, four bytes each.
    const DeviceMemory<std::uint32_t>& colors(const std::string& colormap);

private:
    Stream* stream_;
    std::map<std::string, Program> programs_;
    std::map<std::string, AnyKernel> kernels_;
    std::map<std::string, DeviceMemory<std::uint32_t>> colors_;
};

/// `float`, the element type of points that have no values.
const ElementType& number_type();

}  // namespace glint::studio
