# Writes OUTPUT, a C++ source with the text of every file in FOLDER: emitters/writers/template_text.hpp declares what it defines.
#   cmake -DFOLDER=emitters/templates -DOUTPUT=embedded_templates.cpp -P embed_templates.cmake
file(GLOB files ${FOLDER}/*)
list(SORT files)
set(code "#include \"emitters/writers/template_text.hpp\"\n\nnamespace lag {\n\nconst std::vector<TemplateFile>& template_files() {\n")
string(APPEND code "    static const std::vector<TemplateFile> files{\n")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND code "        {\"${name}\", R\"lag_template(${text})lag_template\"},\n")
endforeach()
string(APPEND code "    };\n    return files;\n}\n\n}  // namespace lag\n")
file(WRITE ${OUTPUT} "${code}")
