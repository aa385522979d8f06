// SPDX-License-Identifier: MIT
#include <apps/glint/command_line.hpp>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

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

/// Prints the help, version or error message that CLI11 provides. Returns its exit status.
int exit_with(const CLI::App& program, const CLI::Error& error) {
    std::ostringstream out, err;
    const int status = program.exit(error, out, err);
    console::print_text(out.str());
    console::say_text(err.str());
    return status;
}

using Arguments = std::vector<std::string>;

/// The work of a command after CLI11 has parsed its arguments. `execute` runs the command with the
/// arguments that follow its name, and `after_help` prints more help.
struct Actions {
    std::function<int(const Arguments&)> execute;
    std::function<int()> after_help = [] { return EXIT_SUCCESS; };
};

Actions add_list(CLI::App&) {
    return {[](const Arguments&) { return list(); }};
}

Actions add_run(CLI::App& command) {
    const auto spec = std::make_shared<RunSpec>();
    add_run_flags(command, *spec);
    return {
        .execute =
            [spec](const Arguments& arguments) {
                spec->arguments = arguments;
                return run(*spec);
            },
        .after_help =
            [spec] { return spec->simulation.empty() ? EXIT_SUCCESS : show_parameters(*spec); }};
}

Actions add_view(CLI::App& command) {
    const auto request = std::make_shared<ViewRequest>();
    add_view_flags(command, *request);
    return {[request](const Arguments&) { return view(*request); }};
}

Actions add_sweep(CLI::App& command) {
    const auto request = std::make_shared<SweepRequest>();
    add_sweep_flags(command, *request);
    return {[request](const Arguments&) { return sweep(*request); }};
}

// resume() and replay() parse their arguments again, because these override the recorded arguments.
Actions add_resume(CLI::App& command) {
    const auto request = std::make_shared<ResumeRequest>();
    add_resume_flags(command, *request);
    return {[request](const Arguments& arguments) { return resume(arguments); }};
}

Actions add_replay(CLI::App& command) {
    const auto request = std::make_shared<ReplayRequest>();
    add_replay_flags(command, *request);
    return {[request](const Arguments& arguments) { return replay(arguments); }};
}

Actions add_bundle(CLI::App& command) {
    const auto run = std::make_shared<std::filesystem::path>(),
               to = std::make_shared<std::filesystem::path>();
    command.add_option("RUN", *run, "folder of a recorded run")->required()->type_name("");
    command.add_option("-o", *to, "output file (default: RUN.glint.zip)")->type_name("FILE");
    return {[=](const Arguments&) { return bundle(*run, *to); }};
}

Actions add_serve_cases(CLI::App& command) {
    const auto device = std::make_shared<std::string>();
    const auto socket = std::make_shared<int>(-1);
    command.add_option("DEVICE", *device)->required();
    command.add_option("SOCKET", *socket)->required();
    return {[=](const Arguments&) { return serve_cases(*socket, *device, run_case); }};
}

Actions add_complete(CLI::App& command) {
    command.prefix_command();  // the words to complete are not options of this command
    command.set_help_flag();
    return {[&command](const Arguments&) {
        for (const std::string& name : completions(*command.get_parent(), command.remaining()))
            console::print("{}\n", name);
        return EXIT_SUCCESS;
    }};
}

Actions add_doctor(CLI::App& command) {
    const auto has_attributes = std::make_shared<bool>(false);
    command.add_flag("--all", *has_attributes,
                     "also list all device attributes by their CUDA names");
    return {[=](const Arguments&) { return doctor(*has_attributes); }};
}

Actions add_cache(CLI::App& command) {
    const auto keep_bytes = std::make_shared<std::optional<std::size_t>>();
    command
        .add_option_function<std::string>(
            "--trim", [=](const std::string& text) { *keep_bytes = parse_size_of("--trim", text); },
            "delete the least recently used entries until the cache is at most SIZE, such as 500MB")
        ->type_name("SIZE");
    CLI::App* const warm = command.add_subcommand(
        "warm", "compile the kernels of simulations into the cache ahead of time (needs no GPU)");
    const auto request = std::make_shared<WarmRequest>();
    warm->add_option(
            "NAME", request->simulations,
            "simulations or annotated .cu files (default: all simulations in `glint list`)")
        ->type_name("");
    warm->add_option("--device", request->device,
                     "compute device, or an architecture such as cuda:sm_90 (default: auto)")
        ->type_name("DEVICE");
    return {[=](const Arguments&) { return *warm ? warm_cache(*request) : cache(*keep_bytes); }};
}

Actions add_check(CLI::App& command) {
    const auto file = std::make_shared<std::string>();
    const auto has_host = std::make_shared<bool>(false);
    command.add_option("FILE", *file, "an annotated .cu file, or the name of a simulation")
        ->required()
        ->type_name("");
    command.add_flag("--host", *has_host,
                     "allow kernels without an annotation, which your own host code launches");
    return {[=](const Arguments&) { return check(*file, *has_host); }};
}

