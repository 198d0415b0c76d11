#!/usr/bin/env python3
"""Tests of docs/built_ins.py: python3 docs/test_built_ins.py"""
import unittest

import built_ins

PAGE = """# Page

## `body`

<!-- signature: body -->
```text
```

Text below.

```lag
a: 3;
```
"""

HELP = """body(B, A)
    a body B
    on A

arguments:
    B: a new name
    A: a body
    at = [x, y, z]: a vector, in m; [0, 0, 0] unless given
        of A * its own

example:
    body(rod, ground)$
"""


class Filling(unittest.TestCase):
    def setUp(self):
        self.entries = {"body": built_ins.Entry("body", HELP)}

    def filled(self, text):
        problems = []
        return built_ins.filled(built_ins.INDEX, text, self.entries, problems), problems

    def test_entry_has_signature_meaning_and_example(self):
        entry = self.entries["body"]
        self.assertEqual(
            (entry.signature, entry.meaning, entry.example), ("body(B, A)", "a body B on A", "body(rod, ground)$")
        )

    def test_empty_block_is_filled_and_the_text_below_stays(self):
        once, _ = self.filled(PAGE)
        self.assertEqual(once, PAGE.replace("```text\n```", "```text\nbody(B, A)\n    a body B on A\n```"))

    def test_table_of_arguments_is_filled_and_the_text_below_stays(self):
        page = "<!-- arguments: body -->\n\n| |\n\nText below.\n"
        rows = [
            "| Argument | Type, unit | Default | Meaning |",
            "|---|---|---|---|",
            "| `B` | a new name |  |  |",
            "| `A` | a body |  |  |",
            "| `at = [x, y, z]` | a vector, in m | `[0, 0, 0]` | of A \\* its own |",
        ]
        text, problems = self.filled(page)
        self.assertEqual(text, page.replace("| |", "\n".join(rows)))
        self.assertEqual((self.filled(text)[0], problems), (text, []))

    def test_filling_twice_changes_nothing(self):
        once, _ = self.filled(PAGE)
        self.assertEqual(self.filled(once)[0], once)

    def test_unknown_name_is_a_problem_and_changes_nothing(self):
        page = PAGE.replace("signature: body", "signature: boddy")
        text, problems = self.filled(page)
        self.assertEqual(text, page)
        self.assertEqual(problems, ["index.md: there is no built-in 'boddy'"])

    def test_each_built_in_is_described_once(self):
        problems = []
        pages = {built_ins.PAGES / "a.md": PAGE, built_ins.PAGES / "b.md": "# B\n\n<!-- describes: body -->\n"}
        built_ins.described_in(pages, {**self.entries, "point": self.entries["body"]}, problems)
        self.assertEqual(problems, ["b.md: 'body' is described in a.md as well", "no page describes 'point'"])


if __name__ == "__main__":
    unittest.main()
