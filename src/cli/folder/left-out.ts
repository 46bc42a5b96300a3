import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";

/** Why something of a folder is not pushed, though it could be read. */
const LEFT_OUT_REASONS = [
  "rule",
  "hidden",
  "version_control",
  "binary",
  "link",
  "special",
  "system",
  "twin",
] as const;

type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** What decides, and so what is counted together. */
export interface LeftOutBy {
  readonly reason: LeftOutReason;
  /** A rule as it is written. */
  readonly rule?: string | undefined;
  /** The ignore file with the rule; undefined: the rule is one of every push. */
  readonly from?: string | undefined;
  /** Of binary files: the ending of their names, lower case. */
  readonly ending?: string | undefined;
}

export interface LeftOutRow extends LeftOutBy {
  readonly files: number;
  /** Folders left out whole; their files are among `files` as far as they were counted. */
  readonly folders: number;
  /** Not all files were counted. */
  readonly isMore?: true;
  /** The folders that were left out, or with files that were, by path; "" is the root. At most 1,000. */
  readonly places: readonly { readonly path: string; readonly files: number }[];
}

export interface LeftOut {
  /** Paths left out because they are, or their name says, secret. */
  readonly secrets: readonly string[];
  /** By number of files, the most first. */
  readonly rows: readonly LeftOutRow[];
}

const MAX_PLACES = 1_000;

interface Counted {
  readonly by: LeftOutBy;
  files: number;
  folders: number;
  isMore: boolean;
  readonly places: Map<string, number>;
}

/** Counts what a walk leaves out, in memory that does not grow with the files. */
export class LeftOutCounter {
  readonly secrets: string[] = [];
  readonly #rows = new Map<string, Counted>();
  /** Entries of folders left out that are still looked at; counting them must not cost more than the push. */
  #budget: number;

  constructor(budget: number) {
    this.#budget = budget;
  }

  #rowOf(by: LeftOutBy): Counted {
    const key = JSON.stringify([by.reason, by.rule, by.from, by.ending]);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row: Counted = { by, files: 0, folders: 0, isMore: false, places: new Map() };
    this.#rows.set(key, row);
    return row;
  }

  #add(row: Counted, place: string, files: number): void {
    row.files += files;
    if (row.places.has(place) || row.places.size < MAX_PLACES)
      row.places.set(place, (row.places.get(place) ?? 0) + files);
  }

  /** A file of a folder of the root, which ends in a slash. */
  file(by: LeftOutBy, folder: string): void {
    this.#add(this.#rowOf(by), folder, 1);
  }

  /** A folder with all that is in it. */
  async folder(by: LeftOutBy, path: string, disk: string): Promise<void> {
    const row = this.#rowOf(by);
    row.folders++;
    const { files, isWhole } =
      by.reason === "rule" || by.reason === "hidden" ? await this.#count(disk) : NOTHING;
    if (!isWhole) row.isMore = true;
    this.#add(row, path, files);
  }

  async #count(disk: string): Promise<{ readonly files: number; readonly isWhole: boolean }> {
    const waiting = [disk];
    let files = 0;
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (this.#budget <= 0) return { files, isWhole: false };
      const entries: readonly Dirent[] = await readdir(at, { withFileTypes: true }).catch(() => []);
      this.#budget -= 1 + entries.length;
      for (const entry of entries)
        if (entry.isDirectory()) waiting.push(join(at, entry.name));
        else files++;
    }
    return { files, isWhole: true };
  }

  result(): LeftOut {
    const rows = [...this.#rows.values()].map(({ by, files, folders, isMore, places }): LeftOutRow => {
      const named = [...places].map(([path, amount]) => ({ path, files: amount }));
      return { ...by, files, folders, ...(isMore && { isMore }), places: named };
    });
    return { secrets: [...this.secrets].sort(), rows: rows.sort((one, other) => other.files - one.files) };
  }
}

/** What is not looked into. */
const NOTHING = { files: 0, isWhole: true };
