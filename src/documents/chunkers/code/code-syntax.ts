/** How a language writes comments and strings: what the line scanner must not take for code. */
export interface CodeSyntax {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly Delimited[];
  /** Strings over several lines, longest opener first. */
  readonly longStrings: readonly LongString[];
  /** Quotes of strings that end with their line. */
  readonly quotes: string;
  /** `/pattern/` where a value is expected. */
  readonly hasRegexLiterals?: true;
  /** `<<NAME` up to a line NAME. */
  readonly hasHeredocs?: true;
  /** `$tag$ … $tag$`. */
  readonly hasDollarQuotes?: true;
}

type Delimited = readonly [open: string, close: string];

export interface LongString {
  readonly open: string;
  readonly close: string;
  readonly hasEscapes?: true;
  /**
   * How to tell that a string was never closed and the mark found belongs to another one. A docstring has no line
   * less indented than itself; a template that has text on its first line has no closing brace so far out.
   */
  readonly form?: "docstring" | "template";
}

const USUAL = { longStrings: [], quotes: "\"'" } as const;
const SLASH_COMMENTS = { ...USUAL, lineComments: ["//"], blockComments: [["/*", "*/"]] } as const;
const HASH_COMMENTS = { ...USUAL, lineComments: ["#"], blockComments: [] } as const;
const TRIPLE_QUOTES = { open: '"""', close: '"""', hasEscapes: true } as const;

export const SYNTAX = {
  c: { ...SLASH_COMMENTS, longStrings: [{ open: 'R"(', close: ')"' }] },
  csharp: {
    ...SLASH_COMMENTS,
    longStrings: [
      { open: '"""', close: '"""' },
      { open: '@"', close: '"' },
    ],
  },
  go: { ...SLASH_COMMENTS, longStrings: [{ open: "`", close: "`" }] },
  java: { ...SLASH_COMMENTS, longStrings: [TRIPLE_QUOTES] },
  php: { ...SLASH_COMMENTS, lineComments: ["//", "#"], hasHeredocs: true },
  python: {
    ...HASH_COMMENTS,
    longStrings: [
      { ...TRIPLE_QUOTES, form: "docstring" },
      { open: "'''", close: "'''", hasEscapes: true, form: "docstring" },
    ],
  },
  ruby: { ...HASH_COMMENTS, blockComments: [["\n=begin", "\n=end"]], hasHeredocs: true },
  // An apostrophe begins a lifetime as often as a character, so it is no quote here.
  rust: {
    ...SLASH_COMMENTS,
    longStrings: [
      { open: 'r##"', close: '"##' },
      { open: 'r#"', close: '"#' },
    ],
    quotes: '"',
  },
  shell: { ...HASH_COMMENTS, hasHeredocs: true },
  sql: { ...SLASH_COMMENTS, lineComments: ["--"], hasDollarQuotes: true },
  swift: { ...SLASH_COMMENTS, longStrings: [TRIPLE_QUOTES], quotes: '"' },
  typescript: {
    ...SLASH_COMMENTS,
    longStrings: [{ open: "`", close: "`", hasEscapes: true, form: "template" }],
    hasRegexLiterals: true,
  },
} as const satisfies Record<string, CodeSyntax>;
