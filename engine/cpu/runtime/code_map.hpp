// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace glint::cpu {

/// A section of machine code in memory, and the object file with the section's line table.
struct LoadedCode {
    std::uintptr_t first = 0;
    std::uintptr_t last = 0;    ///< address after the last byte
    std::uint64_t section = 0;  ///< index of the section in the object file
    std::vector<std::byte> object;
};

/// A map from addresses to machine code. Code can be added, but not removed.
class CodeMap {
public:
    CodeMap() = default;
    ~CodeMap();
    CodeMap(const CodeMap&) = delete;
    CodeMap& operator=(const CodeMap&) = delete;

    void add(LoadedCode code);

    /// Returns the section that contains `address`, or nullptr if no section contains it. Does not
    /// wait or allocate, so a signal handler may call this function while another thread adds code.
    const LoadedCode* find(std::uintptr_t address) const noexcept;

    /// Returns the source line of `address`, followed by the lines of the calls that were inlined;
    /// see describe_place. Returns an empty string if the line is unknown.
    std::string place_of(std::uintptr_t address) const;

private:
    struct Node {
        LoadedCode code;
        const Node* next;
    };

    std::atomic<const Node*> newest_ = nullptr;
};

}  // namespace glint::cpu
