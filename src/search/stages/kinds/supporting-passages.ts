import { languageKind } from "../../language-kind.ts";
import type { Candidate } from "../stage.ts";

/** What a passage is beside what people write and run: it repeats, checks or lists that. */
export type Support = "test" | "generated" | "imports";

const folders = (names: string): string => String.raw`(?:^|\/)(?:${names})\/`;
const anyOf = (...patterns: readonly string[]): RegExp => new RegExp(patterns.join("|"), "i");

/** What tests are fed with, whatever its language. */
const FIXTURE = anyOf(
  folders("fixtures?|__fixtures__|testdata|__snapshots__|snapshots|__mocks__|mocks|cassettes"),
  String.raw`\.snap$`,
);
const TEST = anyOf(
  folders("tests?|__tests__|specs?|e2e|benchmarks?"),
  String.raw`[._-](?:test|tests|spec|e2e|bench)\.[a-z]+$`,
  String.raw`(?:^|\/)(?:test_[^/]*|conftest)\.py$`,
);
/** Case tells `OrderTest.java` from `Latest.java`. */
const TEST_CLASS = /[a-z0-9](?:Tests?|Spec)\.(?:java|kt|cs|scala|swift|php)$/;
const GENERATED = anyOf(
  folders("dist|build|out|node_modules|vendor|third_party|generated|__generated__|coverage"),
  String.raw`(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum)$`,
  String.raw`\.(?:lock|lockb|map)$`,
  String.raw`\.(?:min|bundle|generated|gen|g|pb|d)\.[a-z]+$|_pb2(?:_grpc)?\.py$`,
);
const SAYS_GENERATED = /@generated\b|\bdo not edit\b|\bauto-?generated\b|\bcode generated\b/i;
/** It is said at the top. */
const HEAD_CHARS = 300;

/** What kind of support a passage is; undefined: none, it is what people look for. */
export function supportOf(candidate: Candidate): Support | undefined {
  const { kind, path, language, headings, text } = candidate;
  if (kind === "memory") return undefined;
  if (FIXTURE.test(path)) return "test";
  if (languageKind(language) === "prose") return undefined;
  if (TEST.test(path) || TEST_CLASS.test(path)) return "test";
  if (GENERATED.test(path) || SAYS_GENERATED.test(text.slice(0, HEAD_CHARS))) return "generated";
  return languageKind(language) === "code" && headings.length === 0 && isOfImports(text)
    ? "imports"
    : undefined;
}

const IMPORT_WORD = /^(?:import|from|use|using|package|#include|require|export|const|let|var)\b/m;
/** One statement each: TypeScript's over lines, one line of other languages, a call of `require`. */
const IMPORTS =
  /^(?:import\b[^;"'`(]{0,1500}["'][^"'\n]*["'][^\n]*|(?:from|import|use|using|package|#include|require)\b[^\n]*|export\s+(?:type\s+)?(?:\*|\{[^}]{0,1500}\})\s*from\b[^\n]*|(?:const|let|var)\s[^=\n]{1,200}=\s*require\([^\n]*)$/gm;
const COMMENTS = /^\s*(?:\/\/|#|\*|\/\*)[^\n]*$/gm;
/** Share of a passage that may be something else. */
const LEAST_REST = 0.4;

function isOfImports(text: string): boolean {
  if (!IMPORT_WORD.test(text)) return false;
  const rest = text.replace(IMPORTS, "").replace(COMMENTS, "").trim();
  return rest.length < LEAST_REST * text.trim().length;
}
