// Checks the texts of procedures that it is given, when the tool is built: errors with file, line and column, status 1.
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <set>

#include "core/errors.hpp"
#include "emitters/procedures/check_procedure.hpp"
#include "emitters/procedures/library.hpp"

int main(int count, char** arguments) {
    using lag::procedures::Library;
    std::map<std::string, Library::Text> texts;
    for (int k = 1; k < count; ++k) {
        std::ifstream in(arguments[k]);
        texts[std::filesystem::path(arguments[k]).stem()] = {std::string(std::istreambuf_iterator<char>(in), {}),
                                                             arguments[k]};
    }
    Library library(texts);
    std::set<std::string> errors;  // of one that others call once
    int status = 0;
    for (const auto& [name, text] : texts) {
        try {
            lag::procedures::check_procedure(*library.find(name));
        } catch (const lag::InputError& error) {
            for (const lag::Diagnostic& diagnostic : error.diagnostics()) errors.insert(lag::render(diagnostic));
            status = 1;
        } catch (const std::exception& error) {
            std::cerr << text.file_name << ": " << error.what() << "\n";
            status = 1;
        }
    }
    for (const std::string& error : errors) std::cerr << error;
    return status;
}
