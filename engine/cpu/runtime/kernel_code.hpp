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

/// Machine code of a kernel for a block shape, loaded into memory.
struct Code {
    Lowering lowering = Lowering::loops;
    void* entry = nullptr;  ///< a FiberEntry for fibers, else a LoopsEntry
    unsigned lane_count = 0;
};

/// Compiles the kernels of an image, or reads their code from the disk cache, and loads the code.
/// Thread-safe. Several threads can compile at the same time.
class KernelCode {
public:
    /// Takes over `image`. Loads the base object of the image into `memory`, which must outlive
    /// this object.
    KernelCode(Image&& image, LoadedObject& memory);

    const Image& image() const noexcept { return image_; }
    LoweringPolicy policy() const noexcept { return image_.policy; }
    const CodeMap& loaded_code() const noexcept { return memory_.code(); }

    /// Returns code for blocks of the shape `block`, or for blocks of any shape if `block` is
    /// nullopt. Returns nullopt if blocks of this shape should run the code for any shape. Call
    /// this only once for each kernel and shape. Throws CompileError if LLVM reports errors, and
    /// Error(unsupported) if the policy forces a lowering that is impossible.
    std::optional<Code> load(const KernelRecord& kernel,
                             const std::optional<driver::Dim3>& block) const;

private:
    std::string key(const KernelRecord& kernel, const std::optional<driver::Dim3>& block) const;
    Specialization compile(const KernelRecord& kernel,
                           const std::optional<driver::Dim3>& block) const;

    Image image_;
    LanesPasses passes_;
    std::string origin_;  // the part of the cache keys that is the same for all kernels
    DiskCache cache_;
    LoadedObject& memory_;
};

}  // namespace glint::cpu
