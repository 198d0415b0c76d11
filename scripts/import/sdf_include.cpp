#include "scripts/import/sdf_include.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "scripts/import/meshes.hpp"
#include "scripts/import/written.hpp"

namespace lag {

namespace {

namespace fs = std::filesystem;

XmlElement made_like(const XmlElement& place, const std::string& name, const std::string& text) {
    XmlElement made;
    made.name = name;
    made.text = text;
    made.source = place.source;
    made.line = place.line;
    return made;
}

void set_attribute(XmlElement& at, const std::string& name, const std::string& value) {
    for (auto& [known, its_value] : at.attributes)
        if (known == name) {
            its_value = value;
            return;
        }
    at.attributes.emplace_back(name, value);
}

XmlElement* child_of(XmlElement& at, const std::string& name) {
    for (XmlElement& one : at.children)
        if (one.name == name) return &one;
    return nullptr;
}

void replace_child(XmlElement& at, const XmlElement& by) {
    std::erase_if(at.children, [&](const XmlElement& one) { return one.name == by.name; });
    at.children.push_back(by);
}

int minor_version(const std::string& version) {
    int minor = 0;
    if (version.size() > 2) std::from_chars(version.data() + 2, version.data() + version.size(), minor);
    return minor;
}

// model.config names the file for each version of the format; the newest counts.
fs::path file_in(const fs::path& folder) {
    std::error_code error;
    if (!fs::is_directory(folder, error)) return folder;
    const fs::path list = folder / "model.config";
    if (!fs::is_regular_file(list, error)) return folder / "model.sdf";
    std::string name = "model.sdf";
    int newest = -1;
    for (const XmlElement& one : xml_of_file(list).children) {
        if (one.name != "sdf") continue;
        const std::string* version = one.attribute("version");
        const int minor = version == nullptr ? 0 : minor_version(*version);
        if (minor > newest) newest = minor, name = one.text;
    }
    return folder / name;
}

class Includer {
  public:
    explicit Includer(std::vector<LeftOut>& left_out) : left_out_(left_out) {}

    XmlElement expanded(XmlElement at, const std::string& version, int depth) {
        if (at.name == "model" || at.name == "world") set_attribute(at, sdf_version, version);
        std::vector<XmlElement> children;
        for (XmlElement& one : at.children) {
            if (one.name == "model" || one.name == "world") {
                children.push_back(expanded(std::move(one), version, depth));
            } else if (one.name == "include") {
                add_included(children, one, at.name == "world", depth);
            } else {
                children.push_back(std::move(one));
            }
        }
        at.children = std::move(children);
        return at;
    }

  private:
    void add_included(std::vector<XmlElement>& children, const XmlElement& include, bool in_world, int depth) {
        if (depth >= 20) fail_at(include, "includes are nested deeper than 20 files", "does a model include itself?");
        const std::string* uri = child_text(include, "uri");
        if (uri == nullptr) fail_at(include, "<include> has no <uri>");
        std::string name = *uri;
        if (name.starts_with("http"))  // the model's own name ends the address
            name = "model://" + fs::path(name).filename().string();
        auto found = mesh_file(name, include.source->file, true);
        std::error_code error;
        if (found) found = file_in(*found);
        if (!found || !fs::is_regular_file(*found, error)) {
            if (in_world) {
                left_out_.push_back({"models that are not there: " + *uri, place_text(include)});
                return;
            }
            fail_at(include, fmt::format("the model '{}' is not there", *uri),
                    "put its folder beside this file's, or above: models are looked for upwards from the file");
        }
        XmlElement file = xml_of_file(*found);
        const std::string version = file.attribute("version") == nullptr ? "1.4" : *file.attribute("version");
        XmlElement* model = file.name == "sdf" ? child_of(file, "model") : nullptr;
        if (model == nullptr) {
            if (file.name != "sdf") fail_at(include, fmt::format("'{}' is no SDF file", *uri));
            left_out_.push_back({"includes without a model: " + *uri, place_text(include)});
            return;
        }
        for (const char* part : {"pose", "static"})
            if (const XmlElement* own = include.child(part)) replace_child(*model, *own);
        if (const std::string* own = child_text(include, "name")) set_attribute(*model, "name", *own);
        if (const std::string* own = child_text(include, "placement_frame"))
            set_attribute(*model, "placement_frame", *own);
        XmlElement whole = expanded(std::move(*model), version, depth + 1);
        const std::string* merge = include.attribute("merge");
        if (merge != nullptr && (*merge == "true" || *merge == "1"))
            merge_into(children, std::move(whole));
        else
            children.push_back(std::move(whole));
    }

    // Poses that were relative to the model's frame are so to a frame that takes its place.
    static void merge_into(std::vector<XmlElement>& children, XmlElement model) {
        if (model.attribute("placement_frame") != nullptr && !model.attribute("placement_frame")->empty())
            fail_at(model, "a model with a placement_frame cannot be merged", "include it without merge");
        const std::string name = fmt::format("_merged__{}__model__", required_text(model, "name"));
        XmlElement frame = made_like(model, "frame", "");
        set_attribute(frame, "name", name);
        if (const XmlElement* pose = model.child("pose")) frame.children.push_back(*pose);
        children.push_back(frame);
        for (XmlElement& one : model.children) {
            if (one.name == "pose" || one.name == "static") continue;
            rename_frame(one, name);
            const bool is_placed = one.name == "link" || one.name == "model" ||
                                   (one.name == "frame" && one.attribute("attached_to") == nullptr);
            if (is_placed) {
                XmlElement* pose = child_of(one, "pose");
                if (pose == nullptr) pose = &one.children.emplace_back(made_like(one, "pose", ""));
                const std::string* base = pose->attribute("relative_to");
                if (base == nullptr || base->empty()) set_attribute(*pose, "relative_to", name);
            }
            children.push_back(std::move(one));
        }
    }

    static void rename_frame(XmlElement& at, const std::string& name) {
        for (auto& [attribute, value] : at.attributes)
            if (value == "__model__" &&
                (attribute == "relative_to" || attribute == "attached_to" || attribute == "expressed_in"))
                value = name;
        if ((at.name == "parent" || at.name == "child") && at.text == "__model__") at.text = name;
        for (XmlElement& one : at.children)
            if (one.name != "model") rename_frame(one, name);
    }

    std::vector<LeftOut>& left_out_;
};

}  // namespace

const std::string* child_text(const XmlElement& at, const std::string& name) {
    const XmlElement* found = at.child(name);
    return found == nullptr || found->text.empty() ? nullptr : &found->text;
}

XmlElement with_sdf_includes(XmlElement root, std::vector<LeftOut>& left_out) {
    const std::string version = required_text(root, "version");
    if (!version.starts_with("1.") || minor_version(version) < 4)
        fail_at(root, fmt::format("this is SDF {}, expected 1.4 or newer", version),
                "`gz sdf -p FILE` writes the newest version");
    return Includer(left_out).expanded(std::move(root), version, 0);
}

}  // namespace lag
