import { describe, expect, it } from "vitest";
import { CODE_LANGUAGES, declarationOf } from "../../../../src/documents/chunkers/code/declarations.ts";

type Language = keyof typeof CODE_LANGUAGES;

/** The path of what a line declares outside of any class, `{}` after it when it has members. */
function declaredBy(language: Language, line: string): string | undefined {
  const declared = declarationOf(CODE_LANGUAGES[language], line, { within: undefined, isLed: false });
  return declared && declared.path.join(" > ") + (declared.isContainer ? " {}" : "");
}

/** Lines of one space between words, and what they declare. */
const LINES: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> = {
  typescript: {
    "class $A.b {": "$A.b {}",
    "module Ab {": "Ab {}",
    "namespace Ab {": "Ab {}",
    "export default abstract class Ab {": "Ab {}",
    "declare function ab() {": "ab",
    "export default function ab() {": "ab",
    "async function ab() {": "ab",
    "function *ab() {": "ab",
    "function $ab() {": "$ab",
    "export default interface Ab {": "Ab",
    "export declare enum Ab {": "Ab",
    "declare type Ab = 1": "Ab",
    "enum $Ab {": "$Ab",
    "const enum Ab {": "Ab",
    "export declare const ab = 1": "ab",
    "var ab = 1": "ab",
    "let $ab = 1": "$ab",
    "exports.$ab = 1": "$ab",
    "$A.prototype.$b = 1": "$A > $b",
    "export default ab": "default",
  },
  python: { "class Ab:": "Ab {}", "def ab():": "ab", "async def ab():": "ab" },
  go: {
    "func (ab *Store) Ab() {": "Store > Ab",
    "func ab() {": "ab",
    "type Ab struct {": "Ab",
    "var ab = 1": "ab",
    "const ab = 1": "ab",
  },
  rust: {
    "pub fn ab() {": "ab",
    "default const async unsafe fn ab() {": "ab",
    'extern "C" fn ab() {': "ab",
    "extern fn ab() {": "ab",
    "unsafe trait Ab {": "Ab {}",
    "pub(in a::b) mod ab {": "ab {}",
    "impl Trait for Ab {": "Ab {}",
    "unsafe impl Trait for ab::Ab {": "Ab {}",
    "impl ab::Ab {": "Ab {}",
    "unsafe impl Ab {": "Ab {}",
    "impl<T> Ab {": "Ab {}",
    "struct Ab {": "Ab",
    "pub union Ab {": "Ab",
    "const AB: u8": "AB",
    "static AB: u8": "AB",
    "macro_rules! ab {": "ab",
  },
  c: {
    "class AB_EXPORT Ab {": "Ab {}",
    "typedef struct Ab {": "Ab {}",
    "struct Ab final {": "Ab {}",
    "struct Ab": "Ab {}",
    "typedef enum Ab {": "Ab",
    "enum Ab": "Ab",
    "enum class Ab {": "Ab",
    "union Ab : x": "Ab",
    "inline namespace ab {": "ab {}",
    "namespace ab {": "ab {}",
  },
  csharp: {
    "namespace Ab": "Ab {}",
    "record class Ab {": "Ab {}",
    "record struct Ab {": "Ab {}",
    "record Ab {": "Ab {}",
    "struct Ab {": "Ab {}",
    "private protected enum Ab {": "Ab",
    "internal delegate int Ab": "Ab",
    "delegate List<int>? Ab": "Ab",
  },
  ruby: {
    "class Ab": "Ab {}",
    "module Ab::Cd": "Ab::Cd {}",
    "def ab": "ab",
    "private def ab": "ab",
    "def self.ab": "ab",
  },
  shell: { "function a:b.c-d {": "a:b.c-d", "ab () {": "ab", "a () {": "a" },
  kotlin: {
    "interface Ab {": "Ab {}",
    "public final data sealed inner open class Ab {": "Ab {}",
    "public final override suspend inline infix fun ab() {": "ab",
    "fun `ab cd`() {": "ab",
    "fun List<Int>.ab() {": "ab",
    "fun Int?.ab() {": "ab",
    "given ab": "ab",
    "def ab = 1": "ab",
    "sealed trait Ab {": "Ab {}",
    "private lateinit var ab": "ab",
    "typealias Ab = B": "Ab",
  },
  swift: {
    "struct Ab {": "Ab {}",
    "indirect enum Ab {": "Ab {}",
    "actor Ab {": "Ab {}",
    "open class Ab {": "Ab {}",
    "class var ab": "",
    "public static func ab() {": "ab",
    "func +- (a) {": "+-",
    "convenience init() {": "init",
    "deinit {": "deinit",
  },
  php: {
    "namespace Ab\\Cd;": "Ab\\Cd {}",
    "abstract class Ab {": "Ab {}",
    "readonly class Ab {": "Ab {}",
    "interface Ab {": "Ab {}",
    "enum Ab {": "Ab {}",
    "final private function ab() {": "ab",
    "abstract protected function ab() {": "ab",
    "function & ab() {": "ab",
  },
  sql: {
    "create function ab()": "ab",
    'alter table "ab"."cd"': '"ab"."cd"',
    "create table [ab].`cd`": "[ab].`cd`",
    "create or alter procedure ab": "ab",
    "create or replace proc ab": "ab",
    "create index concurrently ab": "ab",
    "create schema if not exists ab": "ab",
    "alter policy if exists only ab": "ab",
    "CREATE TABLE Ab": "Ab",
  },
};
const CASES = Object.entries(LINES).flatMap(([language, lines]) =>
  Object.entries(lines).map(
    ([line, declared]) => [language as Language, line, declared || undefined] as const,
  ),
);

