import { describe, expect, it } from "vitest";
import { callableName } from "../../../src/documents/chunkers/code/callable-name.ts";
import { CODE_LANGUAGES, declarationOf } from "../../../src/documents/chunkers/code/declarations.ts";

type Language = keyof typeof CODE_LANGUAGES;

const SINGLE = "";
const CONTAINER = " {}";
const NAMESPACE = " {…}";

/** The path of what a line declares, with a mark when it has members. */
function declaredBy(language: Language, line: string, within?: string, isLed = false): string | undefined {
  const declared = declarationOf(CODE_LANGUAGES[language], line, { within, isLed });
  if (declared === undefined) return undefined;
  const { path, isContainer, isNamespace } = declared;
  return path.join(" > ") + (isNamespace ? NAMESPACE : isContainer ? CONTAINER : SINGLE);
}

const TABLE: Readonly<Partial<Record<Language, Readonly<Record<string, string | undefined>>>>> = {
  typescript: {
    "export default class Store extends Base {": "Store {}",
    "abstract class A {": "A {}",
    "declare namespace a.b {": "a.b {}",
    "describe('x y', () => {": "x y {}",
    "suite.only(`x`, () => {": "x {}",
    'it("does", () => {': "does",
    "test.only(`x`, () => {": "x",
    "export default async function* make$() {": "make$",
    "export const enum Kind {": "Kind",
    "export type A = 1;": "A",
    "interface B {": "B",
    "declare const x: 1;": "x",
    "export let y = 1;": "y",
    "exports.run = 1;": "run",
    "module.exports.run = () => {": "run",
    "export default {": "default",
    "Foo.prototype.bar = function () {": "Foo > bar",
    "find<T extends Row>(id: T) {": "find",
    "get size() {": "size",
    "handle = async () => {": "handle",
    "private readonly handle: Handler = (event) => {": "handle",
    "return x": undefined,
    "if (x) {": undefined,
    "total = 3;": undefined,
  },
  python: { "class A(B):": "A {}", "async def go(x):": "go", "def f():": "f", "defx():": undefined },
  go: {
    "func (s *Store) Find(id int) {": "Store > Find",
    "func (s Map[K, V]) Get() {": "Map > Get",
    "func (Store) X() {": "Store > X",
    "func Map[T any](x T) {": "Map",
    "type User struct {": "User",
    "var table = 1": "table",
    "const a = 1": "a",
    "case x:": undefined,
  },
  rust: {
    "pub(crate) async unsafe fn go() {": "go",
    'extern "C" fn x() {': "x",
    "pub trait T {": "T {}",
    "mod tests {": "tests {}",
    "mod other;": undefined,
    "unsafe impl<T> Send for a::Foo<T> {": "Foo {}",
    "impl<T: A> Foo<T> {": "Foo {}",
    "impl a::Bar {": "Bar {}",
    "pub struct S {": "S",
    "enum E {": "E",
    "pub type T = u8;": "T",
    "static X: u8 = 1;": "X",
    "macro_rules! my {": "my",
  },
  java: {
    "public final class A<T> {": "A {}",
    "public @interface Note {": "Note {}",
    "record P(int x) {": "P {}",
    "enum E {": "E {}",
    "public static void main(String[] args) {": "main",
    "Store(int x) {": "Store",
    "Other(int x) {": undefined,
    "List<String> names() {": "names",
    "private final int x = 1;": undefined,
    "return f(x) {": undefined,
  },
  cpp: {
    "namespace a::b {": "a::b {…}",
    "inline namespace v1 {": "v1 {…}",
    "namespace a = b;": undefined,
    "struct Point {": "Point {}",
    "struct Point p;": undefined,
    "class API_EXPORT Foo : public Bar {": "Foo {}",
    "class Foo;": undefined,
    "enum class Color : int {": "Color",
    "union U {": "U",
    "static int parse(char *s) {": "parse",
    "int parse(char *s);": undefined,
    "void Store::create(int x) {": "Store > create",
    "Store::~Store() {": "Store > ~Store",
    "~Store() {": "~Store",
    "auto x = f(1) {": undefined,
  },
  csharp: {
    "namespace A.B;": "A.B {…}",
    "public sealed partial class S {": "S {}",
    "record struct R(int X);": "R {}",
    "interface I {": "I {}",
    "public enum E {": "E",
    "public delegate void Handler(int x);": "Handler",
    "public async Task<User> FindById(Guid id)": "FindById",
    "public int X { get; }": undefined,
  },
  ruby: {
    "class A::B < C": "A::B {}",
    "module M": "M {}",
    "def self.create!(x)": "create!",
    "private def x?": "x?",
    "def a=(v)": "a=",
    end: undefined,
  },
  shell: {
    "function my-func {": "my-func",
    "build:all() {": "build:all",
    "run ( ) {": "run",
    "if x; then": undefined,
  },
  sql: {
    "CREATE OR REPLACE VIEW live AS": "live",
    "create unique index concurrently if not exists i on t": "i",
    "create temp table t (": "t",
    "alter table if exists only a.b": "a.b",
    "insert into t": undefined,
  },
  kotlin: {
    "data class User(": "User {}",
    "fun <T> List<T>.second(): T {": "second",
    "private suspend fun go() {": "go",
    "object O {": "O {}",
    "val x = 1": "x",
    "typealias A = B": "A",
  },
  scala: { "def one = 1": "one", "sealed trait T {": "T {}", "case class C(": "C {}" },
  swift: {
    "public final class A {": "A {}",
    "extension A.B {": "A.B {}",
    "protocol P {": "P {}",
    "class func make() {": "make",
    "private(set) func x() {": "x",
    "static func == (a: A) {": "==",
    "init(x: Int) {": "init",
    "subscript(i: Int) {": "subscript",
  },
  php: {
    "namespace A\\B;": "A\\B {…}",
    "final class C {": "C {}",
    "trait T {": "T {}",
    "public static function &go() {": "go",
  },
};

