// SPDX-License-Identifier: MIT
#include <glint/array/detail/scratch.hpp>

#include <memory>

#include <glint/backend/detail/capture_scope.hpp>

namespace glint::detail {

Scratch::Scratch(const Stream& stream, std::size_t size_bytes) {
    const auto scope = stream.share()->capture_scope();
    if (!scope || scope->is_warm_up()) {
        pooled_ = Allocation(stream, size_bytes, 1);
        data_ = pooled_.data();
    } else {
        const auto kept = std::make_shared<Allocation>(stream.device(), size_bytes, 1,
                                                       driver::MemoryKind::device);
        scope->keep(kept);
        data_ = kept->data();
    }
}

}  // namespace glint::detail
