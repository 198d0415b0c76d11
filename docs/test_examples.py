#!/usr/bin/env python3
"""Tests of docs/examples.py: what is wrong on a page is found, what is right passes."""
import contextlib
import io
import pathlib
import tempfile
import unittest

import examples


def tell(text, *options):
    """(exit status, what was said, the page afterwards) for a page with this text."""
    with tempfile.TemporaryDirectory() as folder:
        page = pathlib.Path(folder) / "page.md"
        page.write_text(text, encoding="utf-8")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            status = examples.main([*options, str(page)])
        pictures = {path.name: path.read_text() for path in page.parent.glob("*.svg")}
        return status, said.getvalue(), page.read_text(encoding="utf-8"), pictures


def fenced(directive, text, language="text"):
    return f"<!-- {directive} -->\n```{language}\n{text}\n```\n"


class Examples(unittest.TestCase):
    def right(self, text):
        status, said, _, _ = tell(text)
        self.assertEqual(status, 0, said)

    def wrong(self, text, expected):
        status, said, _, _ = tell(text)
        self.assertEqual(status, 1)
        self.assertIn(expected, said)

    def test_right_output(self):
        self.right(fenced("run", "echo a; echo b >&2") + fenced("output", "a\nb"))

    def test_wrong_output_is_found_with_its_place(self):
        self.wrong("# title\n" + fenced("run", "echo a") + fenced("output", "b"), "page.md:6: the output differs")

    def test_missing_and_additional_lines_are_found(self):
        self.wrong(fenced("run", "echo a") + fenced("output", "a\nb"), "differs")
        self.wrong(fenced("run", "echo a; echo b") + fenced("output", "a"), "differs")

    def test_dots_stand_for_lines_and_for_text(self):
        self.right(fenced("run", "seq 9") + fenced("output", "1\n...\n9"))
        self.right(fenced("run", "seq 2") + fenced("output", "1\n...\n2"))
        self.right(fenced("run", "echo took 3 s") + fenced("output", "took ... s"))
        self.wrong(fenced("run", "seq 9") + fenced("output", "1\n...\n8"), "differs")

    def test_exit_status(self):
        self.right(fenced("run: fails", "false"))
        self.wrong(fenced("run", "false; true"), "the exit status is 1")
        self.wrong(fenced("run: fails", "true"), "expected not 0")

    def test_files_stay_and_grow(self):
        self.right(fenced("file: a.txt", "one") + fenced("add: a.txt", "two") + fenced("run", "cat a.txt")
                   + fenced("output", "one\ntwo"))

    def test_missing_file_is_found(self):
        self.wrong(fenced("show: a.txt 1-2", "one"), "no example above wrote 'a.txt'")
        self.wrong(fenced("add: a.txt", "one"), "no example above wrote 'a.txt'")
        self.wrong("<!-- picture: a.svg -->\n![a](a.svg)\n", "no example above wrote 'a.svg'")

    def test_no_file_outside_of_the_scratch_folder(self):
        self.wrong(fenced("file: ../a.txt", "one"), "no file of the page's scratch folder")

    def test_shown_parts(self):
        made = fenced("run", "seq 20 > a.txt")
        self.right(made + fenced("show: a.txt 3-4", "3\n4") + fenced("show: a.txt /1./ +2", "10\n11"))
        self.wrong(made + fenced("show: a.txt 3-4", "3\n5"), "this part of 'a.txt' differs")
        self.wrong(made + fenced("show: a.txt /x/ +2", "10"), "no line of 'a.txt' matches")

    def test_directives_that_mean_nothing(self):
        self.wrong("<!-- run -->\ntext\n", "expected a fenced block")
        self.wrong(fenced("run a", "true"), "expected ':'")
        self.wrong(fenced("output", "a"), "stands after a 'run'")
        self.wrong("<!-- run -->\n```sh\ntrue\n", "has no end")

    def test_directives_inside_of_a_block_are_text(self):
        self.right("````text\n<!-- run -->\n```sh\nfalse\n```\n````\n")

    def test_accept_writes_outputs_and_keeps_dots(self):
        text = fenced("run", "seq 9; echo took 3 s") + fenced("output", "0\n...\n9\ntook ... s") + "end\n"
        status, _, page, _ = tell(text, "--accept")
        self.assertEqual(status, 0)
        self.assertIn("```text\n1\n...\n9\ntook ... s\n```\nend\n", page)
        self.right(page)

    def test_accept_writes_all_below_a_longer_output(self):
        text = fenced("run", "seq 3") + fenced("output", "") + fenced("run", "seq 2") + fenced("output", "2")
        _, _, page, _ = tell(text, "--accept")
        self.assertEqual(page, fenced("run", "seq 3") + fenced("output", "1\n2\n3") + fenced("run", "seq 2")
                         + fenced("output", "1\n2"))

    def test_several_pages_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            pages = [pathlib.Path(folder) / f"{number}.md" for number in range(5)]
            for number, page in enumerate(pages):
                page.write_text(fenced("run", f"echo {number}") + fenced("output", "3"), encoding="utf-8")
            said = io.StringIO()
            with contextlib.redirect_stdout(said):
                self.assertEqual(examples.main(["--jobs", "3", *map(str, pages)]), 1)
            self.assertEqual(said.getvalue().count("differs"), 4)
            self.assertIn("3.md: as it says", said.getvalue())

    def test_pictures(self):
        html = '<style>\nsvg text { a: b; }\np { c: d; }\n</style><p><svg a="1"></svg> <svg a="2"><g/></svg></p>'
        drawn = fenced("file: a.html", html, "html")
        page = drawn + "<!-- picture: a.html 2 -->\n![a](b.svg)\n"
        self.wrong(page, "there is no picture")
        _, _, _, pictures = tell(page, "--accept")
        self.assertEqual(pictures, {"b.svg": '<svg a="2" xmlns="http://www.w3.org/2000/svg">\n<style>svg text { a: b; }</style>\n'
                                             '<rect width="100%" height="100%" fill="white"/><g/></svg>\n'})

    def test_pictures_that_look_the_same(self):
        self.assertTrue(examples.same_picture('<a x="1.00"/>', '<a x="1.01"/>'))
        self.assertFalse(examples.same_picture('<a x="1.00"/>', '<a x="9.00"/>'))
        self.assertFalse(examples.same_picture("<a/>", "<b/>"))


if __name__ == "__main__":
    unittest.main()
