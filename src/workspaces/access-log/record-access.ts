import { MINUTE_MS } from "../../config.ts";
import { FIRST } from "../../database/several/databases.ts";
import { follow } from "../../database/several/directory.ts";
import type { Session } from "../../database/session.ts";
import { AppError } from "../../errors.ts";
import { recentlyUsed } from "../../text/recently-used.ts";
import { type AccessEntry, BEGINNING, type ChainPlace, chained } from "./chain.ts";
import { appendLines } from "./log-store.ts";

/** Kinds of reads that an isolate remembers within a minute. */
const MAX_KINDS = 5_000;
/** As many isolates as may append at the same moment: of those that try, one succeeds each time. */
const MAX_ATTEMPTS = 50;

interface Parts {
  /** The present signing secret. */
  readonly secret: string;
  /** A session on the primary of a database. */
  readonly open: (database: number) => Session;
  /** @default by a timer */
  readonly wait?: (ms: number) => Promise<unknown>;
}

/** While a workspace is handed over to another database nothing is written, for some round trips: so often, so far apart, it is tried. */
const MAX_WAITS = 10;
const WAIT_MS = 1_000;

const isMoving = (error: unknown): boolean => error instanceof AppError && error.code === "workspace_moving";

/** Before its first migration a database has no log: its lines wait for the next request, and nobody has to be told. */
const isUnmade = (error: unknown): boolean =>
  error instanceof AppError &&
  error.code === "schema_mismatch" &&
  (error.details as { readonly reason?: unknown } | undefined)?.reason === "behind";

const sleep = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

export interface Access extends Omit<AccessEntry, "requests"> {
  /** 0: of no workspace. */
  readonly workspace: number;
  /** Number of the database that it was met in. */
  readonly database: number;
  readonly isRead: boolean;
}

/** Workspaces whose database is remembered: each request tells it anew. */
const MAX_PLACES = 10_000;
/** Lines kept for another try while the database does not answer; beyond that the oldest are lost. */
const MAX_WAITING = 1_000;

const newest = (entries: readonly AccessEntry[]): AccessEntry[] => entries.slice(-MAX_WAITING);

/** Appends what waits, a workspace at a time; requests that end meanwhile are taken along. */
function chainWriter({ secret, open, wait = sleep }: Parts) {
  const waiting = new Map<number, AccessEntry[]>();
  const heads = new Map<number, ChainPlace>();
  const writing = new Set<number>();
  const places = recentlyUsed<number, number>(MAX_PLACES);

  const append = async (workspace: number, entries: readonly AccessEntry[]): Promise<void> => {
    const session = open(places.get(workspace) ?? FIRST);
    const appendThere = async (lines: Parameters<typeof appendLines>[1]) => {
      for (let waits = 0; ; waits++) {
        try {
          const appended = await appendLines(session, lines);
          // Where it was moved to since, the chain goes on; one that was deleted is nowhere.
          if (appended !== undefined || !(await follow(session, workspace))) return appended;
          places.set(workspace, session.database);
        } catch (error) {
          if (!isMoving(error) || waits === MAX_WAITS) throw error;
          await wait(WAIT_MS);
        }
      }
    };
    let head = heads.get(workspace) ?? BEGINNING;
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const lines = await chained(secret, { workspace, head, entries });
      const appended = await appendThere({ workspace, after: head, lines });
      if (appended === undefined) return;
      const { isAdded, head: now } = appended;
      heads.set(workspace, now);
      if (isAdded) return;
      if (now.seq < head.seq)
        console.error(`access log of ${workspace}: lines ${now.seq + 1} to ${head.seq} were removed`);
      head = now;
    }
    throw new Error(`${entries.length} lines of the access log found no place`);
  };
  const add = (workspace: number, ...entries: readonly AccessEntry[]): void => {
    waiting.set(workspace, newest([...(waiting.get(workspace) ?? []), ...entries]));
  };
  const write = async (workspace: number): Promise<void> => {
    if (writing.has(workspace)) return;
    writing.add(workspace);
    try {
      for (;;) {
        const entries = waiting.get(workspace) ?? [];
        waiting.delete(workspace);
        if (entries.length === 0) return;
        try {
          await append(workspace, entries);
        } catch (error) {
          // Ahead of what came meanwhile: lines are in the order of their time.
          waiting.set(workspace, newest([...entries, ...(waiting.get(workspace) ?? [])]));
          if (isUnmade(error)) return;
          throw error;
        }
      }
    } finally {
      writing.delete(workspace);
    }
  };
  return {
    add,
    met: (workspace: number, database: number): void => places.set(workspace, database),
    hasWork: (): boolean => waiting.size > 0,
    writeAll: () => Promise.all([...waiting.keys()].map(write)),
  };
}

/**
 * Writes the log behind the answers. A write, and the first of all reads that are alike within a minute (token, door, route,
 * outcome, network), has a line at once; the others of that minute are counted, and have one together with whatever comes
 * next. Counted reads of an isolate that ends before are lost, never the line of the first.
 */
export function accessRecorder(parts: Parts) {
  const chain = chainWriter(parts);
  const counted = new Map<string, { readonly workspace: number; readonly entry: AccessEntry }>();
  const seen = new Map<string, number>();

  /** Moves what was counted in minutes that are over to what is written. */
  const settle = (minute: number): void => {
    for (const [kind, { workspace, entry }] of counted) {
      if (Math.floor(entry.at / MINUTE_MS) >= minute) continue;
      counted.delete(kind);
      chain.add(workspace, entry);
    }
    if (seen.size > MAX_KINDS) seen.clear();
  };
  /** Whether it was counted with others, so that nothing is to be written for it. */
  const isCounted = (kind: string, workspace: number, entry: AccessEntry): boolean => {
    const minute = Math.floor(entry.at / MINUTE_MS);
    if (seen.get(kind) !== minute) {
      seen.set(kind, minute);
      return false;
    }
    const before = counted.get(kind)?.entry;
    const requests = (before?.requests ?? 0) + 1;
    counted.set(kind, { workspace, entry: { ...entry, at: before?.at ?? entry.at, requests } });
    return true;
  };

  return {
    /** Notes a request that was answered; `later` takes what is to be written for it. */
    note(
      { workspace, database, isRead, ...rest }: Access,
      later: (work: () => Promise<unknown>) => void,
    ): void {
      chain.met(workspace, database);
      const entry = { ...rest, requests: 1 };
      const { at, token, door, route, outcome, address } = entry;
      settle(Math.floor(at / MINUTE_MS));
      const kind = JSON.stringify([workspace, token, door, route, outcome, address]);
      if (!isRead || !isCounted(kind, workspace, entry)) chain.add(workspace, entry);
      if (chain.hasWork()) later(chain.writeAll);
    },
  };
}
export type AccessRecorder = ReturnType<typeof accessRecorder>;
