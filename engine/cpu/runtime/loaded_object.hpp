// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <glint/cpu/runtime/code_map.hpp>

namespace glint::cpu {

/// Object files loaded into this process. Their undefined symbols are resolved to each other, the
/// runtime's entry points, and the system's math functions. Safe to use from many threads.
class LoadedObject {
public:
    /// Starts empty.
    LoadedObject();
    /// Frees all code and data.
    ~LoadedObject();
    LoadedObject(LoadedObject&&) noexcept;
    LoadedObject& operator=(LoadedObject&&) = delete;

    /// Defines `symbol` at `address` for the objects that are added later.
    void define(const std::string& symbol, const void* address);

    /// Loads an object file. Throws Error(bad_input) if `object` is not an object file, defines a
    /// symbol that already exists, or has code that needs undefined symbols.
    void add(std::span<const std::byte> object);

    /// Returns the address of a symbol. Throws Error(bad_input) if it is not found, or if it needs
    /// undefined symbols.
    void* address(const std::string& symbol) const;

    /// Addresses of the code of all objects.
    const CodeMap& code() const noexcept { return *code_; }

private:
    void note_code(std::span<const std::byte> object);

    struct Jit;
    std::unique_ptr<Jit> jit_;
    std::unique_ptr<CodeMap> code_;
};

}  // namespace glint::cpu
