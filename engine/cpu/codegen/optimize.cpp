// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/optimize.hpp>

#include <llvm/Target/TargetMachine.h>

namespace glint::cpu {
namespace {

// These passes were chosen with the benchmark `cpu`. Without the unrolling at the end, its workload
// `reduce_one_each` takes twice as long. Vectorizing loops or straight-line code does not help.
constexpr const char* kLanesPasses =
    "function("
    "sroa<modify-cfg>,early-cse<memssa>,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-simplify,lcssa,loop-mssa(loop-rotate,licm),simplifycfg,"
    "instcombine<no-verify-fixpoint>,loop-simplify,lcssa,"
    "loop(indvars,loop-deletion,loop-unroll-full),sroa<modify-cfg>,gvn,dse,"
    "loop-simplify,lcssa,loop-mssa(licm),adce,simplifycfg,instcombine<no-verify-fixpoint>,"
    "loop-unroll<O3>,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg"
    "),globaldce";

}  // namespace

llvm::PipelineTuningOptions ModulePipeline::tuning() {
    llvm::PipelineTuningOptions options;
    options.LoopVectorization = true;
    options.SLPVectorization = true;
    options.LoopInterleaving = true;
    options.LoopUnrolling = true;
    return options;
}

ModulePipeline::ModulePipeline(llvm::TargetMachine* machine) : builder_(machine, tuning()) {
    builder_.registerModuleAnalyses(modules_);
    builder_.registerCGSCCAnalyses(call_groups_);
    builder_.registerFunctionAnalyses(functions_);
    builder_.registerLoopAnalyses(loops_);
    builder_.crossRegisterProxies(loops_, functions_, call_groups_, modules_);
}

void run_passes(llvm::Function& function, llvm::TargetMachine* machine, const char* text) {
    ModulePipeline pipeline(machine);
    llvm::FunctionPassManager passes;
    llvm::cantFail(pipeline.builder().parsePassPipeline(passes, text));
    pipeline.run(function, std::move(passes));
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
    ModulePipeline pipeline(&machine);
    pipeline.passes() =
        pipeline.builder().buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
    pipeline.run(module);
}

void optimize_lanes(llvm::Module& module, llvm::TargetMachine& machine) {
    ModulePipeline pipeline(&machine);
    llvm::cantFail(pipeline.builder().parsePassPipeline(pipeline.passes(), kLanesPasses));
    pipeline.run(module);
}

}  // namespace glint::cpu
