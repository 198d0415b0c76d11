#include "scripts/command/page/page.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "scripts/command/page/page_assets.hpp"
#include "scripts/files/markup.hpp"

namespace lag {

namespace {

using Json = nlohmann::ordered_json;

// Bytes as a text that JSON can hold.
std::string base64(const std::string& bytes) {
    constexpr const char* letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text;
    text.reserve(bytes.size() / 3 * 4 + 4);
    for (std::size_t k = 0; k < bytes.size(); k += 3) {
        std::uint32_t group = 0;
        for (std::size_t i = 0; i < 3; ++i)
            group = group << 8 | (k + i < bytes.size() ? static_cast<unsigned char>(bytes[k + i]) : 0U);
        for (std::size_t i = 0; i < 4; ++i) text += k + i > bytes.size() ? '=' : letters[group >> (6 * (3 - i)) & 63U];
    }
    return text;
}

template <class Bits>
void append_little_endian(std::string& bytes, Bits bits) {
    for (std::size_t i = 0; i < sizeof bits; ++i) bytes += static_cast<char>(bits >> (8 * i) & 0xffU);
}

std::string doubles(const std::vector<double>& values) {
    std::string bytes;
    for (const double value : values) append_little_endian(bytes, std::bit_cast<std::uint64_t>(value));
    return base64(bytes);
}

// What is drawn and not read back needs no more digits.
template <class Values>
std::string floats(const Values& values) {
    std::string bytes;
    for (const auto value : values)
        append_little_endian(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(value)));
    return base64(bytes);
}

Json list_of(const Vec3<double>& v) {
    return Json::array({v[0], v[1], v[2]});
}

Json euler_list(const Mat3<double>& axes) {
    return Json(euler_parameters(axes));
}

Json json_of(const ScenePlace& place) {
    return {{"node", place.node}, {"r", list_of(place.r)}};
}

// Seven numbers a frame: origin, then Euler parameters. One frame alone for what stands still.
std::string frames_of(const SceneNode& node) {
    std::vector<double> numbers;
    bool stands_still = true;
    for (const Pose& pose : node.poses) {
        numbers.insert(numbers.end(), pose.origin.c.begin(), pose.origin.c.end());
        const std::vector<double> e = euler_parameters(pose.axes);
        numbers.insert(numbers.end(), e.begin(), e.end());
        stands_still = stands_still && pose.origin == node.poses[0].origin && pose.axes == node.poses[0].axes;
    }
    if (stands_still) numbers.resize(7);
    return doubles(numbers);
}

Json json_of(const SceneShape& shape) {
    Json json{{"node", shape.node}, {"at", list_of(shape.at)}, {"turn", euler_list(shape.axes)}};
    switch (shape.kind) {
        case ShapeForm::Kind::box:
            json["box"] = list_of(shape.edges);
            break;
        case ShapeForm::Kind::cylinder:
            json["cylinder"] = {shape.radius, shape.length};
            break;
        case ShapeForm::Kind::sphere:
            json["sphere"] = shape.radius;
            break;
        case ShapeForm::Kind::mesh:
            json["mesh"] = floats(shape.triangles);
            break;
        case ShapeForm::Kind::beam:
            break;
    }
    return json;
}

// Three numbers for each end of its parts, frame by frame.
Json json_of(const SceneBeam& beam) {
    std::vector<double> numbers;
    for (const std::vector<Vec3<double>>& line : beam.lines)
        for (const Vec3<double>& point : line) numbers.insert(numbers.end(), point.c.begin(), point.c.end());
    return {{"node", beam.node}, {"parts", beam.lines.front().size() - 1}, {"points", floats(numbers)}};
}

Json json_of(const SceneAxis& axis) {
    const char* const kind = axis.kind == SceneAxis::Kind::turns    ? "turns"
                             : axis.kind == SceneAxis::Kind::slides ? "slides"
                                                                    : "ball";
    Json json = json_of(axis.place);
    json.update({{"kind", kind}, {"direction", list_of(axis.direction)}, {"name", axis.name}, {"cut", axis.cut}});
    return json;
}

Json json_of(const SceneArrow& arrow) {
    std::vector<double> values;
    for (const Vec3<double>& v : arrow.values) values.insert(values.end(), v.c.begin(), v.c.end());
    Json json = json_of(arrow.place);
    json.update({{"torque", arrow.torque}, {"values", floats(values)}});
    return json;
}

// By frame a letter: open, closed, slides.
Json json_of(const SceneContact& contact) {
    std::string marks;
    for (const ContactMark mark : contact.marks)
        marks += mark == ContactMark::open ? 'o' : mark == ContactMark::closed ? 'c' : 's';
    Json json = contact.place ? json_of(*contact.place) : Json::object();
    json.update({{"name", contact.name}, {"friction", contact.has_friction}, {"marks", marks}});
    return json;
}

Json json_of(const Scene& scene) {
    Json json{{"title", scene.title}, {"up", list_of(scene.up)}, {"times", doubles(scene.times)}};
    const auto add = [&](const char* name, const auto& parts, const auto& of) {
        json[name] = Json::array();
        for (const auto& part : parts) json[name].push_back(of(part));
    };
    add("nodes", scene.nodes, [](const SceneNode& n) { return Json{{"name", n.name}, {"frames", frames_of(n)}}; });
    add("shapes", scene.shapes, [](const SceneShape& s) { return json_of(s); });
    add("beams", scene.beams, [](const SceneBeam& b) { return json_of(b); });
    add("stubs", scene.stubs, [](const ScenePlace& p) { return json_of(p); });
    add("axes", scene.axes, [](const SceneAxis& a) { return json_of(a); });
    add("rods", scene.rods, [](const SceneRod& r) {
        return Json{{"node", r.node}, {"from", list_of(r.from)}, {"to", list_of(r.to)}};
    });
    add("masses", scene.masses, [](const SceneMass& m) {
        Json mass = json_of(m.place);
        mass.update({{"mass", m.mass}, {"edges", list_of(m.edges)}, {"turn", euler_list(m.axes)}});
        return mass;
    });
    add("points", scene.points, [](const ScenePoint& p) {
        Json point = json_of(p.place);
        point["name"] = p.name;
        return point;
    });
    add("lines", scene.lines, [](const SceneLine& l) {
        return Json{{"from", json_of(l.from)}, {"to", json_of(l.to)}, {"spring", l.spring}};
    });
    add("closures", scene.closures, [](const ScenePlace& p) { return json_of(p); });
    add("arrows", scene.arrows, [](const SceneArrow& a) { return json_of(a); });
    json["leavesLoadsOut"] = scene.leaves_loads_out;
    return json;
}

// In a script element: '<' would begin markup there. Bytes that are no UTF-8 are replaced.
std::string text_in_script_tag(const Json& json) {
    std::string text;
    for (const char c : json.dump(-1, ' ', true, Json::error_handler_t::replace))
        text += c == '<' ? std::string("\\u003c") : std::string(1, c);
    return text;
}

}  // namespace

