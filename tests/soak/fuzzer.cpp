// SPDX-License-Identifier: MIT
// Runs one parser in libFuzzer: glint_soak_parsers --parser=npy CORPUS... [LIBFUZZER OPTIONS]
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include <glint/base/error.hpp>

#include "parsers.hpp"

namespace {

const glint::soak::Parser* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
    // LibFuzzer ignores arguments that start with --.
    constexpr std::string_view option = "--parser=";
    for (int i = 1; i < *argc; ++i) {
        const std::string_view word = (*argv)[i];
        if (word.starts_with(option)) chosen = &glint::soak::parser(word.substr(option.size()));
    }
    if (!chosen) {
        for (const auto& parser : glint::soak::parsers())
            std::printf("%.*s\n", static_cast<int>(parser.name.size()), parser.name.data());
        std::exit(0);
    }
    ::setenv("GLINT_EXPANSION_LIMIT", "64MB", 1);
    ::setenv("GLINT_LOG", "off", 1);
    return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        chosen->take({reinterpret_cast<const char*>(data), size});
    } catch (const glint::Error&) {
        return 0;  // refused with an error message
    }
    return 0;
}
