#pragma once

#include <memory>
#include <string>
#include <string_view>

#include <glint/gl/buffer.hpp>
#include <glint/gl/texture.hpp>
#include <glint/interop/bridge.hpp>
#include <glint/interop/sharing.hpp>

namespace glint::interop {

struct ShareOptions {
    std::string name = "unnamed";  ///< what messages call the resource
    Sharing sharing = Sharing::automatic;
};

/// What is common to shared buffers and textures: the bridge, and whose turn it is.
class SharedResource {
public:
    SharedResource(std::string description, Sharing sharing, gl::Context context,
                   std::unique_ptr<Bridge> bridge);

    const std::string& description() const noexcept { return description_; }
    Sharing sharing() const noexcept { return sharing_; }
    const gl::Context& context() const noexcept { return context_; }
    Bridge& bridge() const noexcept { return *bridge_; }
    bool is_mapped() const noexcept { return mapped_; }

    /// Throws Error(invalid_state) if it is mapped already or the context is gone.
    void require_unmapped(std::string_view operation) const;
    void set_mapped(bool mapped) noexcept;

    /// Makes the last writes visible to GL. Throws Error(invalid_state) while mapped.
    void give_to_gl();

private:
    std::string description_;
    Sharing sharing_;
    gl::Context context_;
    std::unique_ptr<Bridge> bridge_;
    bool mapped_ = false;
    bool given_ = true;
};

/// A GL object and the bridge to it, in the order that they may be destroyed.
template <class Object>
struct SharedStorage {
    Object gl;
    SharedResource resource;
};

/// A buffer that is shared, before it has an element type.
using BufferParts = SharedStorage<gl::RawBuffer>;

/// Makes a buffer of `size_bytes` by the way asked for, or by the first whose self-test passes.
/// Throws Error if that way does not work here.
BufferParts make_shared_buffer(const Device& device, const gl::Context& context,
                               std::size_t size_bytes, const ShareOptions& options);

}  // namespace glint::interop
