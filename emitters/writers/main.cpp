// Checks the fixed texts of emitted files when the tool is built: errors with file and line, status 1.
#include <exception>
#include <iostream>

#include "emitters/writers/template_text.hpp"

int main() {
    int status = 0;
    for (const lag::TemplateFile& file : lag::template_files()) {
        try {
            lag::check_template(file);
        } catch (const std::exception& error) {
            std::cerr << error.what() << "\n";
            status = 1;
        }
    }
    return status;
}
