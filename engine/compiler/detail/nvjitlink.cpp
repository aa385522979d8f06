// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/nvjitlink.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/shared_library.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint::compiler {
namespace {

using driver::LinkInput;
using driver::LinkPart;

struct State;  // an opaque type of nvJitLink

/// The functions of nvJitLink. They are declared here, because CUDA 11 does not provide a header.
struct Api {
    int (*create)(State**, std::uint32_t, const char**) = nullptr;
    int (*destroy)(State**) = nullptr;
    int (*add_data)(State*, int, const void*, std::size_t, const char*) = nullptr;
    int (*complete)(State*) = nullptr;
    int (*cubin_size)(State*, std::size_t*) = nullptr;
    int (*cubin)(State*, void*) = nullptr;
    int (*ptx_size)(State*, std::size_t*) = nullptr;
    int (*ptx)(State*, char*) = nullptr;
    int (*error_log_size)(State*, std::size_t*) = nullptr;
    int (*error_log)(State*, char*) = nullptr;
    int (*info_log_size)(State*, std::size_t*) = nullptr;
    int (*info_log)(State*, char*) = nullptr;
    std::string version;
};

// Looks up a function. Returns false if the library does not have it. In older libraries, function
// names end with the first minor version of the same major version, as in `_12_0`.
template <class Function>
bool look_up(const SharedLibrary& library, const std::string& name, Function& function) {
    for (const std::string& symbol :
         {"nvJitLink" + name, "__nvJitLink" + name + "_13_0", "__nvJitLink" + name + "_12_0"})
        if ((function = reinterpret_cast<Function>(library.find(symbol.c_str())))) return true;
    return false;
}

std::string version_of(const SharedLibrary& library) {
    unsigned major = 0, minor = 0;
    int (*version)(unsigned*, unsigned*) = nullptr;
    if (!look_up(library, "Version", version) || version(&major, &minor) != 0)
        return fmt::format("12 ({})", library.path().string());
    return fmt::format("{}.{} ({})", major, minor, library.path().string());
}

std::optional<Api> load() {
    const auto library = SharedLibrary::open(
        toolkit_candidates("libnvJitLink.so", {"libnvJitLink.so.13", "libnvJitLink.so.12"}));
    if (!library) return std::nullopt;
    Api api;
    const bool complete =
        look_up(*library, "Create", api.create) && look_up(*library, "Destroy", api.destroy) &&
        look_up(*library, "AddData", api.add_data) && look_up(*library, "Complete", api.complete) &&
        look_up(*library, "GetLinkedCubinSize", api.cubin_size) &&
        look_up(*library, "GetLinkedCubin", api.cubin) &&
        look_up(*library, "GetLinkedPtxSize", api.ptx_size) &&
        look_up(*library, "GetLinkedPtx", api.ptx) &&
        look_up(*library, "GetErrorLogSize", api.error_log_size) &&
        look_up(*library, "GetErrorLog", api.error_log) &&
        look_up(*library, "GetInfoLogSize", api.info_log_size) &&
        look_up(*library, "GetInfoLog", api.info_log);
    api.version = version_of(*library);
    return complete ? std::optional(api) : std::nullopt;
}

const Api* find_api() {
    static const std::optional<Api> instance = load();
    return instance ? &*instance : nullptr;
}

const Api& api() {
    if (const Api* found = find_api()) return *found;
    throw Error(ErrorCode::unsupported, "load nvJitLink",
                "libnvJitLink.so was not found. Install the CUDA toolkit (12 or later), or set "
                "$CUDA_PATH to the folder of the toolkit");
}

// Returns nvJitLink's constant for the type of an input.
int input_type(LinkInput kind) {
    switch (kind) {
        case LinkInput::cubin: return 1;
        case LinkInput::ptx: return 2;
        case LinkInput::ltoir: return 3;
        case LinkInput::fatbin: return 4;
        case LinkInput::object: return 5;
        case LinkInput::library: return 6;
        case LinkInput::detect: return 10;
    }
    return 10;
}

/// Owns an nvJitLink linker.
class Link {
public:
    explicit Link(const std::vector<std::string>& options) {
        std::vector<const char*> pointers;
        for (const std::string& option : options) pointers.push_back(option.c_str());
        const int result =
            api().create(&state_, static_cast<std::uint32_t>(pointers.size()), pointers.data());
        if (result != 0)
            throw Error(ErrorCode::compile, "start nvJitLink",
                        fmt::format("nvJitLink rejected an option (error {})", result));
    }
    ~Link() { api().destroy(&state_); }
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    void add(const LinkPart& part) {
        if (part.kind == LinkInput::ptx && !part.bytes.empty() && part.bytes.back() != std::byte{0})
            return add_terminated(part);
        require(api().add_data(state_, input_type(part.kind), part.bytes.data(), part.bytes.size(),
                               part.name.c_str()),
                fmt::format("link {} '{}'", to_string(part.kind), part.name));
    }

    std::vector<std::byte> complete(bool as_ptx) {
        require(api().complete(state_), "link device code");
        std::size_t size = 0;
        require((as_ptx ? api().ptx_size : api().cubin_size)(state_, &size),
                "read the linked code");
        std::vector<std::byte> image(size);
        require(as_ptx ? api().ptx(state_, reinterpret_cast<char*>(image.data()))
                       : api().cubin(state_, image.data()),
                "read the linked code");
        while (as_ptx && !image.empty() && image.back() == std::byte{0}) image.pop_back();
        return image;
    }

    std::string log() const {
        return read(api().info_log_size, api().info_log) +
               read(api().error_log_size, api().error_log);
    }

private:
    // Adds PTX with a terminating zero. nvJitLink recognizes PTX only if its size includes the
    // zero.
    void add_terminated(LinkPart part) {
        std::vector<std::byte> text(part.bytes.begin(), part.bytes.end());
        text.push_back(std::byte{0});
        part.bytes = text;
        add(part);
    }

    std::string read(int (*size_of)(State*, std::size_t*), int (*get)(State*, char*)) const {
        std::size_t size = 0;
        if (size_of(state_, &size) != 0 || size == 0) return {};
        std::string text(size, '\0');
        if (get(state_, text.data()) != 0) return {};
        text.resize(std::min(text.find('\0'), text.size()));
        return text;
    }

    void require(int result, const std::string& operation) const {
        if (result == 0) return;
        // The log may contain details, such as the location of a duplicate symbol. If the log is
        // empty, only the error number is known.
        const std::string said = log();
        const std::string_view words = text::trim(said);
        throw Error(
            ErrorCode::compile, operation,
            words.empty() ? fmt::format("nvJitLink reports error {}", result) : std::string(words));
    }

    State* state_ = nullptr;
};

}  // namespace

std::string nvjitlink_version() {
    const Api* found = find_api();
    return found ? found->version : std::string();
}

std::vector<std::byte> nvjitlink(std::span<const LinkPart> parts,
                                 const std::vector<std::string>& options, std::string* log) {
    Link link(options);
    const auto copy_log = [&] {
        if (log) *log = link.log();
    };
    try {
        for (const LinkPart& part : parts) link.add(part);
        std::vector<std::byte> image = link.complete(std::ranges::count(options, "-ptx") > 0);
        copy_log();
        return image;
    } catch (const Error&) {
        copy_log();
        throw;
    }
}

}  // namespace glint::compiler