const KEYWORDS = Object.entries({
  java: "class interface enum record @interface",
  typescript: "class interface type const",
  python: "class def",
  go: "func type var",
  rust: "fn struct trait impl",
  csharp: "class enum namespace",
  c: "namespace struct union",
  ruby: "class def",
  shell: "function",
  kotlin: "class fun val trait",
  swift: "class",
  php: "namespace class",
}).flatMap(([language, words]) => words.split(" ").map((word) => [language as Language, word] as const));

describe("a declaration", () => {
  it.each(CASES)("of %s %j is of %s, with more white space too, but not behind other text", (...row) => {
    const [language, line, declared] = row;
    expect(declaredBy(language, line)).toBe(declared);
    expect(declaredBy(language, line.replaceAll(" ", "  "))).toBe(declared);
    expect(declaredBy(language, `= ${line}`)).toBeUndefined();
  });

  it.each(KEYWORDS)("of %s has a name, apart from its keyword %s", (language, word) => {
    expect(declaredBy(language, `${word} Name {`)).toMatch(/^Name/);
    expect(declaredBy(language, `${word}Name {`)).toBeUndefined();
    expect(declaredBy(language, `${word} {`)).toBeUndefined();
    expect(declaredBy(language, `${word} "", {`)).toBeUndefined();
  });

  it.each([
    ..."public private protected static final abstract sealed non-sealed strictfp"
      .split(" ")
      .map((word) => ["java", word, "class"] as const),
    ..."public private protected internal static sealed abstract partial readonly ref file unsafe new"
      .split(" ")
      .map((word) => ["csharp", word, "interface"] as const),
    ..."public private protected internal".split(" ").map((word) => ["csharp", word, "enum"] as const),
    ..."export default declare abstract".split(" ").map((word) => ["typescript", word, "class"] as const),
    ..."export default declare async".split(" ").map((word) => ["typescript", word, "function"] as const),
    ..."export default declare".split(" ").map((word) => ["typescript", word, "interface"] as const),
    ..."abstract final readonly".split(" ").map((word) => ["php", word, "class"] as const),
    ..."public private protected static abstract final"
      .split(" ")
      .map((word) => ["php", word, "function"] as const),
    ..."temp temporary unique materialized virtual global unlogged external recursive clustered"
      .split(" ")
      .map((word) => ["sql", `create ${word}`, "table"] as const),
    ..."table view index function procedure proc trigger type schema sequence policy domain role"
      .split(" ")
      .map((word) => ["sql", "create", word] as const),
  ])("of %s may have %s before its %s, once and again", (language, word, keyword) => {
    const name = (line: string) => declaredBy(language, line)?.replace(" {}", "");
    expect(name(`${word} ${keyword} Name {`)).toBe("Name");
    if (language !== "sql") expect(name(`${word} ${word} ${keyword} Name {`)).toBe("Name");
  });

  it.each<[Language, string, string | undefined]>([
    ["typescript", `describe("${"d".repeat(121)}", () => {`, `${"d".repeat(120)} {}`],
    ["typescript", `it('${"d".repeat(121)}', () => {`, "d".repeat(120)],
    ["typescript", 'describe( "ab', "ab {}"],
    ["typescript", "suite('ab`c')", "ab {}"],
    ["typescript", "test(`ab'c`)", "ab"],
    ["typescript", "describe.(`x`)", undefined],
    ["typescript", "it.(`x`)", undefined],
    ["typescript", 'describe("")', undefined],
    ["typescript", "submit('x')", undefined],
    ["typescript", "exports.ab=1", "ab"],
    ["typescript", "exports. = 1", undefined],
    ["typescript", "A.prototype.b=1", "A > b"],
    ["typescript", ".prototype.b = 1", undefined],
    ["typescript", "A.prototype. = 1", undefined],
    ["typescript", "export defaults", undefined],
    ["typescript", "function*ab() {", "ab"],
    ["typescript", "constenum Ab {", undefined],
    ["go", `func (m Map[${"K".repeat(80)}]) Get() {`, "Map > Get"],
    ["go", `func (m Map[${"K".repeat(81)}]) Get() {`, undefined],
    ["go", "func (m Map[]) Get() {", "Map > Get"],
    ["go", "func ( *Store )Get() {", "Store > Get"],
    ["go", "func(s Store) Get() {", undefined],
    ["rust", `impl ${"x".repeat(199)} for Ab {`, "Ab {}"],
    ["rust", `impl ${"x".repeat(200)} for Ab {`, `${"x".repeat(200)} {}`],
    ["rust", "impl for Ab {", "Ab {}"],
    ["rust", `impl T for ${"a::".repeat(8)}Ab {`, "Ab {}"],
    ["rust", `impl ${"a::".repeat(8)}Ab {`, "Ab {}"],
    ["rust", `impl ${"a::".repeat(9)}Ab {`, "a {}"],
    ["rust", `impl<${"T".repeat(120)}> Ab {`, "Ab {}"],
    ["rust", `impl<${"T".repeat(121)}> Ab {`, undefined],
    ["rust", "impl<> Ab {", "Ab {}"],
    ["rust", "implement T for Ab {", undefined],
    ["rust", "macro_rules!ab {", "ab"],
    ["rust", `pub(${"x".repeat(40)}) fn ab() {`, "ab"],
    ["rust", `pub(${"x".repeat(41)}) fn ab() {`, undefined],
    ["rust", `extern "${"C".repeat(20)}" fn ab() {`, "ab"],
    ["rust", `extern "${"C".repeat(21)}" fn ab() {`, undefined],
    ["rust", "mod ab; {", undefined],
    ["rust", "mod ab { x;", "ab {}"],
    ["c", `class ${"E".repeat(40)} Ab {`, "Ab {}"],
    ["c", `class ${"E".repeat(41)} Ab {`, undefined],
    ["c", "class EX Ab {", "Ab {}"],
    ["c", "class E Ab {", undefined],
    ["c", "class Ab{", "Ab {}"],
    ["c", "class Ab : public B {", "Ab {}"],
    ["c", "class Ab finally {", undefined],
    ["c", "enum Ab x;", undefined],
    ["c", "enum Ab{", "Ab"],
    ["c", "namespace fs = std::filesystem;", undefined],
    ["c", "namespace fs= std::filesystem;", undefined],
    ["shell", `${"f".repeat(100)}() {`, "f".repeat(100)],
    ["shell", `${"f".repeat(101)}() {`, undefined],
    ["shell", "f    (    ) {", "f"],
    ["shell", "f     () {", undefined],
    ["shell", "f(     ) {", undefined],
    ["kotlin", `fun <${"T".repeat(80)}> ab() {`, "ab"],
    ["kotlin", `fun <${"T".repeat(81)}> ab() {`, undefined],
    ["kotlin", `fun ${"T".repeat(80)}.ab() {`, "ab"],
    ["kotlin", `fun ${"T".repeat(81)}.ab() {`, "T".repeat(81)],
    ["kotlin", "a b c d e f class Ab {", "Ab {}"],
    ["kotlin", "a b c d e f g class Ab {", undefined],
    ["kotlin", "a b c d e f fun ab() {", "ab"],
    ["kotlin", "a b c d e f g fun ab() {", undefined],
    ["kotlin", "a b c d trait Ab {", "Ab {}"],
    ["kotlin", "a b c d e trait Ab {", undefined],
    ["kotlin", "a b c d val ab", "ab"],
    ["kotlin", "a b c d e val ab", undefined],
    ["swift", "a b c d e f struct Ab {", "Ab {}"],
    ["swift", "a b c d e f g struct Ab {", undefined],
    ["swift", "a b c d e f func ab() {", "ab"],
    ["swift", "a b c d e f g func ab() {", undefined],
    ["swift", "a b c d init() {", "init"],
    ["swift", "a b c d e init() {", undefined],
    ["swift", "func +-+-+(a) {", "+-+-"],
    ["swift", "initial() {", undefined],
    ["swift", "class functional {", "functional {}"],
    ["swift", "class variable {", "variable {}"],
    ["php", "function &ab() {", "ab"],
    ["sql", "create or table ab", undefined],
    ["sql", "create tables ab", undefined],
    ["sql", "recreate table ab", undefined],
    ["sql", "create tableab", undefined],
    ["sql", "create table", undefined],
    ["sql", "create table (", undefined],
    ["swift", "funcab() {", undefined],
  ])("of %s %j is named %s", (language, line, declared) => {
    expect(declaredBy(language, line)).toBe(declared);
  });
});
