// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/binary_cache.hpp>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <thread>

#include <gtest/gtest.h>

#include <glint/compiler/detail/build.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/loaded_modules.hpp>
#include <glint/compiler/make_source.hpp>
#include <glint/compiler/program.hpp>

#include <base/scratch.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using test::ScopedVariable;
using test::TemporaryFolder;

const std::string kAnswer = "extern \"C\" __global__ void answer(int* out) { *out = 42; }\n";

std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) files.push_back(entry.path());
    return files;
}

class Cache : public test::OnEachBackend {
protected:
    Program program(const std::string& text = kAnswer, ProgramOptions options = {}) const {
        return Program::from_text(device_, "answer.cu", text, std::move(options));
    }
    bool is_cached(const std::string& text = kAnswer, ProgramOptions options = {}) const {
        return program(text, std::move(options)).was_cached();
    }

    int answer(Program&& of) const {
        Stream stream(device_);
        DeviceMemory<int> memory(device_, 1);
        of.kernel<void(int*)>("answer").launch(stream, {}, memory);
        return to_vector(stream, memory)[0];
    }

    /// Cached binaries of compiled programs, without the kernels that the CPU backend caches.
    std::vector<fs::path> binaries() const {
        const fs::path folder = folder_.path() / "binaries";
        return fs::exists(folder) ? files_in(folder) : std::vector<fs::path>();
    }

    Device device_ = open();
    TemporaryFolder folder_;
    ScopedVariable place_{"GLINT_CACHE_DIR", folder_.path().string()};
    ScopedVariable on_{"GLINT_CACHE", std::nullopt};
    ScopedVariable keep_{"GLINT_KEEP", std::nullopt};
};

TEST_P(Cache, TheSecondProgramIsCached) {
    EXPECT_FALSE(is_cached());
    EXPECT_TRUE(is_cached());
    EXPECT_EQ(answer(program()), 42);
    EXPECT_EQ(binaries().size(), 1u);
}

TEST_P(Cache, EachCodeChangeRecompiles) {
    EXPECT_FALSE(is_cached());
    EXPECT_FALSE(is_cached(kAnswer + " "));
    EXPECT_FALSE(is_cached(kAnswer, {.fast_math = true}));
    EXPECT_FALSE(is_cached(kAnswer, {.debug = true}));
    EXPECT_FALSE(is_cached(kAnswer, {.cpu_lowering = "fibres"}));
    EXPECT_FALSE(is_cached(kAnswer, {.defines = {{"A", "1"}}}));
    EXPECT_FALSE(is_cached(kAnswer, {.defines = {{"A", "2"}}}));
    EXPECT_FALSE(is_cached(kAnswer, {.defines = {{"A", "1"}, {"B", ""}}}));
    EXPECT_FALSE(is_cached(kAnswer, {.include_folders = {folder_.path()}}));
    EXPECT_FALSE(is_cached(kAnswer, {.headers = {{"a.cuh", "int a;"}}}));
    EXPECT_FALSE(is_cached(kAnswer, {.headers = {{"a.cuh", "int b;"}}}));
    EXPECT_FALSE(is_cached(kAnswer, {.language_standard = "c++17"}));
    EXPECT_FALSE(is_cached(kAnswer, {.max_registers = 32}));
    EXPECT_FALSE(is_cached(kAnswer, {.nvrtc_flags = {"--restrict"}, .clang_flags = {"-Wall"}}));
    EXPECT_FALSE(Program::from_text(device_, "other_name.cu", kAnswer).was_cached());
    EXPECT_TRUE(is_cached());
    EXPECT_TRUE(is_cached(kAnswer, {.defines = {{"A", "2"}}}));
}

TEST_P(Cache, InstantiationsAreCachedWithTheirSymbols) {
    const std::string text = "template <int k> __global__ void set(int* out) { *out = k; }\n";
    for (const bool cached : {false, true}) {
        Program made = program(text, {.instantiations = {"set<7>"}});
        EXPECT_EQ(made.was_cached(), cached);
        (void)made.kernel<void(int*)>("set<7>");
        EXPECT_EQ(made.was_cached(), cached) << "it was compiled again for its own instantiation";
    }
    EXPECT_FALSE(is_cached(text, {.instantiations = {"set<8>"}}));
}

