# Writes OUTPUT, a C++ source with the text of every file in FOLDER. HEADER declares TYPE, which has `name` and `text`, and FUNCTION, which
# gives them all.
#   cmake -DFOLDER=emitters/templates -DOUTPUT=embedded_templates.cpp -DHEADER=emitters/writers/template_text.hpp
#         -DTYPE=lag::TemplateFile -DFUNCTION=lag::template_files -P embed_texts.cmake
file(GLOB files ${FOLDER}/*)
list(SORT files)
set(code "#include \"${HEADER}\"\n\nconst std::vector<${TYPE}>& ${FUNCTION}() {\n    static const std::vector<${TYPE}> files{\n")
foreach(file ${files})
  get_filename_component(name ${file} NAME)
  file(READ ${file} text)
  string(APPEND code "        {\"${name}\", R\"lag_text(${text})lag_text\"},\n")
endforeach()
string(APPEND code "    };\n    return files;\n}\n")
file(WRITE ${OUTPUT} "${code}")