const CASES = Object.entries(TABLE).flatMap(([language, lines]) =>
  Object.entries(lines).map(([line, declared]) => [language as Language, line, declared] as const),
);

it.each(CASES)("in a class Store of %s, %j declares %s", (language, line, declared) => {
  expect(declaredBy(language, line, "Store")).toBe(declared);
});

it("takes a name with parameters for a method only inside a class, and after its type's own line", () => {
  expect(declaredBy("typescript", "find(id) {")).toBeUndefined();
  expect(declaredBy("c", "parse(char *s)")).toBeUndefined();
  expect(declaredBy("c", "parse(char *s)", undefined, true)).toBe("parse");
  expect(declaredBy("java", "parse(int x)", undefined, true)).toBeUndefined();
});

it("reads several languages by the rules of one", () => {
  expect(CODE_LANGUAGES.javascript).toBe(CODE_LANGUAGES.typescript);
  expect(CODE_LANGUAGES.c).toBe(CODE_LANGUAGES.cpp);
  expect(CODE_LANGUAGES.scala).toBe(CODE_LANGUAGES.kotlin);
});

describe("a function that no keyword announces", () => {
  it.each<[string, readonly string[] | undefined]>([
    ["static int parse(char *s) {", ["parse"]],
    ["char *name(void) {", ["name"]],
    ["Task<User> FindById(Guid id)", ["FindById"]],
    ["Map<K, List<V>> all(", ["all"]],
    ["T max<T>(T a, T b) {", ["max"]],
    ["void Store<T>::add(T x) {", ["Store", "add"]],
    ["Store(int x) {", ["Store"]],
    ["public Store(int x) {", ["Store"]],
    ["Other(int x) {", undefined],
    ["Store::Store() {", ["Store", "Store"]],
    ["parse(x) {", undefined],
    ["(x) {", undefined],
    ["int parse(char *s);", undefined],
    ["int parse(char *s),", undefined],
    ["int parse(char *s,", ["parse"]],
    ["int x = parse(s) {", undefined],
    ['log("x", call(s) {', undefined],
    ["void operator=(int x) {", undefined],
    ["return parse(s) {", undefined],
    ["else if (x) {", undefined],
    ["int sizeof(x) {", undefined],
  ])("%j has the path %j", (line, path) => {
    expect(callableName(line, "Store")).toEqual(path);
  });

  it.each<[string, readonly string[] | undefined]>([
    ["find(id) {", ["find"]],
    ["async *#items() {", ["#items"]],
    ["static async get(id) {", ["get"]],
    ["call.find(id) {", undefined],
    ["wrong find(id) {", undefined],
    ["handle = (event) => {", ["handle"]],
    ["static handle: Handler = async (event) => {", ["handle"]],
    ["handle = function (event) {", ["handle"]],
    ["handle = event => call(event)", ["handle"]],
    ["total = sum(list)", undefined],
    ["while (x) {", undefined],
  ])("of an untyped class, %j has the path %j", (line, path) => {
    expect(callableName(line, "Store", "untyped")).toEqual(path);
  });
});
