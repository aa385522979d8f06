// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/specialisation.hpp>

#include <fmt/format.h>

#include <glint/cpu/codegen/bytes.hpp>

namespace glint::cpu {

std::vector<std::byte> write_specialization(const Specialization& code) {
    ByteWriter out;
    out.number(static_cast<std::uint8_t>(code.lowering));
    out.text(code.reason);
    out.number(code.lane_count);
    out.text(code.entry);
    out.bytes(code.object);
    return std::move(out).take();
}

Specialization read_specialization(std::span<const std::byte> bytes) {
    ByteReader in(bytes);
    Specialization code;
    code.lowering = in.choice(Lowering::lanes);
    code.reason = in.text();
    code.lane_count = in.number<unsigned>();
    code.entry = in.text();
    code.object = in.bytes();
    in.require(in.at_end(), "unexpected bytes after the end");
    return code;
}

std::string to_string(const std::optional<driver::Dim3>& block) {
    return block ? fmt::format("{}x{}x{}", block->x, block->y, block->z) : "any";
}

}  // namespace glint::cpu
