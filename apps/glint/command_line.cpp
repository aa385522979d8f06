// SPDX-License-Identifier: MIT
#include <apps/glint/command_line.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <functional>
#include <sstream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/catalog.hpp>
#include <apps/glint/commands.hpp>
#include <apps/glint/compile_flags.hpp>
#include <apps/glint/completion.hpp>
#include <apps/glint/failure_text.hpp>
#include <apps/glint/first_frame.hpp>
#include <apps/glint/run_flags.hpp>
#include <apps/glint/sweep_flags.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/base/version.hpp>
#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::apps {

int list() {
    for (const Entry& entry : catalog()) {
        const auto declaration =
            studio::read_annotations(entry.file.string(), read_text(entry.file)).declaration;
        console::print("{:<12} {}{}{}\n", entry.name, declaration.title,
                       declaration.help.empty() ? "" : ": ", declaration.help);
    }
    return EXIT_SUCCESS;
}

namespace {

using app::kWrongUsage;

int run_case(std::vector<std::string> arguments) {
    std::string name = "glint";
    std::vector<char*> pointers{name.data()};
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    return run_command_line(static_cast<int>(pointers.size()) - 1, pointers.data());
}

/// Prints CLI11's text for help, the version or a mistake, and returns its exit status.
int exit_with(const CLI::App& program, const CLI::Error& error) {
    std::ostringstream out, err;
    const int status = program.exit(error, out, err);
    console::print_text(out.str());
    console::say_text(err.str());
    return status;
}

int run_command(int argc, char** argv) {
    if (argc == 1) return start();
    CLI::App program("GPU simulations to watch and tune, or to run unattended", "glint");
    program.require_subcommand(1);
    program.footer("Without a command, glint opens its start page.");
    program.set_version_flag("--version", "glint " + std::string(version()), "show the version");
    program.set_help_flag("-h,--help", "show this help");
    program.failure_message(app::refusal);
    CLI::App* list_command = program.add_subcommand("list", "list the simulations");
    CLI::App* run_command = program.add_subcommand("run", "run a simulation");
    CLI::App* view_command =
        program.add_subcommand("view", "view a file of numbers, points or triangles");
    CLI::App* sweep_command =
        program.add_subcommand("sweep", "run a simulation for many values of its parameters");
    CLI::App* resume_command = program.add_subcommand("resume", "resume a recorded run");
    CLI::App* replay_command =
        program.add_subcommand("replay", "recompute a recorded run from its log");
    CLI::App* bundle_command = program.add_subcommand(
        "bundle", "pack a recorded run into one file, for `glint replay` on another machine");
    std::filesystem::path bundled, bundle_file;
    bundle_command->add_option("RUN", bundled, "the folder of a run")->required()->type_name("");
    bundle_command->add_option("-o", bundle_file, "the file to write (RUN.glint.zip)")
        ->type_name("FILE");
    CLI::App* serve_command = program.add_subcommand("serve-cases", "run the cases of a sweep");
    serve_command->group("");  // internal, for sweep
    int socket = -1;
    std::string serving_device;
    serve_command->add_option("DEVICE", serving_device)->required();
    serve_command->add_option("SOCKET", socket)->required();
    CLI::App* complete_command =
        program.add_subcommand("complete", "list completions of a command line");
    complete_command->group("");         // internal, for shell completion
    complete_command->prefix_command();  // the words are not its own options
    complete_command->set_help_flag();
    CLI::App* doctor_command = program.add_subcommand(
        "doctor",
        "report the devices, compilers and displays that glint found, and their problems");
    CLI::App* cache_command =
        program.add_subcommand("cache", "show the size of the disk cache, fill it or clear it");
    CLI::App* warm_command = cache_command->add_subcommand(
        "warm", "compile the kernels of simulations ahead of time, which needs no GPU");
    WarmRequest warm_request;
    warm_command
        ->add_option("NAME", warm_request.simulations,
                     "simulations or annotated files (all that `glint list` shows)")
        ->type_name("");
    warm_command
        ->add_option("--device", warm_request.device,
                     "target, such as cuda:sm_90, or a device of this machine (auto)")
        ->type_name("DEVICE");
    CLI::App* check_command =
        program.add_subcommand("check", "print all mistakes in an annotated file");
    std::string checked, made, kind = "grid";
    check_command->add_option("FILE", checked, "an annotated .cu file")->required()->type_name("");
    bool has_host = false;
    check_command->add_flag("--host", has_host,
                            "allow kernels without an annotation, which your own host code runs");
    CLI::App* new_command = program.add_subcommand("new", "write a simulation to start from");
    new_command->add_option("NAME", made, "file name, without .cu")->required()->type_name("");
    new_command->add_option("--kind", kind, "grid or points (grid)")
        ->type_name("KIND")
        ->check(CLI::IsMember({"grid", "points"}));
    CLI::App* validate_command =
        program.add_subcommand("validate", "compare a simulation's results with reference results");
    ValidateRequest validate_request;
    validate_command
        ->add_option("NAME", validate_request.simulation, "a simulation; without one, list all")
        ->type_name("");
    validate_command->add_flag("--short", validate_request.is_short,
                               "use small grids, which takes less than a minute on a CPU");
    validate_command->add_option("--part", validate_request.part, "run only this part")
        ->type_name("PART");
    validate_command->add_option("--device", validate_request.device, "compute device (auto)")
        ->type_name("DEVICE");
    validate_command->add_flag("--json", validate_request.json, "print JSON");
    CLI::App* compile_command =
        program.add_subcommand("compile", "compile a CUDA C++ file and list its kernels");
    bool all_attributes = false;
    doctor_command->add_flag("--all", all_attributes,
                             "also show all device attributes, with CUDA's names");
    RunRequest request;
    CompileRequest compile_request;
    std::optional<std::size_t> keep_bytes;
    cache_command
        ->add_option_function<std::string>(
            "--trim", [&](const std::string& text) { keep_bytes = parse_size_of("--trim", text); },
            "remove the least recently used entries until at most SIZE remains, such as 500MB")
        ->type_name("SIZE");
    add_run_flags(*run_command, request);
    ViewRequest view_request;
    add_view_flags(*view_command, view_request);
    SweepRequest sweep_request;
    add_sweep_flags(*sweep_command, sweep_request);
    ResumeRequest resume_request;
    add_resume_flags(*resume_command, resume_request);
    ReplayRequest replay_request;  // the command parses again, into its own
    add_replay_flags(*replay_command, replay_request);
    add_compile_flags(*compile_command, compile_request);
    try {
        program.parse(argc, argv);
        settle(compile_request);
    } catch (const CLI::CallForHelp& help) {
        exit_with(program, help);
        return request.simulation.empty() ? EXIT_SUCCESS : show_parameters(request);
    } catch (const CLI::ParseError& error) {
        return exit_with(program, error) == 0 ? EXIT_SUCCESS : kWrongUsage;
    }
    if (*list_command) return list();
    if (*view_command) return view(std::move(view_request));
    if (*sweep_command) return sweep(std::move(sweep_request));
    if (*serve_command) return serve_cases(socket, serving_device, run_case);
    if (*complete_command) {
        for (const std::string& name : completions(program, complete_command->remaining()))
            console::print("{}\n", name);
        return EXIT_SUCCESS;
    }
    if (*doctor_command) return doctor(all_attributes);
    if (*warm_command) return warm_cache(warm_request);
    if (*cache_command) return cache(keep_bytes);
    if (*check_command) return check(checked, has_host);
    if (*new_command) return make_new(made, kind);
    if (*validate_command) return validate(validate_request);
    if (*compile_command) return compile(std::move(compile_request));
    const std::vector<std::string> arguments(argv + 2, argv + argc);
    if (*resume_command) return resume(arguments);
    if (*bundle_command) return bundle(bundled, bundle_file);
    if (*replay_command) return replay(arguments);
    request.arguments = arguments;
    return run(std::move(request));
}

}  // namespace

int run_command_line(int argc, char** argv) {
    try {
        return run_command(argc, argv);
    } catch (const app::WrongOption& error) {
        console::say("glint: {}\n", error.what());
        return kWrongUsage;
    } catch (const studio::DeclarationError& error) {  // its lines begin with file and line
        console::say("{}\n", error.what());
        return EXIT_FAILURE;
    } catch (const Error& error) {
        console::say("glint: {}\n", error.what());
        return EXIT_FAILURE;
    } catch (const std::exception& error) {  // from a library; its text does not say what failed
        console::say("glint: {}: {}\n", fmt::join(argv + 1, argv + std::min(argc, 3), " "),
                     failure_text(error));
        return EXIT_FAILURE;
    }
}

int run_glint(int argc, char** argv) {
    console::prepare();
    std::signal(SIGCHLD, SIG_DFL);  // a parent that ignores it would hide how child processes ended
    return console::finish(run_command_line(argc, argv));
}

}  // namespace glint::apps
