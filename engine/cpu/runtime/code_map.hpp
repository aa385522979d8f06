// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace glint::cpu {

/// A section of machine code in memory, with the object file that has its line table.
struct LoadedCode {
    std::uintptr_t first = 0;
    std::uintptr_t last = 0;    ///< one past its end
    std::uint64_t section = 0;  ///< its index in the object
    std::vector<std::byte> object;
};

/// Maps addresses to code. It only grows.
class CodeMap {
public:
    CodeMap() = default;
    ~CodeMap();
    CodeMap(const CodeMap&) = delete;
    CodeMap& operator=(const CodeMap&) = delete;

    void add(LoadedCode code);

    /// Returns the section that contains `address`, or nullptr. Does not wait or allocate, so that
    /// a signal handler may call it while other threads add code.
    const LoadedCode* find(std::uintptr_t address) const noexcept;

    /// Returns the source line of `address`, with the inlined calls that led there; see
    /// describe_place. Empty if it is unknown.
    std::string place_of(std::uintptr_t address) const;

private:
    struct Node {
        LoadedCode code;
        const Node* next;
    };

    std::atomic<const Node*> newest_ = nullptr;
};

}  // namespace glint::cpu
