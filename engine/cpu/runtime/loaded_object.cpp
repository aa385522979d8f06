#include <glint/cpu/runtime/loaded_object.hpp>

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Support/MemoryBuffer.h>

#include <glint/base/error.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/runtime/entry_points.hpp>

namespace glint::cpu {
namespace {

namespace orc = llvm::orc;

// Vector math functions, which no program of ours is linked with.
constexpr const char* kVectorMath = "libmvec.so.1";

[[noreturn]] void throw_failure(llvm::Error failure) {
    throw Error(ErrorCode::bad_input, "load a CPU image", llvm::toString(std::move(failure)));
}

void check(llvm::Error failure) {
    if (failure) throw_failure(std::move(failure));
}

template <class T>
T check(llvm::Expected<T> result) {
    if (!result) throw_failure(result.takeError());
    return std::move(*result);
}

std::unique_ptr<orc::LLJIT> make_jit() {
    orc::JITTargetMachineBuilder target{llvm::Triple(host_target().triple)};
    target.setCPU(host_target().cpu);
    return check(orc::LLJITBuilder()
                     .setJITTargetMachineBuilder(std::move(target))
                     .setPlatformSetUp(orc::setUpInactivePlatform)
                     .create());
}

void define_entry_points(orc::LLJIT& jit) {
    orc::SymbolMap symbols;
    for (const EntryPoint& point : entry_points())
        symbols[jit.mangleAndIntern(llvm::StringRef(point.name))] = {
            orc::ExecutorAddr::fromPtr(point.address), llvm::JITSymbolFlags::Exported};
    check(jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols))));
}

void add_system_libraries(orc::LLJIT& jit) {
    using Search = orc::DynamicLibrarySearchGenerator;
    const char prefix = jit.getDataLayout().getGlobalPrefix();
    jit.getMainJITDylib().addGenerator(check(Search::GetForCurrentProcess(prefix)));
    jit.getMainJITDylib().addGenerator(check(Search::Load(kVectorMath, prefix)));
}

std::unique_ptr<llvm::MemoryBuffer> copy_of(std::span<const std::byte> object) {
    const auto* text = reinterpret_cast<const char*>(object.data());
    return llvm::MemoryBuffer::getMemBufferCopy(llvm::StringRef(text, object.size()), "kernels");
}

}  // namespace

struct LoadedObject::Jit {
    std::unique_ptr<orc::LLJIT> value;
};

LoadedObject::LoadedObject(std::span<const std::byte> object)
    : jit_(std::make_unique<Jit>(make_jit())) {
    define_entry_points(*jit_->value);
    add_system_libraries(*jit_->value);
    check(jit_->value->addObjectFile(copy_of(object)));
}

LoadedObject::~LoadedObject() = default;
LoadedObject::LoadedObject(LoadedObject&&) noexcept = default;

void* LoadedObject::address(const std::string& symbol) const {
    return check(jit_->value->lookup(symbol)).toPtr<void*>();
}

}  // namespace glint::cpu
