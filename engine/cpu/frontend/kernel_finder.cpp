// SPDX-License-Identifier: MIT
#include <glint/cpu/frontend/kernel_finder.hpp>

#include <algorithm>

#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/GlobalDecl.h>
#include <clang/Basic/SourceManager.h>
#include <clang/CodeGen/CGFunctionInfo.h>
#include <clang/CodeGen/CodeGenABITypes.h>
#include <clang/CodeGen/ModuleBuilder.h>
#include <llvm/IR/DerivedTypes.h>
#include <llvm/IR/Module.h>

#include <glint/base/ceil_div.hpp>
#include <glint/cpu/frontend/diagnostics.hpp>

namespace glint::cpu {
namespace {

using clang::CodeGen::ABIArgInfo;

bool is_kernel_definition(const clang::FunctionDecl& function) {
    return function.hasAttr<clang::CUDAGlobalAttr>() && !function.isDependentContext() &&
           function.isThisDeclarationADefinition();
}

/// Finds all kernels that have a body, including instantiations of templates. Visits declarations
/// but not statements, because statements do not declare kernels. Clang's RecursiveASTVisitor would
/// do the same, but takes seconds to compile.
class KernelCollector {
public:
    explicit KernelCollector(const clang::SourceManager& sources) : sources_(sources) {}

    void add(clang::Decl& declaration) {
        if (sources_.isInSystemHeader(declaration.getLocation())) return;
        if (auto* function = llvm::dyn_cast<clang::FunctionDecl>(&declaration))
            add_if_kernel(*function);
        else if (auto* functions = llvm::dyn_cast<clang::FunctionTemplateDecl>(&declaration))
            add_instantiations(*functions);
        else if (auto* classes = llvm::dyn_cast<clang::ClassTemplateDecl>(&declaration))
            add_instantiations(*classes);
        else if (auto* context = llvm::dyn_cast<clang::DeclContext>(&declaration))
            for (clang::Decl* member : context->decls()) add(*member);
    }

    std::vector<const clang::FunctionDecl*> kernels;

private:
    void add_if_kernel(const clang::FunctionDecl& function) {
        if (is_kernel_definition(function)) kernels.push_back(&function);
    }

    // The enclosing context also contains the explicit specializations of both kinds of templates,
    // and the explicit instantiations of class templates.
    void add_instantiations(clang::FunctionTemplateDecl& declared) {
        if (!declared.isCanonicalDecl()) return;
        for (clang::FunctionDecl* specialization : declared.specializations())
            for (clang::FunctionDecl* function : specialization->redecls())
                if (function->getTemplateSpecializationKind() != clang::TSK_ExplicitSpecialization)
                    add(*function);
    }

    void add_instantiations(clang::ClassTemplateDecl& declared) {
        if (!declared.isCanonicalDecl()) return;
        for (clang::ClassTemplateSpecializationDecl* specialization : declared.specializations())
            if (specialization->getTemplateSpecializationKind() == clang::TSK_ImplicitInstantiation)
                for (clang::Decl* member : specialization->decls()) add(*member);
    }

    const clang::SourceManager& sources_;
};

/// Describes a kernel's parameters, and how the code generator passes them.
class Describer {
public:
    Describer(clang::ASTContext& context, clang::CodeGenerator& generator)
        : context_(context), generator_(generator), policy_(context.getPrintingPolicy()) {
        policy_.SuppressTagKeyword = true;
        policy_.Bool = true;
        policy_.FullyQualifiedName = true;
    }

    KernelDescription describe(const clang::FunctionDecl& kernel) {
        KernelDescription result;
        result.name = name_of(kernel);
        result.symbol = symbol_of(kernel);
        result.max_threads_per_block = thread_limit(kernel);
        add_parameters(kernel, result);
        add_pieces(kernel, result);
        return result;
    }

    std::string symbol_of(const clang::FunctionDecl& kernel) {
        const clang::GlobalDecl global(&kernel, clang::KernelReferenceKind::Kernel);
        return generator_.GetMangledName(global).str();
    }

    std::vector<compiler::Diagnostic> take_errors() { return std::move(errors_); }

private:
    std::string name_of(const clang::FunctionDecl& kernel) {
        std::string name;
        llvm::raw_string_ostream out(name);
        kernel.getNameForDiagnostic(out, policy_, true);
        return name;
    }

    unsigned thread_limit(const clang::FunctionDecl& kernel) {
        const auto* bounds = kernel.getAttr<clang::CUDALaunchBoundsAttr>();
        if (bounds == nullptr) return 1024;
        const auto value = bounds->getMaxThreads()->getIntegerConstantExpr(context_);
        return value ? static_cast<unsigned>(value->getZExtValue()) : 1024;
    }

    // Returns the name of a parameter type in the usual style, without qualifiers that do not
    // matter to a caller. For example, "const float *const *__restrict" becomes
    // "const float* const*".
    std::string type_name(clang::QualType type) {
        std::string name = type.getUnqualifiedType().getAsString(policy_);
        for (auto at = name.find(" *"); at != std::string::npos; at = name.find(" *"))
            name.erase(at, 1);
        for (auto at = name.find("*const"); at != std::string::npos; at = name.find("*const"))
            name.insert(at + 1, 1, ' ');
        return name;
    }

    static driver::ValueKind kind_of(clang::QualType type) {
        if (type->isIntegralOrEnumerationType()) return driver::ValueKind::integer;
        if (type->isRealFloatingType()) return driver::ValueKind::floating;
        if (type->isPointerType()) return driver::ValueKind::pointer;
        return type->isRecordType() ? driver::ValueKind::aggregate : driver::ValueKind::unknown;
    }

