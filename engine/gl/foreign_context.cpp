// SPDX-License-Identifier: MIT
#include <glint/gl/foreign_context.hpp>

#include <glint/base/error.hpp>
#include <glint/gl/detail/context_core.hpp>

namespace glint::gl {
namespace {

class ForeignPlatform final : public detail::Platform {
public:
    explicit ForeignPlatform(ForeignContextOptions options) : options_(std::move(options)) {}

    void make_current() override { options_.make_current(); }
    // Does nothing: the code that made the context current decides how long it stays current.
    void release_current() noexcept override {}
    Function find(const char* name) const noexcept override { return options_.find(name); }

private:
    ForeignContextOptions options_;
};

std::unique_ptr<detail::Platform> checked_platform(ForeignContextOptions options) {
    if (!options.find || !options.make_current)
        throw Error(ErrorCode::invalid_argument, "use a foreign OpenGL context",
                    "both `find` and `make_current` are required");
    return std::make_unique<ForeignPlatform>(std::move(options));
}

}  // namespace

ForeignContext::ForeignContext(ForeignContextOptions options)
    : Context(checked_platform(std::move(options)), false) {}

ForeignContext& ForeignContext::operator=(ForeignContext&& other) noexcept {
    if (this == &other) return *this;
    end();
    Context::operator=(std::move(other));
    return *this;
}

}  // namespace glint::gl
