// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/binary_cache.hpp>

#include <cstdint>
#include <cstring>
#include <span>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>

namespace glint::compiler {
namespace {

// Increase this number when the format of `serialized` changes.
constexpr unsigned kLayout = 4;

/// Appends numbers and texts to `content`. The length of a text precedes the text.
class BinaryWriter {
public:
    void number(std::uint64_t value) {
        content.append(reinterpret_cast<const char*>(&value), sizeof value);
    }
    void text(std::string_view value) {
        number(value.size());
        content.append(value);
    }

    std::string content;
};

/// Reads the output of BinaryWriter. Throws Error(bad_input) if it is incomplete.
class Reader {
public:
    explicit Reader(std::string_view content) : content_(content) {}

    std::uint64_t number() {
        std::uint64_t value = 0;
        std::memcpy(&value, take(sizeof value).data(), sizeof value);
        return value;
    }
    std::string text() { return std::string(take(number())); }

private:
    std::string_view take(std::uint64_t size) {
        if (size > content_.size())
            throw Error(ErrorCode::bad_input, "read a cache entry", "the entry is truncated");
        const std::string_view taken = content_.substr(0, size);
        content_.remove_prefix(size);
        return taken;
    }

    std::string_view content_;
};

std::string serialized(const Binary& binary) {
    BinaryWriter writer;
    writer.text({reinterpret_cast<const char*>(binary.image.data()), binary.image.size()});
    writer.number(binary.symbols.size());
    for (const auto& [expression, symbol] : binary.symbols) {
        writer.text(expression);
        writer.text(symbol);
    }
    writer.number(binary.warnings.size());
    for (const Diagnostic& warning : binary.warnings) {
        writer.number(static_cast<std::uint64_t>(warning.severity));
        writer.text(warning.file);
        writer.number(warning.line);
        writer.number(warning.column);
        writer.text(warning.message);
        writer.text(warning.source_line);
    }
    writer.number(binary.cooperative_kernels.size());
    for (const std::string& symbol : binary.cooperative_kernels) writer.text(symbol);
    writer.number(binary.unordered_kernels.size());
    for (const auto& [symbol, reason] : binary.unordered_kernels) {
        writer.text(symbol);
        writer.text(reason);
    }
    return std::move(writer.content);
}

Diagnostic read_diagnostic(Reader& reader) {
    Diagnostic diagnostic;
    diagnostic.severity = static_cast<Diagnostic::Severity>(reader.number());
    diagnostic.file = reader.text();
    diagnostic.line = static_cast<unsigned>(reader.number());
    diagnostic.column = static_cast<unsigned>(reader.number());
    diagnostic.message = reader.text();
    diagnostic.source_line = reader.text();
    return diagnostic;
}

Binary parsed(std::string_view payload) {
    Reader reader(payload);
    Binary binary;
    const std::string image = reader.text();
    const auto bytes = std::as_bytes(std::span(image));
    binary.image.assign(bytes.begin(), bytes.end());
    for (std::uint64_t left = reader.number(); left > 0; --left) {
        const std::string expression = reader.text();
        binary.symbols[expression] = reader.text();
    }
    for (std::uint64_t left = reader.number(); left > 0; --left)
        binary.warnings.push_back(read_diagnostic(reader));
    for (std::uint64_t left = reader.number(); left > 0; --left)
        binary.cooperative_kernels.push_back(reader.text());
    for (std::uint64_t left = reader.number(); left > 0; --left) {
        const std::string symbol = reader.text();
        binary.unordered_kernels[symbol] = reader.text();
    }
    return binary;
}

}  // namespace

BinaryCache::BinaryCache(std::optional<std::filesystem::path> folder)
    : entries_(std::move(folder), "binaries", kLayout) {}

CachedBinary BinaryCache::load_or_claim(const std::string& key) const {
    CachedPayload found = entries_.load_or_claim(key);
    if (!found.payload) return {.claim = std::move(found.claim)};
    try {
        return {.binary = parsed(*found.payload)};
    } catch (const Error& error) {
        log::info(fmt::format("compiling again, because glint {}", error.what()));
        return {};
    }
}

void BinaryCache::store(const std::string& key, const Binary& binary) const {
    if (const auto reason = entries_.store(key, serialized(binary)))
        log::warning_once(fmt::format("compiled kernels are not cached in '{}': {}",
                                      entries_.folder()->string(), *reason));
}

std::string cache_key(const Source& source, std::string_view identity) {
    BinaryWriter writer;
    writer.text(identity);
    writer.text(source.name);
    writer.text(source.text);
    for (const std::string& expression : source.instantiations) writer.text(expression);
    writer.number(source.instantiations.size());
    for (const auto& [name, value] : source.defines) {
        writer.text(name);
        writer.text(value);
    }
    writer.number(source.defines.size());
    for (const std::string& folder : source.include_folders) writer.text(folder);
    writer.number(source.include_folders.size());
    writer.number((source.fast_math ? 1 : 0) + (source.debug ? 2 : 0));
    writer.text(source.cpu_lowering);
    for (const auto& [name, text] : source.headers) {
        writer.text(name);
        writer.text(text);
    }
    writer.number(source.headers.size());
    writer.text(source.language_standard);
    writer.number(source.max_registers);
    writer.number((source.relocatable ? 1 : 0) + 2 * static_cast<unsigned>(source.kind));
    for (const auto* flags : {&source.nvrtc_flags, &source.clang_flags}) {
        for (const std::string& flag : *flags) writer.text(flag);
        writer.number(flags->size());
    }
    return content_hash(writer.content);
}

}  // namespace glint::compiler