TEST_P(Cache, AnEditedHeaderIsCompiledAgain) {
    const TemporaryFolder sources;
    sources.write("outer.cuh", "#include \"inner.cuh\"\n");
    sources.write("inner.cuh", "constexpr int kAnswer = 1;\n");
    const std::string text =
        "#include \"outer.cuh\"\n"
        "extern \"C\" __global__ void answer(int* out) { *out = kAnswer; }\n";
    const ProgramOptions options{.include_folders = {sources.path()}};
    EXPECT_EQ(answer(program(text, options)), 1);
    EXPECT_TRUE(is_cached(text, options));
    sources.write("inner.cuh", "constexpr int kAnswer = 2;\n");
    EXPECT_EQ(answer(program(text, options)), 2);
    sources.write("inner.cuh", "constexpr int kAnswer = 1;\n");
    EXPECT_TRUE(is_cached(text, options)) << "it is as it was before";
    EXPECT_EQ(answer(program(text, options)), 1);
}

TEST_P(Cache, HeadersNamedByMacrosAreNeverCached) {
    const TemporaryFolder sources;
    sources.write("value.cuh", "constexpr int kAnswer = 1;\n");
    const std::string text =
        "#define HEADER \"value.cuh\"\n#include HEADER\n"
        "extern \"C\" __global__ void answer(int* out) { *out = kAnswer; }\n";
    const ProgramOptions options{.include_folders = {sources.path()}};
    EXPECT_EQ(answer(program(text, options)), 1);
    sources.write("value.cuh", "constexpr int kAnswer = 2;\n");
    EXPECT_EQ(answer(program(text, options)), 2);
    EXPECT_TRUE(binaries().empty());
}

TEST_P(Cache, DamagedEntriesAreCompiledAgain) {
    EXPECT_FALSE(is_cached());
    const fs::path entry = binaries().at(0);
    const std::string whole = read_text(entry);
    const auto expect_recovery = [&](const std::string& content, const std::string& what) {
        write_atomically(entry, content);
        Program made = program();
        EXPECT_FALSE(made.was_cached()) << what;
        EXPECT_EQ(answer(std::move(made)), 42) << what;
        EXPECT_TRUE(is_cached()) << what << ": it is not repaired";
    };
    for (std::size_t place = 0; place < whole.size(); place += 1 + whole.size() / 16) {
        std::string flipped = whole;
        flipped[place] = static_cast<char>(flipped[place] ^ 0x10);
        expect_recovery(flipped, "flipped byte " + std::to_string(place));
    }
    for (std::size_t size = 0; size < whole.size(); size += 1 + whole.size() / 16)
        expect_recovery(whole.substr(0, size), "cut to " + std::to_string(size));
    expect_recovery(whole + "x", "a byte more");
    expect_recovery(std::string(whole.size(), '\0'), "zeros");
}

TEST_P(Cache, InvalidFoldersCostOneWarning) {
    const fs::path file = folder_.write("file", "in the way");
    const ScopedVariable place("GLINT_CACHE_DIR", (file / "cache").string());
    const test::ExpectedComplaints one(1);
    EXPECT_EQ(answer(program()), 42);
    EXPECT_FALSE(is_cached());
    EXPECT_FALSE(is_cached(kAnswer + "// another\n"));
}

/// A later test also runs this test, in a process that cannot write to the folder.
TEST_P(Cache, AReadOnlyFolderCostsOneWarning) {
    fs::create_directories(folder_.path() / "binaries");
    fs::permissions(folder_.path() / "binaries", fs::perms::owner_read | fs::perms::owner_exec);
    {
        const char* given = std::getenv("GLINT_TEST_UNWRITABLE_CACHE");
        const ScopedVariable place("GLINT_CACHE_DIR", given ? given : folder_.path().string());
        const bool may_write_anyway = ::geteuid() == 0 && !given;
        const test::ExpectedComplaints warnings(may_write_anyway ? 0 : 1);
        EXPECT_EQ(answer(program()), 42);
        EXPECT_EQ(is_cached(), may_write_anyway);
    }
    fs::permissions(folder_.path() / "binaries", fs::perms::owner_all);
}

TEST_P(Cache, DisabledCacheStoresNothing) {
    const ScopedVariable off("GLINT_CACHE", "off");
    EXPECT_EQ(answer(program()), 42);
    EXPECT_FALSE(is_cached());
    EXPECT_TRUE(files_in(folder_.path()).empty());
}

