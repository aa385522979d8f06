#include <glint/studio/run/live_file.hpp>

#include <chrono>

#include <glint/base/files.hpp>
#include <glint/compiler/detail/build.hpp>
#include <glint/compiler/detail/include_scan.hpp>

namespace glint::studio {

LiveFile::LiveFile(const Device& device, std::filesystem::path file, const std::string& text,
                   const CodeOptions& options)
    : device_(device),
      file_(std::move(file)),
      options_(options),
      watched_(std::make_unique<compiler::WatchedFiles>()) {
    watch(text);
}

LiveFile::~LiveFile() = default;

void LiveFile::watch(const std::string& text) {
    watched_->add(file_);
    watched_->add(compiler::scan_includes(text, file_.parent_path(), {}));
}

std::optional<Code> LiveFile::poll() {
    if (!compiling_.valid()) {
        if (!watched_->changed()) return std::nullopt;
        compiling_ =
            std::async(std::launch::async, [device = device_, file = file_, options = options_] {
                return Code(device, file, options);
            });
    }
    if (compiling_.wait_for(std::chrono::seconds(0)) != std::future_status::ready)
        return std::nullopt;
    try {
        Code code = compiling_.get();
        watch(code.text());
        error_.clear();
        return code;
    } catch (const std::exception& error) {
        error_ = error.what();
        return std::nullopt;
    }
}

}  // namespace glint::studio
