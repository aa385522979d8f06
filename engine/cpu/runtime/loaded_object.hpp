// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include <glint/cpu/runtime/code_map.hpp>

namespace glint::cpu {

/// Object files made ready to run in this process, with each other, the runtime's entry points and
/// the system's math functions behind their undefined symbols. Safe to use from many threads.
class LoadedObject {
public:
    /// Holds nothing yet.
    LoadedObject();
    /// All code and data are gone afterwards.
    ~LoadedObject();
    LoadedObject(LoadedObject&&) noexcept;
    LoadedObject& operator=(LoadedObject&&) = delete;

    /// `symbol` is at `address` for the objects that are added later.
    void define(const std::string& symbol, const void* address);

    /// Throws Error(bad_input) if it is no object file, defines a symbol that is there already, or
    /// has code that needs symbols that are nowhere.
    void add(std::span<const std::byte> object);

    /// The address of a symbol. Throws Error(bad_input) if there is none, or if it needs
    /// symbols that are nowhere.
    void* address(const std::string& symbol) const;

    /// Where the code of all objects is.
    const CodeMap& code() const noexcept { return *code_; }

private:
    void note_code(std::span<const std::byte> object);

    struct Jit;
    std::unique_ptr<Jit> jit_;
    std::unique_ptr<CodeMap> code_;
};

}  // namespace glint::cpu
