import { describe, expect, it } from "vitest";
import { callableName } from "../../../../src/documents/chunkers/code/callable-name.ts";

const typed = (line: string): string | undefined => callableName(line, "Store")?.join(" > ");
const untyped = (line: string): string | undefined => callableName(line, "Store", "untyped")?.join(" > ");

/** Words that begin a statement, and so no function: the second word is then a call. */
const STATEMENT_WORDS =
  `return throw new else if for foreach while switch case catch do using delete await yield goto assert typedef
  package import lock fixed super this function const let var try finally sizeof defer echo print typeof`.split(
    /\s+/,
  );

it.each(STATEMENT_WORDS)("%s begins no function of a type, and names none", (word) => {
  expect(typed(`${word} call(x) {`)).toBeUndefined();
  expect(typed(`int ${word}(x) {`)).toBeUndefined();
  expect(untyped(`${word}(x) {`)).toBeUndefined();
});

it.each([
  ..."public private protected internal static async override readonly abstract get set accessor".split(" "),
  ..."explicit inline virtual constexpr declare *".split(" "),
])("%s may stand before a method without a type", (word) => {
  expect(untyped(`${word} find(id) {`)).toBe("find");
  expect(untyped(`static ${word}   find(id) {`)).toBe("find");
});

it.each([..."public private protected static override readonly".split(" ")])(
  "%s may stand before a property that is a function",
  (word) => {
    expect(untyped(`${word} ${word} handle = (event) => {`)).toBe("handle");
  },
);

describe("a function with a type", () => {
  it.each<[string, string | undefined]>([
    ["void f(x) {", "f"],
    ["int* f(x) {", "f"],
    ["int *f(x) {", "f"],
    ["int& f(x) {", "f"],
    ["int? f(x) {", "f"],
    ["int[] f(x) {", "f"],
    ["List<int> f(x) {", "f"],
    ["int $f(x) {", "$f"],
    ["int f (x) {", "f"],
    ["int f<T> (x) {", "f"],
    ["int f<Map<K, V>>(x) {", "f"],
    ["int f(x)", "f"],
    ["int f(x);  ", undefined],
    ["int f(x),  ", undefined],
    ["int f(x,", "f"],
    ["a - f(x) {", undefined],
    ["a.f(x) {", undefined],
    ["a + f(x) {", undefined],
    ["a / f(x) {", undefined],
    ['extern "C" int f(x) {', undefined],
    ["bool operator>(x) {", undefined],
    ["f(x) {", undefined],
    ["(x) f(y) {", undefined],
    ["handle = (event) => {", undefined],
    ["int f", undefined],
  ])("%j is named %s", (line, name) => {
    expect(typed(line)).toBe(name);
  });

  it.each<[string, string | undefined]>([
    ["Store() {", "Store"],
    ["~Store() {", "~Store"],
    ["~Other() {", undefined],
    ["Other::make() {", "Other > make"],
    ["Other<T>::~Other() {", "Other > ~Other"],
    ["a.Other::make() {", undefined],
    ["void A::B::C::D::E::F::g() {", "A > B > C > D > E > F > g"],
    ["void A::B::C::D::E::F::G::h() {", undefined],
    [`void ${"f".repeat(120)}() {`, "f".repeat(120)],
    [`void ${"f".repeat(121)}() {`, undefined],
    [`void ${"F".repeat(80)}::f() {`, `${"F".repeat(80)} > f`],
    [`void ${"F".repeat(81)}::f() {`, undefined],
    [`void F<${"T".repeat(80)}>::f() {`, "F > f"],
    [`void F<${"T".repeat(81)}>::f() {`, undefined],
  ])("%j has the path %s", (line, path) => {
    expect(typed(line)).toBe(path);
  });
});

describe("a method without a type", () => {
  it.each<[string, string | undefined]>([
    ["#find(id) {", "#find"],
    ["$find(id) {", "$find"],
    ["*find(id) {", "find"],
    ["get  find() {", "find"],
    ["find<T>(id: T) {", "find"],
    ["find(id);", undefined],
    ["public.find(id) {", undefined],
    ["publicly find(id) {", undefined],
    ["a, find(id) {", undefined],
    ["staticasync find(id) {", undefined],
  ])("%j is named %s", (line, name) => {
    expect(untyped(line)).toBe(name);
  });

  it.each<[string, string | undefined]>([
    ["#handle = (event) => {", "#handle"],
    ["$handle=(event) => {", "$handle"],
    ["handle    =    (event) => {", "handle"],
    ["handle: Handler = (event) => {", "handle"],
    ["handle = async (event) => {", "handle"],
    ["handle = async    (event) => {", "handle"],
    ["handle = async function (event) {", "handle"],
    ["handle = async event => call(event)", "handle"],
    ["handle = $event    => call(event)", "handle"],
    ["handle = functions(event)", undefined],
    ["handle = call(event)", undefined],
    ["this.handle = (event) => {", undefined],
    ["const handle = (event) => {", undefined],
    [`${"h".repeat(120)} = (event) => {`, "h".repeat(120)],
    [`${"h".repeat(121)} = (event) => {`, undefined],
    [`handle:${"T".repeat(120)}= (event) => {`, "handle"],
    [`handle:${"T".repeat(121)}= (event) => {`, undefined],
    ["handle = (event),", undefined],
    ["h = e=>call(e)", "h"],
    ["handle = async(event) => {", "handle"],
    ["handle     = (event) => {", undefined],
    ["handle =     (event) => {", undefined],
    ["handle = async     (event) => {", undefined],
    ["handle = event     => call(event)", undefined],
    ["public  handle = (event) => {", "handle"],
    ["publichandle = (event) => {", "publichandle"],
    [`handle = ${"e".repeat(80)} => call(event)`, "handle"],
    [`handle = ${"e".repeat(81)} => call(event)`, undefined],
  ])("of a property %j is named %s", (line, name) => {
    expect(untyped(line)).toBe(name);
  });
});
