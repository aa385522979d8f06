// SPDX-License-Identifier: MIT
#include <glint/backend/detail/memory_services.hpp>

#include <glint/base/error.hpp>

namespace glint::driver {
namespace {

[[noreturn]] void refuse_plain_pool() {
    throw Error(ErrorCode::invalid_argument, "export a memory pool to other processes",
                "the pool was not created with PoolOptions::shareable");
}

}  // namespace

int PoolSource::export_descriptor() { refuse_plain_pool(); }
IpcBytes PoolSource::export_block(void*) { refuse_plain_pool(); }

}  // namespace glint::driver
