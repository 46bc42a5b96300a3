// What begins a declaration, one row for each language. Patterns see one line without its indentation and without
// annotations, at most MAX_LINE_CHARS of it, and are anchored; repeats inside them are bounded or over distinct words.
import { callableName } from "./callable-name.ts";
import { type CodeSyntax, SYNTAX } from "./code-syntax.ts";

/** Matches a declaration; its first filled group is the name, or all filled groups together the path. */
interface DeclarationPattern {
  readonly pattern: RegExp;
  /** Members are declarations of their own. */
  readonly isContainer?: true;
  /** Members may be as little indented as the declaration itself. */
  readonly isNamespace?: true;
}

export interface CodeLanguage {
  readonly syntax: CodeSyntax;
  readonly declarations: readonly DeclarationPattern[];
  /** Attributes before a declaration, on its line or above it. */
  readonly attribute?: RegExp;
  /** A line that goes with what is open although it is not indented: labels, `end`, `else`. */
  readonly continues?: RegExp;
  /** Nothing closes a body but the indentation of what follows. */
  readonly endsByIndentation?: true;
  /** Statements end with a semicolon; after one, only lines like this go on. */
  readonly endsWithSemicolon?: RegExp;
  /** Functions and methods without a keyword: type, name and parameters. */
  readonly hasBareFunctions?: true;
  /** The type of a function may stand on the line above its name; `attribute` matches such lines. */
  readonly hasTypeLines?: true;
  /** Class members without a keyword or type: name and parameters. */
  readonly hasBareMethods?: true;
}

/** Longest part of a line that patterns see. */
export const MAX_LINE_CHARS = 300;

const container = (pattern: RegExp): DeclarationPattern => ({ pattern, isContainer: true });
const namespace = (pattern: RegExp): DeclarationPattern => ({
  pattern,
  isContainer: true,
  isNamespace: true,
});
const single = (pattern: RegExp): DeclarationPattern => ({ pattern });

