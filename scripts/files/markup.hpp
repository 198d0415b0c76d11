// Writes HTML and SVG: elements, attributes, text. The one place that escapes.
//
//   Markup page;
//   page.open("tr").element("td", {{"class", "name"}}, "a < b").close();   // <tr><td class="name">a &lt; b</td></tr>
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace lag {

class Markup {
  public:
    using Attributes = std::initializer_list<std::pair<const char*, std::string>>;

    Markup& open(const char* name, Attributes attributes = {});   // <name a="b">
    Markup& close();                                              // the innermost open one
    Markup& empty(const char* name, Attributes attributes = {});  // <name a="b"/>
    // HTML's elements that are never closed: <meta a="b">
    Markup& lone(const char* name, Attributes attributes);
    Markup& text(const std::string& words);
    Markup& line();  // a line break between elements
    // As it is: a document type, a style sheet.
    Markup& verbatim(const char* ours);

    Markup& element(const char* name, const std::string& words) { return open(name).text(words).close(); }
    Markup& element(const char* name, Attributes attributes, const std::string& words) {
        return open(name, attributes).text(words).close();
    }

    // All that was written. InternalError while an element is open.
    const std::string& finished() const;

  private:
    void begin(const char* name, Attributes attributes, const char* end);
    void write_escaped(const std::string& words);

    std::string written_;
    std::vector<const char*> open_;
};

}  // namespace lag
