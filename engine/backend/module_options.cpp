// SPDX-License-Identifier: MIT
#include <glint/backend/module_options.hpp>

#include <algorithm>
#include <string_view>

namespace glint::driver {
namespace {

struct InputMark {
    std::string_view first;
    LinkInput kind;
};

using namespace std::string_view_literals;

// First bytes of each type of input. PTX is text that starts with a comment or its version. A cubin
// is an ELF file whose machine type (byte 18) is 190.
constexpr InputMark kMarks[] = {{"\xed\x43\x4e\x7f"sv, LinkInput::ltoir},
                                {"\x50\xed\x55\xba"sv, LinkInput::fatbin},
                                {"!<arch>\n"sv, LinkInput::library},
                                {"//"sv, LinkInput::ptx},
                                {".version"sv, LinkInput::ptx}};
constexpr std::string_view kElf =
    "\x7f"
    "ELF"sv;
constexpr std::size_t kElfMachine = 18;
constexpr char kCudaMachine = '\xbe';

}  // namespace

LinkInput detect_input(std::span<const std::byte> bytes) {
    const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    if (text.starts_with(kElf) && text.size() > kElfMachine)
        return text[kElfMachine] == kCudaMachine ? LinkInput::cubin : LinkInput::object;
    const std::string_view body =
        text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    const auto found = std::ranges::find_if(
        kMarks, [&](const InputMark& mark) { return body.starts_with(mark.first); });
    return found == std::end(kMarks) ? LinkInput::detect : found->kind;
}

const char* to_string(LinkInput input) {
    switch (input) {
        case LinkInput::detect: return "unknown code";
        case LinkInput::cubin: return "cubin";
        case LinkInput::ptx: return "PTX";
        case LinkInput::ltoir: return "LTO-IR";
        case LinkInput::fatbin: return "fatbin";
        case LinkInput::object: return "object";
        case LinkInput::library: return "library";
    }
    return "unknown code";
}

}  // namespace glint::driver
