// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <cstdlib>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <apps/glint/failure_text.hpp>
#include <apps/glint/open_app.hpp>
#include <apps/glint/start_page.hpp>
#include <apps/glint/start_view.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/gl/window.hpp>

namespace glint::apps {
namespace {

/// State of the start page that is kept while a simulation runs.
struct Returned {
    std::string error{};
    std::size_t focus = StartView::kFirstTile;
};

/// Shows the page until the user makes a choice. Returns nullopt if the user closed the window.
std::optional<StartChoice> choose(Returned& returned) {
    app::App app({.title = "glint", .has_panel = false, .escape_action = "quit"});
    const StartPage page = read_start_page();
    StartView view(app.gl(), page, std::exchange(returned.error, {}), returned.focus);
    app.set_overlay([&] { view.draw(); });
    while (auto frame = app.next_frame()) {
        frame->target().clear({0.07f, 0.08f, 0.10f, 1});
        // Binds the keys only now, because keys pressed before the first frame would find no items.
        if (frame->number() == 1) view.bind(app.keys());
        if (view.choice()) break;
    }
    returned.focus = view.focus();
    return view.choice();
}

int open(const StartChoice& choice, const OnEscape& on_escape) {
    switch (choice.action) {
        case StartChoice::Action::resume: return resume({choice.what}, on_escape);
        case StartChoice::Action::replay: return replay({choice.what}, on_escape);
        case StartChoice::Action::view: {
            ViewRequest request;
            request.file = choice.what;
            set_escape(request.options, on_escape);
            return view(std::move(request));
        }
        case StartChoice::Action::run: break;
    }
    RunSpec request;
    request.simulation = choice.what;
    request.arguments = {choice.what};
    set_escape(request.options, on_escape);
    return run(std::move(request));
}

int print_page() {
    console::print_text(start_text(read_start_page()));
    return EXIT_SUCCESS;
}

}  // namespace

void set_escape(app::AppOptions& options, const OnEscape& on_escape) {
    options.on_escape = on_escape;
    options.escape_action = "return to the start page";
}

int start() {
    if (!has_display()) return print_page();
    Returned returned;
    std::shared_ptr<void> display;
    for (bool is_first = true;; is_first = false) {
        std::optional<StartChoice> choice;
        try {
            if (is_first) display = gl::keep_display();
            choice = choose(returned);
        } catch (const Error& error) {
            if (!is_first || error.code() != ErrorCode::unsupported) throw;
            log::warning(fmt::format("cannot open the start page: {}", error.what()));
            return print_page();
        }
        if (!choice) return EXIT_SUCCESS;
        bool returns = false;
        try {
            const int status = open(*choice, [&] { returns = true; });
            if (!returns) return status;
        } catch (const std::exception& error) {
            returned.error = failure_text(error);
            console::say("glint: {}\n", returned.error);
        }
    }
}

}  // namespace glint::apps
