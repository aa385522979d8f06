// Shared variables lie where their alignment says, however the CPU runs threads.
#include <filesystem>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

class SharedMemory : public test::OnEachBackend {
protected:
    void expect_aligned(Program& program, int alignment);

    Device device_ = open();
    Stream stream_{device_};
};

void SharedMemory::expect_aligned(Program& program, int alignment) {
    std::vector<unsigned char> in(32);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned char>(7 * i + 1);
    const auto from = to_device(stream_, in);
    DeviceMemory<unsigned> to(device_, 6 * 33);
    program
        .kernel<void(const unsigned char*, unsigned*)>("aligned<" + std::to_string(alignment) + ">")
        // CUDA takes the bytes in front of aligned dynamic memory out of it.
        .launch(stream_, {.grid = {1}, .block = {32}, .shared_bytes = 64 + 1024}, from, to);
    const auto found = to_vector(stream_, to);
    for (std::size_t k = 0; k < 6; ++k) {
        for (std::size_t i = 0; i < 32; ++i)
            ASSERT_EQ(found[33 * k + i], in[31 - i] + k) << "variable " << k;
        ASSERT_EQ(found[33 * k + 32], 0u) << "variable " << k << " of " << alignment;
    }
}

TEST_P(SharedMemory, LiesAtMultiplesOfItsAlignment) {
    const std::vector<int> alignments{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024};
    for (const char* lowering : {"", "fibres"}) {
        SCOPED_TRACE(lowering);
        ProgramOptions options{.cpu_lowering = lowering};
        for (const int alignment : alignments)
            options.instantiations.push_back("aligned<" + std::to_string(alignment) + ">");
        Program program(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "shared_memory.cu",
                        options);
        for (const int alignment : alignments) expect_aligned(program, alignment);
    }
}

INSTANTIATE_TEST_SUITE_P(Backends, SharedMemory, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
