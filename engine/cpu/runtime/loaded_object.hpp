#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

namespace glint::cpu {

/// An object file made ready to run in this process, with the runtime's entry points and the
/// system's math functions behind its undefined symbols.
class LoadedObject {
public:
    /// Throws Error(bad_input) if it is no object file, or misses symbols.
    explicit LoadedObject(std::span<const std::byte> object);
    /// Its code and data are gone afterwards.
    ~LoadedObject();
    LoadedObject(LoadedObject&&) noexcept;
    LoadedObject& operator=(LoadedObject&&) = delete;

    /// The address of a symbol. Throws Error(bad_input) if there is none.
    void* address(const std::string& symbol) const;

private:
    struct Jit;
    std::unique_ptr<Jit> jit_;
};

}  // namespace glint::cpu
