// shape, box, cylinder, sphere, mesh.
#include "scripts/statements/body_shape.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>

#include "core/lower_case.hpp"
#include "scripts/statements/rotation.hpp"
#include "scripts/statements/statements.hpp"
#include "scripts/statements/unit_check.hpp"

namespace lag {

namespace {

using ShapeKind = ShapeForm::Kind;

Value form_value(ShapeForm form) {
    return std::make_shared<const ShapeForm>(std::move(form));
}

ShapeForm form_of(ShapeKind kind) {
    ShapeForm form;
    form.kind = kind;
    return form;
}

void require_positive(Call& call, Expr length, const Syntax& at, const std::string& what) {
    const Model& model = call.description().model();
    const std::optional<double> value = value_at_defaults(model, length);
    if (value && !(*value > 0))
        call.fail(at, fmt::format("{} must be positive, and it is {}", what, shown_value(model, length, *value)));
}

Expr length_at(Call& call, std::size_t argument, const std::string& what) {
    const Syntax& at = call.argument(argument);
    const Expr length = quantity(call, argument, only_parameters, what);
    require_positive(call, length, at, what);
    return length;
}

Value box(Call& call) {
    require_model(call);
    ShapeForm form = form_of(ShapeKind::box);
    const Syntax& at = call.argument(0);
    form.edges = quantities(call, 0, only_parameters, "an edge of a box");
    for (std::size_t i = 0; i < 3; ++i) require_positive(call, form.edges[i], Call::entry(at, i), "an edge of a box");
    return form_value(std::move(form));
}

Value cylinder(Call& call) {
    require_model(call);
    ShapeForm form = form_of(ShapeKind::cylinder);
    form.axis = axis_at(call, call.argument(0));
    form.radius = length_at(call, 1, "the radius of a cylinder");
    form.length = length_at(call, 2, "the length of a cylinder");
    return form_value(std::move(form));
}

Value sphere(Call& call) {
    require_model(call);
    ShapeForm form = form_of(ShapeKind::sphere);
    form.radius = length_at(call, 0, "the radius of a sphere");
    return form_value(std::move(form));
}

// One factor, or one for each axis; a negative one mirrors.
void read_scale(Call& call, ShapeForm& form) {
    const std::string what = "the scale of a mesh";
    const Syntax& at = call.argument("scale");
    const Value& given = call.value("scale");
    if (given.is_list()) {
        form.scale = quantities(call, given, at, only_parameters, what);
    } else {
        const Expr factor = quantity(call, given, at, only_parameters, what);
        form.scale = {{factor, factor, factor}};
    }
    for (std::size_t i = 0; i < 3; ++i) {
        const std::optional<double> value = value_at_defaults(call.description().model(), form.scale[i]);
        if (value && *value == 0) call.fail(at, what + " is zero", "a negative one mirrors");
    }
}

// Nothing that a script emits needs the file: only a picture fails without it.
void warn_of_missing_file(Call& call, const std::string& name, const std::string& file) {
    std::error_code unreadable;
    if (std::filesystem::is_regular_file(file, unreadable) || !call.description().warned_of.insert(file).second) return;
    call.interpreter.warning(call.argument(0), fmt::format("mesh '{}': there is no such file", name),
                             "the path is read from the script's folder; without the file no picture can be drawn");
}

// The file is read when a picture is drawn.
Value mesh(Call& call) {
    require_model(call);
    namespace fs = std::filesystem;
    ShapeForm form = form_of(ShapeKind::mesh);
    const std::string name = call.text(0);
    const std::string ending = lower_case(fs::path(name).extension().string());
    if (ending != ".stl" && ending != ".obj" && ending != ".dae")
        call.fail(call.argument(0), fmt::format("'{}' is no mesh: its name does not end in .stl, .obj or .dae", name),
                  "save the mesh as STL, OBJ or Collada");
    read_scale(call, form);
    const SourcePosition position = call.place(call.node).position();
    form.file = (fs::path(position.file).parent_path() / name).string();
    form.place = fmt::format("{}:{}", position.file, position.line);
    warn_of_missing_file(call, name, form.file);
    return form_value(std::move(form));
}

Value shape(Call& call) {
    require_model(call);
    Description& description = call.description();
    const BodyIndex body = body_of(call, call.value(0), call.argument(0));
    const Value& form = call.value(1);
    if (!form.is_shape()) call.expected(call.declared(1).type.words, form, call.argument(1));
    BodyShape made{body, *form.shape(), zero_vector(description.graph()), identity_matrix(description.graph())};
    const std::string owner = fmt::format("a shape of '{}'", description.model().body(body).name);
    read_location(call, "at", owner, made.at);
    if (call.has("orient"))
        made.orient = orientation_at(call, call.argument("orient"), "the orientation of " + owner).R;
    description.shapes.push_back(std::move(made));
    return {};
}

}  // namespace

std::vector<BuiltIn> shape_statements() {
    using namespace arguments;
    return {
        {"shape",
         {required("B", a_body, "the body that looks like this"), required("form", a_form, "its form"),
          located("at", "from the body's origin to the form's centre, in the body's axes"),
          oriented("how the form's axes are turned against the body's")},
         "what body B looks like in pictures; the form's centre stands at 'at' in B's axes",
         "shape(rod, cylinder(y, 1/20, 1), at = [0, -1/2, 0])$",
         shape,
         true},
        {"box",
         {required("[a, b, c]", a_location, "the edges along x, y, z").in("m")},
         "in shape: a box with edges along x, y, z",
         "shape(rod, box([1/10, 1, 1/10]), at = [0, -1/2, 0])$",
         box,
         true},
        {"cylinder",
         {required("axis", an_axis, "the axis"), required("r", a_number, "the radius").in("m"),
          required("l", a_number, "the length").in("m")},
         "in shape: a cylinder of radius r and length l",
         "shape(rod, cylinder(z, 1/10, 1/5))$",
         cylinder,
         true},
        {"sphere",
         {required("r", a_number, "the radius").in("m")},
         "in shape: a sphere of radius r",
         "shape(rod, sphere(1/10), at = [0, -1, 0])$",
         sphere,
         true},
        {"mesh",
         {required("\"file.stl\"", a_text, "an STL, OBJ or Collada file, found from the script's folder"),
          keyword("scale", "s", some_numbers,
                  "by which its lengths are multiplied, one factor or [sx, sy, sz]; below zero it is mirrored")
              .otherwise("1")},
         "in shape: the surface in an STL, OBJ or Collada file, found from the script's folder",
         "shape(rod, mesh(\"rod.stl\", scale = 1/1000))$",
         mesh,
         true},
    };
}

}  // namespace lag