TEST_P(Cache, ManyThreadsCompileTheSame) {
    std::vector<std::thread> threads;
    std::vector<int> answers(8);
    for (int& result : answers) threads.emplace_back([&, this] { result = answer(program()); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(answers, std::vector<int>(8, 42));
    EXPECT_EQ(binaries().size(), 1u) << "temporary files are left";
    EXPECT_TRUE(is_cached());
}

TEST_P(Cache, ModulesInUseAreLoadedOnce) {
    const auto module_of = [&](const std::string& text) {
        const compiler::Source source = compiler::make_source("kept.cu", text, {}, {});
        const auto includes = compiler::scan_includes(source.text, {}, {}, {});
        return compiler::build(device_, source, includes).module;
    };
    const std::string counting =
        "__device__ int calls = 42;\n"
        "extern \"C\" __global__ void answer(int* out) { *out = calls++; }\n";
    EXPECT_NE(module_of(kAnswer), module_of(kAnswer));
    {
        const compiler::LoadedModules kept(device_);
        const auto module = module_of(kAnswer);
        EXPECT_EQ(module_of(kAnswer), module);
        EXPECT_NE(module_of(kAnswer + "// another\n"), module);
        { const compiler::LoadedModules too(device_); }
        EXPECT_EQ(module_of(kAnswer), module);
        EXPECT_EQ(answer(program()), 42);
        // A program with variables is never shared, so it always starts with their initial values.
        for (int i = 0; i < 2; ++i) EXPECT_EQ(answer(program(counting)), 42);
        EXPECT_NE(module_of(counting), module_of(counting));
    }
    EXPECT_NE(module_of(kAnswer), module_of(kAnswer));
}

/// The next test also runs this test, in processes that share a folder.
TEST_P(Cache, SharedFolder) {
    const char* shared = std::getenv("GLINT_TEST_SHARED_CACHE");
    const ScopedVariable place("GLINT_CACHE_DIR", shared ? shared : folder_.path().string());
    for (int i = 0; i < 5; ++i) {
        const std::string text = kAnswer + "// " + std::to_string(i) + "\n";
        EXPECT_EQ(answer(program(text)), 42);
        EXPECT_TRUE(is_cached(text));
    }
}

/// Starts a process, which first calls `prepare`; `prepare` must not allocate.
pid_t start(const std::vector<std::string>& command, void (*prepare)() = [] {}) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    prepare();
    std::vector<char*> arguments;
    for (const std::string& part : command) arguments.push_back(const_cast<char*>(part.c_str()));
    arguments.push_back(nullptr);
    ::execv(arguments[0], arguments.data());
    ::_exit(127);
}

std::vector<std::string> this_test(const std::string& name, const std::string& backend) {
    return {"/proc/self/exe", "--gtest_brief=1",
            "--gtest_filter=Backends/Cache." + name + "/" + backend};
}

/// Exit status of a child; -1 if it was killed.
int exit_status(pid_t child) {
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void expect_success(pid_t child) { EXPECT_EQ(exit_status(child), 0); }

TEST_P(Cache, ManyProcessesCompileTheSame) {
    const ScopedVariable shared("GLINT_TEST_SHARED_CACHE", folder_.path().string());
    std::vector<pid_t> children;
    for (int i = 0; i < 3; ++i) children.push_back(start(this_test("SharedFolder", GetParam())));
    for (const pid_t child : children) expect_success(child);
    EXPECT_EQ(binaries().size(), 5u);
    EXPECT_TRUE(is_cached(kAnswer + "// 0\n"));
}

// Root can write to read-only folders, so the child process switches to another user. If that user
// cannot execute this program, because its folder is private, the test is not possible.
TEST_P(Cache, AFolderOfAnotherUserCostsOneWarning) {
    constexpr int kClosed = 125;
    if (::geteuid() != 0) return;  // the read-only folder test covers this
    fs::permissions(folder_.path(),
                    fs::perms::owner_all | fs::perms::others_read | fs::perms::others_exec);
    const ScopedVariable unwritable("GLINT_TEST_UNWRITABLE_CACHE", folder_.path().string());
    static const std::string program = fs::read_symlink("/proc/self/exe").string();
    const int status =
        exit_status(start(this_test("AReadOnlyFolderCostsOneWarning", GetParam()), [] {
            constexpr uid_t kNobody = 65534;
            if (::setuid(kNobody) != 0) ::_exit(126);
            if (::access(program.c_str(), X_OK) != 0) ::_exit(kClosed);
        }));
    EXPECT_TRUE(status == 0 || status == kClosed) << status;
    EXPECT_TRUE(binaries().empty());
}

TEST_P(Cache, AFullDiskCostsOneWarning) {
    if (GetParam() == "cuda") return;  // CUDA's driver may write files itself
    const ScopedVariable unwritable("GLINT_TEST_UNWRITABLE_CACHE", folder_.path().string());
    expect_success(start(this_test("AReadOnlyFolderCostsOneWarning", GetParam()), [] {
        constexpr ::rlimit kSmall{.rlim_cur = 64, .rlim_max = 64};
        std::signal(SIGXFSZ, SIG_IGN);
        if (::setrlimit(RLIMIT_FSIZE, &kSmall) != 0) ::_exit(126);
    }));
    EXPECT_TRUE(binaries().empty()) << "temporary files are left";
}

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

/// Images that cannot be loaded here: empty, garbage, and code for another GPU architecture.
std::vector<std::vector<std::byte>> foreign_images(const Device& device) {
    std::vector<std::vector<std::byte>> images{{}, bytes_of("made elsewhere")};
    if (compiler::nvrtc_version().empty()) return images;
    const bool is_oldest = compiler::target_of(device) == "sm_75";
    compiler::Source source;
    source.name = "answer.cu";
    source.text = kAnswer;
    images.push_back(
        compiler::nvrtc_compiler(is_oldest ? "sm_120" : "sm_75")->compile(source).image);
    return images;
}

// The entry is complete, with the correct key and checksum, but this device cannot load it.
TEST_P(Cache, ForeignEntriesAreCompiledAgainAndReplaced) {
    EXPECT_FALSE(is_cached());
    const fs::path entry = binaries().at(0);
    const std::string key = entry.parent_path().filename().string() + entry.filename().string();
    const compiler::BinaryCache cache(folder_.path());
    ASSERT_TRUE(cache.load_or_claim(key).binary.has_value());
    for (const std::vector<std::byte>& image : foreign_images(device_)) {
        cache.store(key, {.image = image, .symbols = {}, .warnings = {}});
        Program made = program();
        EXPECT_FALSE(made.was_cached()) << image.size() << " bytes";
        EXPECT_EQ(answer(std::move(made)), 42) << image.size() << " bytes";
        EXPECT_TRUE(is_cached()) << image.size() << " bytes: it is not replaced";
    }
}

TEST_P(Cache, EntriesUnderAnotherNameAreCompiledAgain) {
    const std::string other = "extern \"C\" __global__ void answer(int* out) { *out = 7; }\n";
    EXPECT_FALSE(is_cached(other));
    const fs::path wrong = binaries().at(0);
    EXPECT_FALSE(is_cached());
    std::vector<fs::path> both = binaries();
    std::erase(both, wrong);
    fs::copy_file(wrong, both.at(0), fs::copy_options::overwrite_existing);
    EXPECT_EQ(answer(program()), 42);
    EXPECT_TRUE(is_cached());
}

TEST_P(Cache, FlagsThatNameFilesAreNeverCached) {
    const TemporaryFolder sources;
    const fs::path header = sources.write("value.cuh", "#define VALUE 1\n");
    const std::string text = "extern \"C\" __global__ void answer(int* out) { *out = VALUE; }\n";
    const ProgramOptions options{.nvrtc_flags = {"--pre-include=" + header.string()},
                                 .clang_flags = {"-include", header.string()}};
    EXPECT_EQ(answer(program(text, options)), 1);
    sources.write("value.cuh", "#define VALUE 2\n");
    EXPECT_EQ(answer(program(text, options)), 2);
    EXPECT_TRUE(binaries().empty());
}

INSTANTIATE_TEST_SUITE_P(Backends, Cache, test::each_backend(), test::name);

TEST(CacheKey, DependsOnEachInput) {
    compiler::Source source;
    source.name = "a.cu";
    source.text = "text";
    const auto key = [&](std::string_view identity = "compiler 1") {
        return compiler::cache_key(source, identity);
    };
    const std::string plain = key();
    EXPECT_EQ(plain, key());
    EXPECT_NE(plain, key("compiler 2"));
    source.headers = {{"/h.cuh", "content"}};
    EXPECT_NE(plain, key());
    source.headers.clear();
    source.cpu_lowering = "loops";
    EXPECT_NE(plain, key());
    source.cpu_lowering.clear();
    source.defines = {{"a", "b"}};
    const std::string as_define = key();
    source.defines.clear();
    source.instantiations = {"a", "b"};
    EXPECT_NE(as_define, key());
}

}  // namespace
}  // namespace glint
