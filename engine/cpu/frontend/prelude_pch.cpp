// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/prelude_pch.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <mutex>
#include <set>
#include <string_view>

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/MultiplexConsumer.h>
#include <clang/Sema/Sema.h>
#include <clang/Sema/SemaConsumer.h>
#include <clang/Serialization/ASTWriter.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/disk_cache.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/cpu/frontend/diagnostics.hpp>
#include <glint/cpu/frontend/fold_constants.hpp>
#include <glint/cpu/frontend/front_end.hpp>
#include <glint/cpu/frontend/invocation.hpp>
#include <glint/cpu/frontend/prelude_files.hpp>

namespace glint::cpu {
namespace {

using compiler::Source;
using Shared = std::shared_ptr<const std::string>;

// Gives access to a private list in clang::Sema, because the public interface cannot clear this
// list. This is valid C++, because access control does not apply to the arguments of an explicit
// template instantiation.
template <auto kList>
struct DeferredChecks {
    friend auto& deferred_checks(clang::Sema& sema) { return sema.*kList; }
};
auto& deferred_checks(clang::Sema& sema);
template struct DeferredChecks<&clang::Sema::DeclsToCheckForDeferredDiags>;

/// Clears the list of prelude functions for which Clang has deferred diagnostics. With this list,
/// each compilation of a kernel would load all of these functions from the precompiled prelude.
/// Clang still diagnoses the functions that a kernel calls.
class DeferredCheckRemover : public clang::SemaConsumer {
public:
    void InitializeSema(clang::Sema& sema) override { sema_ = &sema; }
    void HandleTranslationUnit(clang::ASTContext&) override { deferred_checks(*sema_).clear(); }

private:
    clang::Sema* sema_ = nullptr;
};

/// Parses a source and writes it to memory as a precompiled header.
class PrecompileAction : public clang::ASTFrontendAction {
public:
    /// Returns the precompiled header, or an empty string if the source has errors.
    std::string take() const {
        return buffer_->IsComplete ? std::string(buffer_->Data.data(), buffer_->Data.size())
                                   : std::string();
    }

protected:
    std::unique_ptr<clang::ASTConsumer> CreateASTConsumer(clang::CompilerInstance& compiler,
                                                          llvm::StringRef) override {
        std::vector<std::unique_ptr<clang::ASTConsumer>> consumers;
        consumers.push_back(make_constant_folder());
        consumers.push_back(std::make_unique<DeferredCheckRemover>());
        consumers.push_back(std::make_unique<clang::PCHGenerator>(
            compiler.getPreprocessor(), compiler.getModuleCache(), "", "", buffer_,
            compiler.getFrontendOpts().ModuleFileExtensions, false, false));
        return std::make_unique<clang::MultiplexConsumer>(std::move(consumers));
    }

    clang::TranslationUnitKind getTranslationUnitKind() override { return clang::TU_Prefix; }
    bool hasASTFileSupport() const override { return false; }

private:
    std::shared_ptr<clang::PCHBuffer> buffer_ = std::make_shared<clang::PCHBuffer>();
};

std::string precompile(const Source& source) {
    PrecompileAction action;
    DiagnosticCollector collector;
    execute(action, source, nullptr, collector);
    return action.take();
}

bool is_of_name(char c) { return c == '_' || std::isalnum(static_cast<unsigned char>(c)); }

void add_words(std::string_view text, std::set<std::string_view>& words) {
    while (!text.empty()) {
        const auto begin = std::ranges::find_if(text, is_of_name);
        const auto end = std::find_if_not(begin, text.end(), is_of_name);
        words.emplace(begin, end);
        text = {end, text.end()};
    }
}

/// Returns all words in the files of the prelude, except words in comments.
std::set<std::string_view> words_of_prelude() {
    std::set<std::string_view> words;
    for (const PreludeFile& file : prelude_files())
        for (const std::string_view line : text::split(file.text, '\n'))
            add_words(line.substr(0, line.find("//")), words);
    return words;
}

bool is_used_by_prelude(std::string_view macro) {
    static const std::set<std::string_view> words = words_of_prelude();
    return words.contains({macro.begin(), std::ranges::find_if_not(macro, is_of_name)});
}

bool can_use(const Source& source) {
    return source.clang_flags.empty() &&
           std::ranges::none_of(
               source.defines, [](const auto& define) { return is_used_by_prelude(define.first); });
}

/// Returns an empty source with the options of `source` that affect the precompiled prelude.
Source prelude_source(const Source& source) {
    Source prelude;
    prelude.name = kEmptySource;
    prelude.fast_math = source.fast_math;
    prelude.debug = source.debug;
    prelude.language_standard = source.language_standard;
    return prelude;
}

Shared load_or_precompile(const DiskCache& cache, const std::string& key, const Source& source) {
    CachedPayload cached = cache.load_or_claim(key);
    if (cached.payload) return std::make_shared<std::string>(std::move(*cached.payload));
    std::string made = precompile(source);
    if (made.empty()) return nullptr;
    (void)cache.store(key, made);  // without the file, this process still uses `made`
    return std::make_shared<std::string>(std::move(made));
}

}  // namespace

Shared precompiled_prelude(const Source& given) {
    const auto folder = cache_folder();
    if (!folder || !can_use(given)) return nullptr;
    static std::mutex mutex;
    static std::map<std::string, Shared> made;
    const Source source = prelude_source(given);
    const std::string key = content_hash(fmt::format(
        "{}\n{}\n{}", front_end_version(), prelude_hash(), fmt::join(arguments_for(source), "\n")));
    const std::lock_guard lock(mutex);
    Shared& found = made[key];
    if (!found) found = load_or_precompile({folder, "preludes", 1}, key, source);
    return found;
}

}  // namespace glint::cpu
