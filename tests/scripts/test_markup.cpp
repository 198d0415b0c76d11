// The writer of HTML and SVG: everything is escaped, everything that is opened is closed.
#include "scripts/files/markup.hpp"

#include "core/errors.hpp"
#include "scripts/command/simulate/picture.hpp"
#include "tests/catch.hpp"

using namespace lag;

TEST_CASE("markup: attributes and text are escaped alike", "[markup]") {
    Markup page;
    page.open("p", {{"title", "a \"b\" < c & d"}}).text("1 < 2 > 0 & \"x\"\t\x01.").close();
    CHECK(page.finished() == "<p title=\"a &quot;b&quot; &lt; c &amp; d\">1 &lt; 2 &gt; 0 &amp; &quot;x&quot;  .</p>");
}

TEST_CASE("markup: elements nest, lone and empty ones do not", "[markup]") {
    Markup page;
    page.open("tr").element("td", "a").element("td", {{"class", "n"}}, "b").close().line();
    page.lone("meta", {{"charset", "utf-8"}}).empty("rect", {{"x", "1"}}).verbatim("<!-- -->");
    CHECK(page.finished() ==
          "<tr><td>a</td><td class=\"n\">b</td></tr>\n<meta charset=\"utf-8\"><rect x=\"1\"/><!-- -->");
    Markup open;
    open.open("p");
    CHECK_THROWS_AS(open.finished(), InternalError);
    CHECK_THROWS_AS(Markup().close(), InternalError);
}

TEST_CASE("markup: a picture holds a script's title and names as text", "[markup]") {
    const std::string svg = picture("a <script>\" & b", {0, 1}, {{"f<1>", "N&m", {0, 1}}});
    CHECK(svg.find("<script") == std::string::npos);
    CHECK(svg.find(">a &lt;script&gt;&quot; &amp; b</text>") != std::string::npos);
    CHECK(svg.find(">f&lt;1&gt;</text>") != std::string::npos);
    CHECK(svg.find(">N&amp;m</text>") != std::string::npos);
}
