// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/live_file.hpp>

#include <chrono>
#include <thread>
#include <utility>

#include <sys/resource.h>

#include <glint/base/files.hpp>
#include <glint/compiler/detail/build.hpp>
#include <glint/compiler/detail/include_scan.hpp>
#include <glint/studio/run/detail/launch_shape.hpp>

namespace glint::studio {

/// The result of a compilation: the code or the refusal, and the included files that were read.
struct LiveFile::Outcome {
    std::optional<Code> code;
    std::optional<Refusal> refusal;
    compiler::IncludeScan includes;
};

namespace {

std::vector<Mistake> mistakes_of(const std::exception& error) {
    if (const auto* declared = dynamic_cast<const DeclarationError*>(&error))
        return declared->mistakes();
    return {{.line = 0, .message = error.what()}};
}

/// Lowers the priority of this thread, and of threads that it will start, so that compilation does
/// not delay frames.
void yield_to_frames() {
    constexpr int kNice = 2;                    // a higher value slows compilation noticeably
    (void)setpriority(PRIO_PROCESS, 0, kNice);  // 0 is the calling thread, on Linux
}

/// Reads the file. If the file is missing or empty, waits up to 0.1 s for the file to be written.
/// Many editors truncate or move a file before they write it.
std::string read_once_written(const std::filesystem::path& file) {
    for (int tries = 0; tries < 10; ++tries) {
        try {
            if (std::string text = read_text(file); !text.empty()) return text;
        } catch (const Error& error) {
            if (error.code() != ErrorCode::not_found) throw;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return read_text(file);
}

}  // namespace

LiveFile::LiveFile(const Device& device, std::filesystem::path file, const std::string& text,
                   const CodeOptions& options)
    : device_(device),
      file_(std::move(file)),
      options_(options),
      watched_(std::make_unique<compiler::WatchedFiles>()) {
    watched_->add(file_);
    watched_->add(compiler::scan_includes(text, file_.parent_path(), {}));
}

LiveFile::~LiveFile() = default;

const std::string& LiveFile::error() const noexcept {
    static const std::string none;
    return refusal_ ? refusal_->what : none;
}

void LiveFile::compile(std::string text) { wanted_ = std::move(text); }

// Starts to compile. Finds the includes before it compiles, so that they are watched even if the
// text does not compile. The mistake may be in an included file.
void LiveFile::start(std::optional<std::string> text) {
    compiling_ = std::async(std::launch::async, [device = device_, file = file_, options = options_,
                                                 given = std::move(text)] {
        yield_to_frames();
        const auto outcome = std::make_shared<Outcome>();
        std::string read;
        try {
            read = given ? *given : read_once_written(file);
            outcome->includes = compiler::scan_includes(read, file.parent_path(), {});
            Code code(device, file, read, options);
            warm_up(code);
            outcome->code = std::move(code);
        } catch (const std::exception& error) {
            outcome->refusal = {std::move(read), mistakes_of(error), error.what()};
        }
        return outcome;
    });
}

void LiveFile::take(Outcome& outcome, std::optional<Code>& code) {
    watched_->add(outcome.includes);
    refusal_ = std::move(outcome.refusal);
    code = std::move(outcome.code);
}

std::optional<Code> LiveFile::poll() {
    std::optional<Code> code;
    if (compiling_.valid()) {
        if (compiling_.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
            take(*compiling_.get(), code);
        return code;
    }
    if (wanted_)
        start(std::exchange(wanted_, std::nullopt));
    else if (watched_->changed())
        start(std::nullopt);
    return code;
}

}  // namespace glint::studio
