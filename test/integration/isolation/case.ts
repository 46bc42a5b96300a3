import type { Names } from "./places.ts";

export type CaseScope = "read" | "write" | "admin" | "owner";

export interface CaseRequest {
  /** After `/v1`. */
  readonly path: string;
  readonly body?: unknown;
}

/** How a route is asked for another workspace's things. */
export interface Case {
  /** The least scope that may ask. */
  readonly scope: CaseScope;
  /** Requests with the names of the other's things; `own` is what the asker's workspace has. */
  readonly ask: (theirs: Names, own: Own) => readonly CaseRequest[] | Promise<readonly CaseRequest[]>;
}

/** Things of the asker's own workspace, the same in its twin. */
export interface Own {
  readonly memory: string;
  readonly recall: string;
}

export const TEXT = "A text of no matter.\n";
export const query = (parameters: Readonly<Record<string, string | number>>): string =>
  new URLSearchParams(Object.entries(parameters).map(([name, value]) => [name, String(value)])).toString();

export const read = (...paths: readonly ((theirs: Names) => string)[]): Case => ({
  scope: "read",
  ask: (theirs) => paths.map((path) => ({ path: path(theirs) })),
});
export const post = (
  scope: CaseScope,
  path: (theirs: Names) => string,
  body: (theirs: Names, own: Own) => unknown,
): Case => ({
  scope,
  ask: (theirs, own) => [{ path: path(theirs), body: body(theirs, own) }],
});
