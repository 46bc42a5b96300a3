/** Texts of a given length, each a pattern that a chunker may read again and again: the work must stay linear. */
export type HostilePattern = (length: number) => string;

/** The piece as often as the length takes. */
export const fill =
  (piece: string): HostilePattern =>
  (length) =>
    piece.repeat(Math.ceil(length / piece.length));

const then =
  (first: string, second: string): HostilePattern =>
  (length) =>
    fill(first)(length / 2) + fill(second)(length / 2);

/** Each line one step deeper than the one before. */
const staircase =
  (step: string, line: string): HostilePattern =>
  (length) => {
    const depth = Math.ceil(Math.sqrt((2 * length) / step.length));
    return Array.from({ length: depth }, (_, index) => step.repeat(index) + line).join("\n");
  };

/** Openers and closers of comments and strings, alone and in the orders in which they are not closed. */
const STRINGS = [
  ...["/*", "/* ", "/*\n", "x/*\n", "/*/", "*/", "--[[", "=begin\n", "=begin\n=end\n", "<!--", "<!-- -->"],
  ...[
    '"',
    "'",
    "`",
    '"""',
    "'''",
    '"""\n',
    "'''a\n\"\"\"\n",
    "  x `a\n",
    "\\`",
    "\\",
    '\\"',
    'R"(',
    '@"',
    'r#"',
  ],
  ...["$$", "$a$", "<<A\n", "<<A\nA\n", "<<-'A' ", "(/[", "a /b/ ", "//", "#", "${`"],
].map(fill);

const UNCLOSED = [
  then("x/*\n", "/*\n*/\n"),
  then("  x \\`a\n", "}\n`\n"),
  then("  x \\`a\n", "\\\\"),
  then("    '''a\n", "'''\n"),
  then('  """ \\"""\n', 'a"""\n'),
  then("<<A\n", "A\n"),
  then("$a$ $b$\n", "$b$\n"),
];

const MARKDOWN = [
  ...[
    "# ",
    "#\n",
    "# a\nb\n",
    "## a\n",
    "a\n===\n",
    "a\n---\n",
    "---\n",
    "***\n",
    "```\n",
    "~~~ a\n",
    "> ",
    ">",
  ],
  ...[
    "* ",
    "> - ",
    "1. ",
    "- > 1) ",
    "- - - - \n",
    "- a\n\n",
    "- [ ] a\n",
    "[a]: b\n",
    "[a](",
    "![",
    "|",
    "|a|\n|-|\n",
  ],
  ...[
    "::a\n",
    "::a\n---\n---\n::\n# b\n",
    ":::a\n::\n",
    "---\na: |\n",
    "    a\n",
    "\t",
    "<div>\n",
    "<a b='",
    "<?",
  ],
].map(fill);

const FORMATS = [
  ...[
    "<h1>\n",
    "<h1>a</h1>\n",
    "<h1",
    "<h2>a</h2><p>b\n",
    "<script>\n",
    "<script></script>\n",
    "<style><p>\n",
    "</",
  ],
  ...[
    "a: b\n",
    "a: |\n",
    "- a: b\n",
    "[a]\n",
    '"a": {\n',
    '{"a":1},',
    "a,b,c\n",
    '"a\n',
    '  "cells": [\n    {\n',
  ],
  ...[
    "class A {\n",
    "class A:\n",
    "def f():\n",
    "int f(\n",
    "@A(\n",
    "#[a]\n",
    "public static ",
    "a::",
    "a<",
    "impl A for ",
  ],
  ...[
    "if (a) {\n}\n",
    "end\n",
    "}\n",
    "{",
    "create table a (\n",
    "namespace a {\n",
    "a ",
    "a",
    "\n",
    " ",
    "\r\n",
    "\u0301",
    "東",
  ],
].map(fill);

const PREFIXED: readonly HostilePattern[] = [
  (length) => `[a]: b "\n${fill("x\n")(length)}`,
  (length) => `${fill("* ")(length)}x`,
  (length) =>
    `"cells": [\n{\n"cell_type": "markdown"\n"source": [\n${fill(`""${" ".repeat(3000)}x\n`)(length)}`,
  (length) => `---\n${fill("a: [b, 'c]\n")(Math.min(length, 9000))}---\n${fill("a\n")(length)}`,
  (length) => `---\n${staircase(" ", "k: |")(length / 2)}\n${fill(`${" ".repeat(300)}x\n`)(length / 2)}---\n`,
  staircase(" ", "class A:"),
  staircase("  ", "- a"),
  staircase("> ", "a"),
  staircase("  ", "{"),
];

export const HOSTILE_PATTERNS: readonly HostilePattern[] = [
  ...STRINGS,
  ...UNCLOSED,
  ...MARKDOWN,
  ...FORMATS,
  ...PREFIXED,
];
