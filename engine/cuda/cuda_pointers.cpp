// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_pointers.hpp>

#include <array>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::driver::cuda {
PointerFacts facts_of(CUdeviceptr address) {
    PointerFacts facts;
    std::array attributes{CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                          CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL,
                          CU_POINTER_ATTRIBUTE_RANGE_START_ADDR, CU_POINTER_ATTRIBUTE_RANGE_SIZE};
    std::array<void*, attributes.size()> values{&facts.type, &facts.is_managed, &facts.device,
                                                &facts.start, &facts.size_bytes};
    check(
        api().cuPointerGetAttributes(attributes.size(), attributes.data(), values.data(), address),
        "query the attributes of a pointer");
    return facts;
}

namespace {

// Returns true if kernels of the current context can access the memory. The access flags of the
// pointer do not answer this question, because they apply to the pointer's own device.
bool kernels_reach(CUdeviceptr address) {
    std::array attributes{CU_POINTER_ATTRIBUTE_DEVICE_POINTER};
    CUdeviceptr found = 0;
    std::array<void*, attributes.size()> values{&found};
    check(
        api().cuPointerGetAttributes(attributes.size(), attributes.data(), values.data(), address),
        "query whether kernels can access memory");
    return found != 0;
}

bool is_out_of_reach(const PointerFacts& facts, CUdevice device, PeerMemory peers) {
    if (facts.type != CU_MEMORYTYPE_DEVICE || facts.is_managed != 0 || facts.device == device)
        return false;
    return peers == PeerMemory::refused || !kernels_reach(facts.start);
}

std::string text_beyond(CUdeviceptr last, const PointerFacts& facts) {
    return fmt::format("the range ends {} past the end of the {} at {:#x}",
                       text::counted(last - (facts.start + facts.size_bytes), "byte"),
                       text::human_bytes(facts.size_bytes), facts.start);
}

}  // namespace

// A reserved address range may consist of several mappings. If one mapping ends inside the bytes,
// this function continues with the mapping that begins there.
std::optional<std::string> device_memory_fault(CUdevice device, CUdeviceptr address,
                                               std::size_t size_bytes, PeerMemory peers) {
    const CUdeviceptr last = address + size_bytes;
    PointerFacts facts = facts_of(address);
    if (facts.type == 0) return "the address is not in the GPU's memory";
    if (is_out_of_reach(facts, device, peers))
        return fmt::format("the memory belongs to another device, GPU {}", facts.device);
    while (facts.size_bytes != 0 && facts.start + facts.size_bytes < last) {
        const PointerFacts next = facts_of(facts.start + facts.size_bytes);
        if (next.type == 0 || next.size_bytes == 0 || is_out_of_reach(next, device, peers))
            return text_beyond(last, facts);
        facts = next;
    }
    return std::nullopt;
}

}  // namespace glint::driver::cuda
