// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/dump.hpp>

#include <cstdlib>

#include <fmt/format.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>

namespace glint::cpu {
namespace {

// Maximum length of a kernel's name in a file name. Mangled names can be longer than file systems
// allow.
constexpr std::size_t kMaxNameLength = 150;

}  // namespace

Dump::Dump(std::string_view kernel, std::string_view block) {
    const char* folder = std::getenv("GLINT_KEEP");
    if (folder != nullptr && *folder != 0)
        prefix_ = fmt::format("{}/{}.{}.", folder, kernel.substr(0, kMaxNameLength), block);
}

void Dump::write(std::string_view stage, const llvm::Module& module) const {
    if (prefix_.empty()) return;
    std::string text, fault;
    llvm::raw_string_ostream out(text), complaint(fault);
    module.print(out, nullptr);
    try {
        write_atomically(fmt::format("{}{}.ll", prefix_, stage), std::string_view(text));
    } catch (const Error& error) {
        log::warning_once(error.what());
    }
    if (llvm::verifyModule(module, &complaint))
        throw Error(ErrorCode::compile, fmt::format("verify the module {}{}.ll", prefix_, stage),
                    fault);
}

}  // namespace glint::cpu