std::vector<std::size_t> chosen_frames(std::size_t rows) {
    std::vector<std::size_t> frames;
    if (rows == 0) return frames;
    const std::size_t step = (rows - 1 + most_frames - 2) / (most_frames - 1);
    for (std::size_t k = 0; k + 1 < rows; k += std::max<std::size_t>(step, 1)) frames.push_back(k);
    frames.push_back(rows - 1);
    return frames;
}

std::string note_on_frames(std::size_t frames, std::size_t rows) {
    if (frames == rows) return {};
    return fmt::format("The page shows {} of {} rows.", frames, rows);
}

void show_first(std::vector<PageCurve>& curves, const std::vector<std::string>& shown,
                const std::vector<std::string>& otherwise) {
    constexpr std::size_t first_curves = 12;
    std::size_t count = 0;
    for (const std::string& name : shown.empty() ? otherwise : shown) {
        if (shown.empty() && count++ == first_curves) return;
        for (PageCurve& curve : curves) curve.shown = curve.shown || curve.name == name;
    }
}

std::string page_text(const Scene& scene, const std::vector<SceneContact>& contacts,
                      const std::vector<PageCurve>& curves, const std::vector<PageMark>& marks,
                      const std::string& note) {
    Json data = json_of(scene);
    data["contacts"] = Json::array();
    for (const SceneContact& contact : contacts) data["contacts"].push_back(json_of(contact));
    data["note"] = note;
    data["curves"] = Json::array();
    for (const PageCurve& curve : curves)
        data["curves"].push_back({{"name", curve.name},
                                  {"unit", curve.unit},
                                  {"text", curve.text},
                                  {"shown", curve.shown},
                                  {"values", floats(curve.values)}});
    data["marks"] = Json::array();
    for (const PageMark& mark : marks) data["marks"].push_back({{"t", mark.t}, {"text", mark.text}});

    Markup page;
    page.verbatim("<!DOCTYPE html>\n").open("html", {{"lang", "en"}}).line().open("head").line();
    page.lone("meta", {{"charset", "utf-8"}}).line();
    page.lone("meta", {{"name", "viewport"}, {"content", "width=device-width, initial-scale=1"}}).line();
    // nothing is asked for, whatever a browser may think of
    page.lone("meta", {{"http-equiv", "Content-Security-Policy"},
                       {"content", "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"}})
        .line();
    page.element("title", scene.title).line();
    page.open("style").line().verbatim(page_asset("page.css").c_str()).close().line().close().line();
    page.open("body").line().verbatim(page_asset("page.html").c_str());
    page.open("script", {{"type", "application/json"}, {"id", "motion"}});
    page.verbatim(text_in_script_tag(data).c_str()).close().line();
    page.verbatim("<!--\nThe script that follows is three.js (https://threejs.org):\n\n");
    page.verbatim(page_asset("three_licence.txt").c_str()).verbatim("-->\n");
    page.open("script").line().verbatim(page_asset("three.min.js").c_str()).line().close().line();
    for (const char* const part : {"page_mechanism.js", "page_view.js", "page_curves.js", "page_controls.js"})
        page.open("script").line().verbatim(page_asset(part).c_str()).close().line();
    page.close().line().close().line();
    return page.finished();
}

}  // namespace lag