    driver::ValueType value_type(clang::QualType type) {
        driver::ValueType value{.kind = kind_of(type)};
        if (value.kind != driver::ValueKind::pointer) return value;
        const clang::QualType pointee = type->getPointeeType();
        value.pointee = kind_of(pointee);
        if (driver::is_scalar(value.pointee))
            value.pointee_bytes =
                static_cast<std::uint32_t>(context_.getTypeSizeInChars(pointee).getQuantity());
        return value;
    }

    void add_parameters(const clang::FunctionDecl& kernel, KernelDescription& result) {
        for (const clang::ParmVarDecl* parameter : kernel.parameters()) {
            const clang::QualType type = parameter->getType();
            const auto alignment = context_.getTypeAlignInChars(type).getQuantity();
            const auto size = context_.getTypeSizeInChars(type).getQuantity();
            const auto offset = round_up(result.argument_bytes, alignment);
            result.parameters.push_back({.offset = static_cast<std::size_t>(offset),
                                         .size_bytes = static_cast<std::size_t>(size),
                                         .type = type_name(type),
                                         .value = value_type(type)});
            result.argument_bytes = static_cast<std::size_t>(offset + size);
            check_copyable(*parameter);
        }
    }

    void check_copyable(const clang::ParmVarDecl& parameter) {
        if (parameter.getType().isTriviallyCopyableType(context_)) return;
        errors_.push_back(diagnostic_at(context_.getSourceManager(), parameter.getLocation(),
                                        "kernel parameters must be trivially copyable, but '" +
                                            type_name(parameter.getType()) + "' is not"));
    }

    void add_pieces(const clang::FunctionDecl& kernel, KernelDescription& result) {
        const auto type = kernel.getType()->getCanonicalTypeUnqualified();
        const auto& info = clang::CodeGen::arrangeFreeFunctionType(
            generator_.CGM(), type.castAs<clang::FunctionProtoType>());
        for (std::size_t i = 0; i < result.parameters.size(); ++i)
            add_pieces(info.arguments()[i].info, result.parameters[i].offset, result.pieces);
    }

    void add_pieces(const ABIArgInfo& argument, std::size_t offset,
                    std::vector<ArgumentPiece>& pieces) {
        if (argument.isIgnore()) return;
        if (argument.isIndirect())
            pieces.push_back({.offset = offset, .by_address = true});
        else
            add_direct(argument, offset + argument.getDirectOffset(), pieces);
    }

    // Adds one piece per register if a struct is passed in registers, else a single piece.
    void add_direct(const ABIArgInfo& argument, std::size_t offset,
                    std::vector<ArgumentPiece>& pieces) {
        auto* parts = llvm::dyn_cast<llvm::StructType>(argument.getCoerceToType());
        if (parts == nullptr || !argument.isDirect() || !argument.getCanBeFlattened()) {
            pieces.push_back({.offset = offset});
            return;
        }
        const auto* layout = generator_.GetModule()->getDataLayout().getStructLayout(parts);
        for (unsigned i = 0; i < parts->getNumElements(); ++i)
            pieces.push_back({.offset = offset + layout->getElementOffset(i).getFixedValue()});
    }

    clang::ASTContext& context_;
    clang::CodeGenerator& generator_;
    clang::PrintingPolicy policy_;
    std::vector<compiler::Diagnostic> errors_;
};

// Returns the function in the declaration `using alias = __glint_request<&function>`, or nullptr if
// the declaration does not name a valid function.
const clang::FunctionDecl* requested(clang::ASTContext& context, const std::string& alias) {
    const auto found = context.getTranslationUnitDecl()->lookup(&context.Idents.get(alias));
    if (found.empty()) return nullptr;
    const auto* declaration = llvm::dyn_cast<clang::TypedefNameDecl>(found.front());
    if (declaration == nullptr) return nullptr;
    const auto* type = declaration->getUnderlyingType()->getAsCXXRecordDecl();
    const auto* request = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(type);
    if (request == nullptr) return nullptr;
    const clang::TemplateArgument& argument = request->getTemplateArgs()[0];
    if (argument.getKind() != clang::TemplateArgument::Declaration) return nullptr;
    return llvm::dyn_cast<clang::FunctionDecl>(argument.getAsDecl());
}

bool is_request_for_kernel(const clang::FunctionDecl* function) {
    return function != nullptr && function->hasAttr<clang::CUDAGlobalAttr>();
}

void find_requests(clang::ASTContext& context, const std::vector<std::string>& requests,
                   Describer& describer, FoundKernels& found) {
    for (std::size_t i = 0; i < requests.size(); ++i) {
        const auto* function = requested(context, request_alias(i));
        if (is_request_for_kernel(function))
            found.symbols[requests[i]] = describer.symbol_of(*function);
        else
            found.errors.push_back({.message = "kernel `" + requests[i] + "` not found"});
    }
}

}  // namespace

std::string request_alias(std::size_t index) { return "__glint_request_" + std::to_string(index); }

FoundKernels find_kernels(clang::ASTContext& context, clang::CodeGenerator& generator,
                          const std::vector<std::string>& requests) {
    FoundKernels found;
    KernelCollector collector(context.getSourceManager());
    // noload_decls() does not load the unused declarations of the precompiled prelude. The prelude
    // contains no kernels.
    for (clang::Decl* declaration : context.getTranslationUnitDecl()->noload_decls())
        collector.add(*declaration);
    Describer describer(context, generator);
    for (const clang::FunctionDecl* kernel : collector.kernels)
        found.kernels.push_back(describer.describe(*kernel));
    found.errors = describer.take_errors();
    find_requests(context, requests, describer, found);
    return found;
}

}  // namespace glint::cpu
