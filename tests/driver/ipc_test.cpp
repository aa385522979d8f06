// SPDX-License-Identifier: MIT
// Two processes share a GPU's memory: this process, and a child process that runs
// DISABLED_IpcChild.
#include <glint/driver/ipc.hpp>

#include <cstdlib>
#include <cstring>
#include <sstream>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/child_process.hpp>
#include <driver/plain_memory.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

constexpr const char* kIpcVariable = "GLINT_TEST_IPC";

/// Data for the child, passed as numbers in an environment variable.
struct Letter {
    ipc::MemoryHandle memory;
    ipc::EventHandle event;
};
static_assert(std::is_trivially_copyable_v<Letter>);

std::string written(const Letter& letter) {
    std::array<unsigned char, sizeof(Letter)> bytes{};
    std::memcpy(bytes.data(), &letter, sizeof letter);
    std::ostringstream text;
    for (const unsigned byte : bytes) text << byte << ' ';
    return text.str();
}

Letter read_letter(const char* variable) {
    std::array<unsigned char, sizeof(Letter)> bytes{};
    std::istringstream text(variable);
    for (unsigned char& byte : bytes) {
        unsigned number = 0;
        text >> number;
        byte = static_cast<unsigned char>(number);
    }
    Letter letter;
    std::memcpy(&letter, bytes.data(), sizeof letter);
    return letter;
}

TEST(DISABLED_IpcChild, FillsTheMemoryItReceives) {
    const char* text = std::getenv(kIpcVariable);
    ASSERT_NE(text, nullptr) << "the test Ipc.AnotherProcessWritesTheMemory starts this one";
    const Letter letter = read_letter(text);
    Stream stream(Device::open("cuda"));
    auto memory = ipc::import_memory<int>(stream.device(), letter.memory);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(1000, 3));
    Event event = ipc::import_event(stream.device(), letter.event);
    fill(stream, memory.span(), 7);
    stream.record(event);
    stream.synchronize();
}

using Ipc = test::OnEachBackend;

TEST_P(Ipc, AnotherProcessWritesTheMemory) {
    Stream stream(open());
    auto memory = test::to_plain_memory(stream, std::vector<int>(1000, 3));
    if (GetParam() == "cpu") {
        EXPECT_THROW((void)ipc::export_memory(memory), Error);
        return;
    }
    Event event = ipc::create_event(stream.device());
    const Letter letter{ipc::export_memory(memory), ipc::export_event(stream.device(), event)};
    const test::ScopedVariable variable(kIpcVariable, written(letter));
    EXPECT_EQ(test::run_child("DISABLED_IpcChild.*"), 0);
    stream.wait(event);
    EXPECT_EQ(to_vector(stream, memory), std::vector<int>(1000, 7));
}

TEST_P(Ipc, OnTheCpuItIsRefused) {
    const Device device = open();
    if (device.kind() == BackendKind::cuda) {
        EXPECT_NO_THROW((void)ipc::create_event(device));
        return;
    }
    const std::string reason =
        "the CPU cannot share memory or events between processes by handle. Use shared memory of "
        "the operating system, and register the memory with HostRegistration";
    const DeviceMemory<int> memory(device, 10);
    const Event event(device);
    expect_error(ErrorCode::unsupported, reason, [&] { (void)ipc::export_memory(memory); });
    expect_error(ErrorCode::unsupported, reason,
                 [&] { (void)ipc::import_memory<int>(device, {.size_bytes = 40}); });
    expect_error(ErrorCode::unsupported, reason, [&] { (void)ipc::create_event(device); });
    expect_error(ErrorCode::unsupported, reason, [&] { (void)ipc::export_event(device, event); });
    expect_error(ErrorCode::unsupported, reason, [&] { (void)ipc::import_event(device, {}); });
}

TEST_P(Ipc, OnlyPlainMemoryInWholeElementsIsShared) {
    Stream stream(open());
    const DeviceMemory<int> pooled(stream, 10);
    const DeviceMemory<int> none(stream.device(), 0);
    expect_error(ErrorCode::invalid_argument, "the memory belongs to a pool or to another library",
                 [&] { (void)ipc::export_memory(pooled); });
    expect_error(ErrorCode::invalid_argument, "the memory has no elements",
                 [&] { (void)ipc::export_memory(none); });
    expect_error(ErrorCode::invalid_argument,
                 "the memory has 42 bytes, which is not a whole number of elements of 4 bytes",
                 [&] { (void)ipc::import_memory<int>(stream.device(), {.size_bytes = 42}); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Ipc, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
