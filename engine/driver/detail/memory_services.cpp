#include <glint/driver/detail/memory_services.hpp>

#include <glint/base/error.hpp>

namespace glint::driver {
namespace {

[[noreturn]] void refuse(const char* operation) {
    throw Error(ErrorCode::unsupported, operation,
                "the CPU's memory has no file descriptors; use the system's shared memory, and a "
                "HostRegistration of it");
}

[[noreturn]] void refuse_plain_pool() {
    throw Error(ErrorCode::invalid_argument, "export a memory pool to other processes",
                "it was not made with PoolOptions::shareable");
}

}  // namespace

int PoolSource::export_descriptor() { refuse_plain_pool(); }
IpcBytes PoolSource::export_block(void*) { refuse_plain_pool(); }

void* MemoryServices::allocate_shareable(std::size_t) { refuse("allocate memory to share"); }
int MemoryServices::export_descriptor(void*) { refuse("export memory to other processes"); }
void* MemoryServices::open_descriptor(int, std::size_t) { refuse("open another process's memory"); }
void MemoryServices::release_shareable(void*, std::size_t) noexcept {}
std::unique_ptr<ForeignPool> MemoryServices::open_pool(int) {
    refuse("open another process's pool");
}

}  // namespace glint::driver
