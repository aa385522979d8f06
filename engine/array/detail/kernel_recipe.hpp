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

/// What distinguishes the kernels of the array layer within a process: 128 bits of a hash of
/// all that it depends on.
class KernelKey {
public:
    /// T is without padding.
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
    // Each word is multiplied into both halves by odd constants of their own, and high bits come
    // down again.
    void mix(std::uint64_t word) noexcept {
        words_[0] = (words_[0] ^ word) * 0x9e3779b97f4a7c15u;
        words_[0] ^= words_[0] >> 32;
        words_[1] = (words_[1] + word) * 0xc2b2ae3d27d4eb4fu;
        words_[1] ^= words_[1] >> 29;
    }

    std::uint64_t words_[2] = {0xcbf29ce484222325u, 0x9e3779b97f4a7c15u};
};

/// How a kernel is made that is not in the cache.
struct KernelSource {
    std::string file;    ///< below kernels/, "array/elementwise.cu"
    std::string kernel;  ///< its name
    std::vector<std::pair<std::string, std::string>> headers{};
    std::vector<std::pair<std::string, std::string>> defines{};
    std::string cpu_lowering{};
    bool is_lean = false;                     ///< uses no textures and nothing of the CUDA runtime
    const ProgramOptions* options = nullptr;  ///< what else the user wants it compiled with
};

/// What a kernel is made of, described by one function that is called for its key, and once more
/// for its source if the cache has none of that key: so that no key can lack what a source depends
/// on.
class KernelRecipe {
public:
    /// Takes the key, and writes to `source` if there is one.
    explicit KernelRecipe(KernelSource* source = nullptr) noexcept : source_(source) {}

    /// The file below kernels/, "array/elementwise.cu", and a kernel of it.
    void kernel(std::string_view file, std::string_view name);
    /// The header, "array/expression.cuh", that all texts and constants from here on make up.
    void header(std::string_view name);
    /// Lets the header include another one, "algorithms/pass_kinds.cuh".
    void include(std::string_view name);

    /// What texts depend on.
    template <class T>
    void depends_on(const T& value) {
        if constexpr (std::is_convertible_v<const T&, std::string_view>)
            key_.append_text(value);
        else
            key_.append(value);
    }
    /// Text of the header, which `make()` gives where it is written; what it depends on is
    /// described by itself.
    template <class Make>
    void text(Make&& make) {
        if (source_) write(std::forward<Make>(make)());
    }
    /// "int kPack" with a number, "Keep kKeep" with the name of one, or "using Value" with a type.
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
    /// Declarations in a namespace, "glint::expression".
    void constants(std::string_view space, std::initializer_list<Constant> all);

    /// The rest of how the kernel is compiled, where its source is wanted.
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
