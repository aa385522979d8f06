// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include <glint/base/disk_cache.hpp>
#include <glint/cpu/codegen/image.hpp>
#include <glint/cpu/codegen/specialisation.hpp>
#include <glint/cpu/lowering/lanes_passes.hpp>
#include <glint/cpu/runtime/loaded_object.hpp>

namespace glint::cpu {

/// A kernel's machine code for some block shape, in memory.
struct Code {
    Lowering lowering = Lowering::loops;
    void* entry = nullptr;  ///< a LoopsEntry, or a FiberEntry for fibers
    unsigned lane_count = 0;
};

/// Compiles the kernels of an image and loads them, or takes them from the disk cache. Safe to use
/// from many threads, which compile in parallel.
class KernelCode {
public:
    /// Keeps the image's bitcode. Loads its base object into `memory`, which must outlive this
    /// object.
    KernelCode(Image&& image, LoadedObject& memory);

    const Image& image() const noexcept { return image_; }
    LoweringPolicy policy() const noexcept { return image_.policy; }
    const CodeMap& loaded_code() const noexcept { return memory_.code(); }

    /// Returns code for blocks of shape `block`, or of any shape if it is nullopt. Returns nullopt
    /// if blocks of this shape should run the code for any shape. Call it once per kernel and
    /// block. Throws CompileError, or Error(unsupported) if the policy forces an impossible
    /// lowering.
    std::optional<Code> load(const KernelRecord& kernel,
                             const std::optional<driver::Dim3>& block) const;

private:
    std::string key(const KernelRecord& kernel, const std::optional<driver::Dim3>& block) const;
    std::optional<Specialization> find(const std::string& key) const;
    Specialization compile(const KernelRecord& kernel,
                           const std::optional<driver::Dim3>& block) const;

    Image image_;
    LanesPasses passes_;
    std::string origin_;  // part of the key that all kernels share
    DiskCache cache_;
    LoadedObject& memory_;
};

}  // namespace glint::cpu