Actions add_new(CLI::App& command) {
    const auto name = std::make_shared<std::string>(), kind = std::make_shared<std::string>("grid");
    command.add_option("NAME", *name, "name of the new file, without .cu")
        ->required()
        ->type_name("");
    command.add_option("--kind", *kind, "kind of simulation: grid or points (default: grid)")
        ->type_name("KIND")
        ->check(CLI::IsMember({"grid", "points"}));
    return {[=](const Arguments&) { return make_new(*name, *kind); }};
}

Actions add_validate(CLI::App& command) {
    const auto request = std::make_shared<ValidateRequest>();
    command
        .add_option("NAME", request->simulation,
                    "simulation to validate (default: list all validations)")
        ->type_name("");
    command.add_flag("--short", request->is_short,
                     "use smaller grids (less than a minute on a CPU)");
    command.add_option("--part", request->part, "run only this part of the validation")
        ->type_name("PART");
    command.add_option("--device", request->device, "compute device (default: auto)")
        ->type_name("DEVICE");
    command.add_flag("--json", request->json, "print the results as JSON");
    return {[=](const Arguments&) { return validate(*request); }};
}

Actions add_compile(CLI::App& command) {
    const auto request = std::make_shared<CompileRequest>();
    add_compile_flags(command, *request);
    command.final_callback([request] { settle(*request); });
    return {[=](const Arguments&) { return compile(*request); }};
}

struct Command {
    const char* name;
    const char* help;
    Actions (*add)(CLI::App& command);
    bool is_internal = false;  ///< called by other programs only; not listed in the help
};

// In the order of the help.
constexpr Command kCommands[] = {
    {"list", "list the simulations that come with glint", add_list},
    {"run", "run a simulation", add_run},
    {"view", "view a data file: an array, image, volume, mesh or point cloud", add_view},
    {"sweep", "run a simulation for many parameter values", add_sweep},
    {"resume", "resume a recorded run", add_resume},
    {"replay", "recompute a recorded run from its log", add_replay},
    {"bundle", "pack a recorded run into one file, for `glint replay` on another machine",
     add_bundle},
    {"serve-cases", "run the cases of a sweep", add_serve_cases, true},
    {"complete", "list completions of a command line", add_complete, true},
    {"doctor", "check the devices, drivers, compilers and displays, and report problems",
     add_doctor},
    {"cache", "show, trim or fill the disk cache", add_cache},
    {"check", "check an annotated .cu file and print all errors", add_check},
    {"new", "create a new simulation from a template", add_new},
    {"validate", "compare a simulation's results with reference results", add_validate},
    {"compile", "compile a CUDA C++ file and list its kernels", add_compile},
};

int run_command(int argc, char** argv) {
    if (argc == 1) return start();
    CLI::App program("Run GPU simulations in a window or unattended", "glint");
    program.require_subcommand(1);
    program.set_version_flag("--version", "glint " + std::string(version()), "show the version");
    program.set_help_flag("-h,--help", "show this help");
    program.failure_message(app::refusal);
    std::vector<std::pair<CLI::App*, Actions>> commands;
    for (const Command& each : kCommands) {
        CLI::App* const command = program.add_subcommand(each.name, each.help);
        if (each.is_internal) command->group("");
        commands.emplace_back(command, each.add(*command));
    }
    // Sets the footer after adding the commands, because a command inherits an existing footer.
    program.footer("Without a command, glint opens its start page.");
    const auto chosen = [&]() -> const Actions* {
        const auto found =
            std::ranges::find_if(commands, [](const auto& c) { return bool(*c.first); });
        return found == commands.end() ? nullptr : &found->second;
    };
    try {
        program.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        // CLI11 handles --help before it rejects unknown commands.
        if (const auto unknown = program.remaining(); !chosen() && !unknown.empty()) {
            exit_with(program, CLI::ExtrasError(unknown));
            return kWrongUsage;
        }
        exit_with(program, help);
        return chosen() ? chosen()->after_help() : EXIT_SUCCESS;
    } catch (const CLI::ParseError& error) {
        return exit_with(program, error) == 0 ? EXIT_SUCCESS : kWrongUsage;
    }
    return chosen()->execute(Arguments(argv + 2, argv + argc));
}

}  // namespace

int run_command_line(int argc, char** argv) {
    try {
        return run_command(argc, argv);
    } catch (const app::WrongOption& error) {
        console::say("glint: {}\n", error.what());
        return kWrongUsage;
    } catch (const studio::DeclarationError& error) {  // its message begins with file and line
        console::say("{}\n", error.what());
        return EXIT_FAILURE;
    } catch (const Error& error) {
        console::say("glint: {}\n", error.what());
        return EXIT_FAILURE;
    } catch (const std::exception& error) {  // from a library; may not name the operation
        console::say("glint: {}: {}\n", fmt::join(argv + 1, argv + std::min(argc, 3), " "),
                     failure_text(error));
        return EXIT_FAILURE;
    }
}

int run_glint(int argc, char** argv) {
    console::prepare();
    std::signal(SIGCHLD, SIG_DFL);  // exit statuses are lost if the parent process ignored SIGCHLD
    return console::finish(run_command_line(argc, argv));
}

}  // namespace glint::apps
