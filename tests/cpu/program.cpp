// SPDX-License-Identifier: MIT
#include "program.hpp"

#include <stdexcept>

#include <glint/backend/detail/cpu_entry.hpp>
#include <glint/base/files.hpp>
#include <glint/driver/detail/cpu_library.hpp>

namespace glint::cpu::test {
namespace {

template <class Function>
Function* entry(const char* name) {
    return reinterpret_cast<Function*>(driver::cpu_library().find(name));
}

}  // namespace

std::shared_ptr<driver::Backend> open_backend() {
    std::shared_ptr<driver::Backend> backend;
    entry<driver::cpu_entry::OpenBackend>(driver::cpu_entry::kOpenBackend)(&backend);
    return backend;
}

const compiler::SourceCompiler& source_compiler() {
    return *entry<compiler::SourceCompiler*()>(driver::cpu_entry::kSourceCompiler)();
}

compiler::Source source(std::string text) {
    compiler::Source result;
    result.name = "test.cu";
    result.text = std::move(text);
    return result;
}

compiler::Source source_file(const std::string& name) {
    compiler::Source result = source(read_text(std::string(GLINT_TEST_DATA_DIR) + "/" + name));
    result.name = name;
    return result;
}

Program::Program(const compiler::Source& source)
    : binary_(source_compiler().compile(source)),
      backend_(open_backend()),
      module_(backend_->load_module(binary_.image)),
      stream_(backend_->create_stream({})) {}

driver::Kernel& Program::kernel(const std::string& name) {
    const auto requested = binary_.symbols.find(name);
    const std::string& symbol = requested == binary_.symbols.end() ? name : requested->second;
    driver::Kernel* kernel = module_->find_kernel(symbol);
    if (kernel == nullptr) throw std::runtime_error("no kernel " + name);
    return *kernel;
}

}  // namespace glint::cpu::test