const ANNOTATION = /^@[\w.]{1,80}(?:\([^()]{0,200}\))?(?=\s|$|\()\s*/;
const ELSE = /^(?:(?:else|catch|finally)\b|while\b.*;)/;

const TYPESCRIPT: CodeLanguage = {
  syntax: SYNTAX.typescript,
  attribute: ANNOTATION,
  continues: ELSE,
  hasBareMethods: true,
  declarations: [
    container(/^(?:(?:export|default|declare|abstract)\s+)*(?:class|namespace|module)\s+([\w$.]+)/),
    container(/^(?:describe|suite)(?:\.\w+)?\(\s*["'`]([^"'`]{1,120})/),
    single(/^(?:it|test)(?:\.\w+)?\(\s*["'`]([^"'`]{1,120})/),
    single(/^(?:(?:export|default|declare|async)\s+)*function\s*\*?\s*([\w$]+)/),
    single(/^(?:(?:export|default|declare)\s+)*(?:interface|type|enum|const\s+enum)\s+([\w$]+)/),
    single(/^(?:(?:export|declare)\s+)*(?:const|let|var)\s+([\w$]+)/),
    single(/^(?:module\.)?exports\.([\w$]+)\s*=/),
    single(/^export\s+(default)\b/),
    single(/^([\w$]+)\.prototype\.([\w$]+)\s*=/),
  ],
};

const PYTHON: CodeLanguage = {
  syntax: SYNTAX.python,
  attribute: /^@.*$/,
  endsByIndentation: true,
  continues: /^(?:else|elif|except|finally)\b/,
  declarations: [container(/^class\s+(\w+)/), single(/^(?:async\s+)?def\s+(\w+)/)],
};

const GO: CodeLanguage = {
  syntax: SYNTAX.go,
  continues: /^(?:case|default)\b/,
  declarations: [
    single(/^func\s+\(\s*(?:\w+\s+)?\*?(\w+)(?:\[[^\]]{0,80}\])?\s*\)\s*(\w+)/),
    single(/^func\s+(\w+)/),
    single(/^type\s+(\w+)/),
    single(/^(?:var|const)\s+(\w+)/),
  ],
};

const RUST_VISIBILITY = String.raw`^(?:pub(?:\([^()]{0,40}\))?\s+)?`;
const RUST: CodeLanguage = {
  syntax: SYNTAX.rust,
  attribute: /^#!?\[[^\]]{0,200}\]\s*/,
  continues: /^where\b/,
  declarations: [
    single(
      new RegExp(
        String.raw`${RUST_VISIBILITY}(?:(?:default|const|async|unsafe)\s+)*(?:extern\s+(?:"[^"]{0,20}"\s+)?)?fn\s+(\w+)`,
      ),
    ),
    container(new RegExp(String.raw`${RUST_VISIBILITY}(?:unsafe\s+)?(?:trait|mod)\s+(\w+)(?![^{]{0,200};)`)),
    container(/^(?:unsafe\s+)?impl\b.{0,200}?\sfor\s+(?:\w+::){0,8}(\w+)/),
    container(/^(?:unsafe\s+)?impl(?:<.{0,120}?>)?\s+(?:\w+::){0,8}(\w+)/),
    single(new RegExp(String.raw`${RUST_VISIBILITY}(?:struct|enum|union|type|const|static)\s+(\w+)`)),
    single(/^macro_rules!\s*(\w+)/),
  ],
};

const JAVA: CodeLanguage = {
  syntax: SYNTAX.java,
  attribute: ANNOTATION,
  continues: ELSE,
  hasBareFunctions: true,
  declarations: [
    container(
      /^(?:(?:public|private|protected|static|final|abstract|sealed|non-sealed|strictfp)\s+)*(?:class|interface|enum|record|@interface)\s+(\w+)/,
    ),
  ],
};

const C: CodeLanguage = {
  syntax: SYNTAX.c,
  attribute:
    /^(?:(?:template\s*<[^;{}()]{0,200}>|\[\[[^\]]{0,80}\]\])\s*|(?!(?:do|return|break|class|struct|union|enum|namespace|typedef)\b)[A-Za-z_][\w \t]{0,100}\**$)/,
  hasTypeLines: true,
  continues: /^(?:#|(?:public|private|protected|signals|default)\b.{0,40}:|case\b|else\b|[A-Za-z_]\w*:$)/,
  hasBareFunctions: true,
  declarations: [
    namespace(/^(?:inline\s+)?namespace\s+([\w:]+)(?![\w:]|\s*=)/),
    container(/^(?:typedef\s+)?(?:class|struct)\s+(?:[A-Z_]{2,40}\s+)?(\w+)(?=\s*(?:final\b|:|\{|$))/),
    single(/^(?:typedef\s+)?(?:union|enum(?:\s+class)?)\s+(\w+)(?=\s*(?::|\{|$))/),
  ],
};

const CSHARP: CodeLanguage = {
  syntax: SYNTAX.csharp,
  attribute: /^\[[^\]]{0,200}\]\s*/,
  continues: /^(?:where\b|else\b|catch\b|finally\b|#)/,
  hasBareFunctions: true,
  declarations: [
    namespace(/^namespace\s+([\w.]+)/),
    container(
      /^(?:(?:public|private|protected|internal|static|sealed|abstract|partial|readonly|ref|file|unsafe|new)\s+)*(?:class|interface|struct|record(?:\s+(?:class|struct))?)\s+(\w+)/,
    ),
    single(/^(?:(?:public|private|protected|internal)\s+)*(?:enum|delegate\s+[\w<>?]+)\s+(\w+)/),
  ],
};

const RUBY: CodeLanguage = {
  syntax: SYNTAX.ruby,
  continues: /^(?:end|else|elsif|rescue|ensure|when|in|then)\b/,
  declarations: [
    container(/^(?:class|module)\s+([\w:]+)/),
    single(/^(?:private\s+)?def\s+(?:self\.)?([\w]+[?!=]?)/),
  ],
};

const SHELL: CodeLanguage = {
  syntax: SYNTAX.shell,
  continues: /^(?:(?:then|do|else|elif|fi|done|esac)\b|;;)/,
  declarations: [single(/^function\s+([\w:.-]+)/), single(/^([\w:.-]{1,100})\s{0,4}\(\s{0,4}\)/)],
};

const SQL: CodeLanguage = {
  syntax: SYNTAX.sql,
  endsWithSemicolon: /^(?:end|exception)\b/i,
  continues:
    /^(?:end|begin|as|on|for|from|where|and|or|select|join|left|inner|group|order|having|union|with|returns?|language|values|set|declare)\b/i,
  declarations: [
    single(
      /^(?:create|alter)\s+(?:or\s+(?:replace|alter)\s+)?(?:(?:temp|temporary|unique|materialized|virtual|global|unlogged|external|recursive|clustered)\s+)*(?:table|view|index|function|procedure|proc|trigger|type|schema|sequence|policy|domain|role)\s+(?:concurrently\s+)?(?:if\s+(?:not\s+)?exists\s+)?(?:only\s+)?([\w."`[\]]+)/i,
    ),
  ],
};

const KOTLIN: CodeLanguage = {
  syntax: SYNTAX.java,
  attribute: ANNOTATION,
  declarations: [
    container(/^(?:[a-z]+\s+){0,6}(?:class|interface|object)\s+(\w+)/),
    single(/^(?:[a-z]+\s+){0,6}(?:fun|def|given)\s+(?:<[^>]{0,80}>\s*)?(?:[\w<>?]{1,80}\.)?`?(\w+)/),
    container(/^(?:[a-z]+\s+){0,4}trait\s+(\w+)/),
    single(/^(?:[a-z]+\s+){0,4}(?:val|var|typealias)\s+(\w+)/),
  ],
};

const SWIFT: CodeLanguage = {
  syntax: SYNTAX.swift,
  attribute: ANNOTATION,
  declarations: [
    container(/^(?:[a-z]+\s+){0,6}(?:class|struct|enum|extension|protocol|actor)\s+(?!func\b|var\b)([\w.]+)/),
    single(/^(?:[a-z]+(?:\(set\))?\s+){0,6}func\s+(\w+|[^\s\w(]{1,4})/),
    single(/^(?:[a-z]+\s+){0,4}(init|deinit|subscript)\b/),
  ],
};

const PHP: CodeLanguage = {
  syntax: SYNTAX.php,
  attribute: /^#\[[^\]]{0,200}\]\s*/,
  continues: ELSE,
  declarations: [
    namespace(/^namespace\s+([\w\\]+)/),
    container(/^(?:(?:abstract|final|readonly)\s+)*(?:class|interface|trait|enum)\s+(\w+)/),
    single(/^(?:(?:public|private|protected|static|abstract|final)\s+)*function\s+&?\s*(\w+)/),
  ],
};

export const CODE_LANGUAGES = {
  typescript: TYPESCRIPT,
  javascript: TYPESCRIPT,
  python: PYTHON,
  go: GO,
  rust: RUST,
  java: JAVA,
  c: C,
  cpp: C,
  csharp: CSHARP,
  ruby: RUBY,
  shell: SHELL,
  sql: SQL,
  kotlin: KOTLIN,
  scala: KOTLIN,
  swift: SWIFT,
  php: PHP,
} as const satisfies Record<string, CodeLanguage>;

/** Name path of the declaration a line begins, and whether it has members; undefined for any other line. */
export function declarationOf(
  language: CodeLanguage,
  line: string,
  { within, isLed }: DeclarationContext,
): Declared | undefined {
  for (const { pattern, isContainer = false, isNamespace = false } of language.declarations) {
    const groups = pattern
      .exec(line)
      ?.slice(1)
      .filter((group) => group !== undefined);
    if (groups !== undefined && groups.length > 0) return { path: groups, isContainer, isNamespace };
  }
  const typed = language.hasBareFunctions && callableName(line, within);
  const mayBeUntyped = language.hasBareFunctions
    ? language.hasTypeLines && isLed
    : language.hasBareMethods && within !== undefined;
  const path = typed || (mayBeUntyped && callableName(line, within, "untyped"));
  return path ? { path, isContainer: false, isNamespace: false } : undefined;
}

interface DeclarationContext {
  readonly within: string | undefined;
  /** Attributes or a type come before it on lines of their own. */
  readonly isLed: boolean;
}

export interface Declared {
  readonly path: readonly string[];
  readonly isContainer: boolean;
  readonly isNamespace: boolean;
}
