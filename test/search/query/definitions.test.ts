import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../../../src/documents/chunkers/by-language.ts";
import { CODE_LANGUAGES } from "../../../src/documents/chunkers/code/declarations.ts";
import { languageKind } from "../../../src/search/language-kind.ts";
import { analyseQuery } from "../../../src/search/query/analyse.ts";
import { defines, soughtSymbols } from "../../../src/search/query/definitions.ts";

describe("a line", () => {
  it.each([
    ["typescript", "export function fuse(lists: List[]) {"],
    ["typescript", "export async function* fuse() {"],
    ["typescript", "export default class fuse extends Base {"],
    ["typescript", "export abstract class fuse<T> {"],
    ["typescript", "export const fuse = (a: number) => a;"],
    ["typescript", "  declare namespace fuse {"],
    ["typescript", "export interface fuse extends Base {"],
    ["typescript", "export type fuse = string;"],
    ["javascript", "exports.fuse = fuse;"],
    ["javascript", "List.prototype.fuse = function () {};"],
    ["python", "async def fuse(lists):"],
    ["python", "class fuse(Base):"],
    ["python", "    def fuse(self):"],
    ["python", "fuse: dict[str, int] = {}"],
    ["go", "func fuse(lists []List) {"],
    ["go", "func (s *Server) fuse(w Writer) error {"],
    ["go", "type fuse struct {"],
    ["rust", "pub(crate) async fn fuse<T>(a: T) {"],
    ["rust", "pub const fuse: u32 = 1;"],
    ["ruby", "  def self.fuse(lists)"],
    ["c", "struct fuse {"],
    ["java", "public final class fuse extends Base {"],
    ["kotlin", "internal fun fuse(a: Int): Int {"],
    ["sql", "CREATE OR REPLACE TABLE fuse ("],
    ["php", "  public static function fuse() {"],
  ])("of %s defines a name: %s", (language, line) => {
    expect(defines(`// before\n${line}\n  body();`, "fuse", language)).toBe(1);
  });

  it.each([
    ["typescript", "  async fuse(lists: List[]): Promise<void> {"],
    ["typescript", "  fuse(lists: List[]): void;"],
    ["typescript", "  private get fuse() {"],
    ["go", "\tfuse Mode = iota"],
    ["go", "\tfuse"],
    ["java", "  public static List<String> fuse(int a) {"],
    ["c", "static int *fuse(int a)"],
  ])("of %s defines a member: %s", (language, line) => {
    expect(defines(`${line}\n  body();`, "fuse", language)).toBe(0.5);
  });

  it.each([
    ["typescript", 'import { fuse } from "./fuse.ts";'],
    ["typescript", 'import type { fuse } from "./fuse.ts";'],
    ["typescript", 'export { fuse } from "./fuse.ts";'],
    ["typescript", 'describe("fuse", () => {'],
    ["typescript", "  const fused = fuse(lists);"],
    ["typescript", "  const fuse = 1;"],
    ["typescript", "export function fuseAll() {"],
    ["typescript", "  fuse(lists);"],
    ["python", "from lists import fuse"],
    ["python", "    fuse = 1"],
    ["python", "if fuse == 1:"],
    ["go", "\tx := fuse(a)"],
    ["go", "\tfuse(a)"],
    ["java", "    return fuse(a);"],
    ["c", "struct fuse *head;"],
    ["c", "  fuse(a);"],
  ])("of %s only uses it: %s", (language, line) => {
    expect(defines(line, "fuse", language)).toBe(0);
  });

  it("is looked at near the name only, and so are the first uses of it", () => {
    expect(defines(`${"const ".repeat(60)}fuse`, "fuse", "typescript")).toBe(0);
    const uses = "call(fuse);\n".repeat(20);
    expect(defines(`${uses}export function fuse() {`, "fuse", "typescript")).toBe(0);
    expect(defines(`call(fuse);\nexport function fuse() {`, "fuse", "typescript")).toBe(1);
  });
});

describe("a symbol", () => {
  const weights = (query: string) => {
    const analysed = analyseQuery(query);
    const terms = analysed.terms.map(({ stem }) => ({ stem, idf: 1 }));
    return soughtSymbols(analysed, terms).map(({ name, weight }) => [name, Number(weight.toFixed(2))]);
  };

  it("is sought by the square of its share of the query", () => {
    expect(weights("fuseRrf")).toEqual([["fuseRrf", 1]]);
    expect(weights("Lists.fuseRrf")).toEqual([["fuseRrf", 1]]);
    expect(weights("where is fuse_rrf defined?")).toEqual([["fuse_rrf", 1]]);
    expect(weights("lists that fuseRrf takes from other arms")).toEqual([["fuseRrf", 0.04]]);
    expect(weights("fuseRrf weights")).toEqual([["fuseRrf", 0.25]]);
    expect(weights("when do we deploy")).toEqual([]);
  });
});

describe("a language", () => {
  it("is code where its documents are cut by declarations", () => {
    for (const language of Object.keys(LANGUAGES))
      expect(languageKind(language) === "code", language).toBe(
        language in CODE_LANGUAGES || language === "css",
      );
  });
});
