// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <glint/cpu/runtime/code_map.hpp>

namespace glint::cpu {

/// Object files that are loaded into this process. They may use each other's symbols, the functions
/// of the runtime, and the math functions of the system. Thread-safe.
class LoadedObject {
public:
    /// Creates an object without loaded files.
    LoadedObject();
    /// Frees the code and data of all loaded files.
    ~LoadedObject();
    LoadedObject(LoadedObject&&) noexcept;
    LoadedObject& operator=(LoadedObject&&) = delete;

    /// Defines `symbol` with the address `address`, for object files that are added later.
    void define(const std::string& symbol, const void* address);

    /// Loads an object file. Throws Error(bad_input) if `object` is not an object file, if it
    /// defines a symbol that is already defined, or if its code uses undefined symbols.
    void add(std::span<const std::byte> object);

    /// Returns the address of a symbol. Throws Error(bad_input) if the symbol is not found, or if
    /// the code of the symbol uses undefined symbols.
    void* address(const std::string& symbol) const;

    /// Returns the map from addresses to the code of all loaded files.
    const CodeMap& code() const noexcept { return *code_; }

private:
    void note_code(std::span<const std::byte> object);

    struct Jit;
    std::unique_ptr<Jit> jit_;
    std::unique_ptr<CodeMap> code_;
};

}  // namespace glint::cpu
