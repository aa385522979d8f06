// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/image.hpp>

#include <string_view>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/cpu/codegen/bytes.hpp>

namespace glint::cpu {
namespace {

constexpr std::string_view kMagic = "glintcpu";
constexpr std::size_t kHashBytes = 32;
constexpr std::size_t kHeaderBytes = kMagic.size() + sizeof(kImageVersion) + kHashBytes;

std::string_view as_text(std::span<const std::byte> bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

void write(ByteWriter& out, const driver::KernelParameter& parameter) {
    out.number(parameter.offset);
    out.number(parameter.size_bytes);
    out.text(parameter.type);
    out.number(static_cast<std::uint8_t>(parameter.value.kind));
    out.number(static_cast<std::uint8_t>(parameter.value.pointee));
    out.number(parameter.value.pointee_bytes);
}

void write(ByteWriter& out, const ArgumentPiece& piece) {
    out.number(piece.offset);
    out.number(static_cast<std::uint8_t>(piece.by_address));
}

void write(ByteWriter& out, const KernelRecord& kernel) {
    out.text(kernel.name);
    out.text(kernel.symbol);
    out.list(kernel.parameters, [&](const auto& parameter) { write(out, parameter); });
    out.list(kernel.pieces, [&](const auto& piece) { write(out, piece); });
    out.number(kernel.argument_bytes);
    out.number(kernel.max_threads_per_block);
    out.number(kernel.static_shared_bytes);
    out.number(static_cast<std::uint8_t>(kernel.fallback));
    out.number(static_cast<std::uint8_t>(kernel.flushes_subnormals));
    out.text(kernel.obstacle);
}

void write(ByteWriter& out, const GlobalRecord& global) {
    out.text(global.symbol);
    out.number(global.size_bytes);
    out.number(global.address);
}

driver::KernelParameter read_parameter(ByteReader& in) {
    driver::KernelParameter parameter;
    parameter.offset = in.number<std::size_t>();
    parameter.size_bytes = in.number<std::size_t>();
    parameter.type = in.text();
    parameter.value.kind = in.choice(driver::ValueKind::aggregate);
    parameter.value.pointee = in.choice(driver::ValueKind::aggregate);
    parameter.value.pointee_bytes = in.number<std::uint32_t>();
    return parameter;
}

ArgumentPiece read_piece(ByteReader& in) {
    ArgumentPiece piece;
    piece.offset = in.number<std::size_t>();
    piece.by_address = in.number<std::uint8_t>() != 0;
    return piece;
}

void check_kernel_record(const ByteReader& in, const KernelRecord& kernel) {
    for (const auto& parameter : kernel.parameters)
        in.require(parameter.offset <= kernel.argument_bytes &&
                       parameter.size_bytes <= kernel.argument_bytes - parameter.offset,
                   "a parameter is outside the argument buffer");
    for (const auto& piece : kernel.pieces)
        in.require(piece.offset <= kernel.argument_bytes,
                   "an argument component is outside the argument buffer");
}

KernelRecord read_kernel(ByteReader& in) {
    KernelRecord kernel;
    kernel.name = in.text();
    kernel.symbol = in.text();
    kernel.parameters = in.list([&] { return read_parameter(in); });
    kernel.pieces = in.list([&] { return read_piece(in); });
    kernel.argument_bytes = in.number<std::size_t>();
    kernel.max_threads_per_block = in.number<unsigned>();
    kernel.static_shared_bytes = in.number<std::uint64_t>();
    kernel.fallback = in.choice(Lowering::fibers);
    kernel.flushes_subnormals = in.number<std::uint8_t>() != 0;
    kernel.obstacle = in.text();
    check_kernel_record(in, kernel);
    return kernel;
}

GlobalRecord read_global(ByteReader& in) {
    GlobalRecord global;
    global.symbol = in.text();
    global.size_bytes = in.number<std::uint64_t>();
    global.address = in.number<std::uint64_t>();
    return global;
}

std::vector<std::byte> write_content(const Image& image) {
    ByteWriter out;
    out.text(image.target);
    out.text(image.source_name);
    out.number(static_cast<std::uint8_t>(image.debug));
    out.number(static_cast<std::uint8_t>(image.policy));
    out.list(image.kernels, [&](const auto& kernel) { write(out, kernel); });
    out.list(image.globals, [&](const auto& global) { write(out, global); });
    out.bytes(image.base_object);
    out.bytes(image.bitcode);
    return std::move(out).take();
}

Image read_content(ByteReader& in) {
    Image image;
    image.target = in.text();
    image.source_name = in.text();
    image.debug = in.number<std::uint8_t>() != 0;
    image.policy = in.choice(LoweringPolicy::lanes);
    image.kernels = in.list([&] { return read_kernel(in); });
    image.globals = in.list([&] { return read_global(in); });
    image.base_object = in.bytes();
    image.bitcode = in.bytes();
    in.require(in.at_end(), "unexpected bytes after the end");
    return image;
}

void check_header(ByteReader& in) {
    in.require(in.raw(kMagic.size()) == kMagic, "wrong magic number");
    in.require(in.number<std::uint32_t>() == kImageVersion, "unsupported format version");
}

}  // namespace

std::vector<std::byte> write_image(const Image& image) {
    const std::vector<std::byte> content = write_content(image);
    ByteWriter out;
    out.raw(kMagic);
    out.number(kImageVersion);
    out.raw(content_hash(as_text(content)));
    out.raw(as_text(content));
    return std::move(out).take();
}

Image read_image(std::span<const std::byte> bytes) {
    ByteReader in(bytes);
    in.require(bytes.size() > kHeaderBytes, "the header is truncated");
    check_header(in);
    const std::string_view hash = in.raw(kHashBytes);
    in.require(hash == content_hash(as_text(bytes.subspan(kHeaderBytes))), "checksum mismatch");
    return read_content(in);
}

}  // namespace glint::cpu
