// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace glint {
struct ProgramOptions;
}

namespace glint::detail {

/// Identifies a kernel of the array layer within a process: a 128-bit hash of everything that the
/// kernel depends on.
class KernelKey {
public:
    /// T must not contain padding.
    template <class T>
    void append(const T& value) noexcept {
        static_assert(std::is_trivially_copyable_v<T>);
        if constexpr (sizeof(T) <= sizeof(std::uint64_t)) {
            std::uint64_t word = 0;
            std::memcpy(&word, &value, sizeof(T));
            mix(word);
        } else {
            append(std::as_bytes(std::span(&value, 1)));
        }
    }
    void append(std::span<const std::byte> bytes) noexcept;
    void append_text(std::string_view text) noexcept { append(std::as_bytes(std::span(text))); }

    friend bool operator==(const KernelKey&, const KernelKey&) = default;

    struct Hash {
        std::size_t operator()(const KernelKey& key) const noexcept { return key.words_[0]; }
    };

private:
    // Each half uses a different odd multiplier; shifts mix the high bits back into the low bits.
    void mix(std::uint64_t word) noexcept {
        words_[0] = (words_[0] ^ word) * 0x9e3779b97f4a7c15u;
        words_[0] ^= words_[0] >> 32;
        words_[1] = (words_[1] + word) * 0xc2b2ae3d27d4eb4fu;
        words_[1] ^= words_[1] >> 29;
    }

    std::uint64_t words_[2] = {0xcbf29ce484222325u, 0x9e3779b97f4a7c15u};
};

/// Everything needed to compile a kernel that is not in the cache.
struct KernelSource {
    std::string file;    ///< relative to kernels/, such as "array/elementwise.cu"
    std::string kernel;  ///< kernel name
    std::vector<std::pair<std::string, std::string>> headers{};
    std::vector<std::pair<std::string, std::string>> defines{};
    std::string cpu_lowering{};
    bool is_lean = false;                     ///< uses neither textures nor the CUDA runtime
    const ProgramOptions* options = nullptr;  ///< the user's compile options
};

/// Describes how a kernel is generated. The describing function runs once to compute the key and,
/// if the cache does not contain that key, again to generate the source. The key must therefore
/// include everything that the source depends on.
class KernelRecipe {
public:
    /// Computes the key. If `source` is not null, also writes the source to it.
    explicit KernelRecipe(KernelSource* source = nullptr) noexcept : source_(source) {}

    /// Sets the file relative to kernels/, such as "array/elementwise.cu", and the kernel in it.
    void kernel(std::string_view file, std::string_view name);
    /// Starts a header, such as "array/expression.cuh". Text and constants that are added afterward
    /// belong to this header.
    void header(std::string_view name);
    /// Includes another header, such as "algorithms/pass_kinds.cuh".
    void include(std::string_view name);

    /// Adds `value`, on which the text depends, to the key.
    template <class T>
    void depends_on(const T& value) {
        if constexpr (std::is_convertible_v<const T&, std::string_view>)
            key_.append_text(value);
        else
            key_.append(value);
    }
    /// Adds text to the header. `make()` is called only when the source is generated. Everything
    /// that the text depends on must be added with depends_on().
    template <class Make>
    void text(Make&& make) {
        if (source_) write(std::forward<Make>(make)());
    }
    /// A constant of the generated code: a number such as "int kPack", an enumerator such as "Keep
    /// kKeep", or a type such as "using Value".
    struct Constant {
        template <std::integral T>
        Constant(std::string_view declared, T given)
            : declaration(declared), value(static_cast<std::int64_t>(given)) {}
        Constant(std::string_view declared, std::string_view given)
            : declaration(declared), text(given) {}

        std::string_view declaration;
        std::int64_t value = 0;
        std::string_view text{};
    };
    /// Declares constants in a namespace, such as "glint::expression".
    void constants(std::string_view space, std::initializer_list<Constant> all);

    /// Changes the compile options. `set` is called only when the source is generated.
    template <class Set>
    void options(Set&& set) {
        if (source_) std::forward<Set>(set)(*source_);
    }

    KernelKey& key() noexcept { return key_; }

private:
    void write(std::string_view text) { source_->headers.back().second += text; }

    KernelSource* source_;
    KernelKey key_;
};

}  // namespace glint::detail
