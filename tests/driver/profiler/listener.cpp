// SPDX-License-Identifier: MIT
// A tool, loaded by NVTX, that records the events it receives.
#include <string>

#include <nvtx3/nvToolsExt.h>

namespace {

std::string heard;

nvtxRangeId_t NVTX_API start_range(const char* name) {
    heard += std::string("start ") + name + "; ";
    return 42;
}

void NVTX_API end_range(nvtxRangeId_t id) { heard += "end " + std::to_string(id) + "; "; }

}  // namespace

extern "C" const char* glint_test_heard() { return heard.c_str(); }

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table) {
    const auto* callbacks =
        static_cast<const NvtxExportTableCallbacks*>(get_table(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable table = nullptr;
    unsigned size = 0;
    if (!callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size)) return 0;
    *table[NVTX_CBID_CORE_RangeStartA] = reinterpret_cast<NvtxFunctionPointer>(&start_range);
    *table[NVTX_CBID_CORE_RangeEnd] = reinterpret_cast<NvtxFunctionPointer>(&end_range);
    return 1;
}
