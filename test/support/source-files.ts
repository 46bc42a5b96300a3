import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One file as the rules see it. */
export interface SourceFile {
  /** From the repository's root, / between the parts. */
  readonly path: string;
  readonly text: string;
}

/** What breaks a rule: `path:line what is wrong`. Empty for a file that keeps it. */
export type Rule = (file: SourceFile) => readonly string[];

/** Every file of these folders with one of the endings, fixtures left out. */
export function sourceFiles(folders: readonly string[], endings: readonly string[]): readonly SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) =>
        join(folder, name).replaceAll("\\", "/"),
      ),
    )
    .filter((path) => endings.some((ending) => path.endsWith(ending)) && !path.includes("/fixtures/"))
    .sort()
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

/** The line of an offset, 1 for the first. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;
