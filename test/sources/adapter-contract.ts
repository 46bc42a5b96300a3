import { expect, it } from "vitest";
import type { KnownThing, Notes, Outcome, Pull, SourceAdapter, Thing } from "../../src/sources/adapter.ts";

/** A source that an adapter is tried on: what it has is set by the test. */
export interface Tried {
  readonly pull: Pull;
  /** Texts by names that the adapter makes paths of. */
  set(texts: Readonly<Record<string, string>>): Promise<void> | void;
  /** Whoever answers is down, until it is up again. */
  fail(isDown: boolean): void;
}

interface Listed {
  readonly things: readonly Thing[];
  readonly notes: Notes;
  readonly asksKnown: boolean;
}

/** All pages of a listing. */
export async function listAll(adapter: SourceAdapter, pull: Pull): Promise<Listed | "unchanged"> {
  const things: Thing[] = [];
  let notes: Notes = {};
  let asksKnown = false;
  let cursor: string | undefined;
  for (let page = 0; page < 100; page++) {
    const listing = await adapter.list({ ...pull, notes }, cursor);
    if (listing === "unchanged") return listing;
    things.push(...listing.things);
    notes = { ...notes, ...listing.notes };
    asksKnown ||= listing.asksKnown === true;
    cursor = listing.next;
    if (cursor === undefined) return { things, notes, asksKnown };
  }
  throw new Error("a listing without end");
}

const known = ({ key, path, depth = 0 }: Thing): KnownThing => ({
  key,
  path,
  depth,
  etag: null,
  lastModified: null,
});

/** Everything that can be had, following what things lead to. */
async function fetchAll(adapter: SourceAdapter, pull: Pull, { things, notes }: Listed) {
  const outcomes = new Map<string, Outcome>();
  const all = new Map(things.map((thing) => [thing.key, thing]));
  for (let round = 0; round < 10; round++) {
    const due = [...all.values()].filter(({ key }) => !outcomes.has(key));
    if (due.length === 0) break;
    for await (const outcome of adapter.fetch({ ...pull, notes }, due.map(known))) {
      outcomes.set(outcome.key, outcome);
      if (outcome.did === "read" || outcome.did === "gone")
        for (const thing of outcome.found ?? []) if (!all.has(thing.key)) all.set(thing.key, thing);
    }
  }
  return { outcomes, all };
}

async function pulled(adapter: SourceAdapter, pull: Pull) {
  const listed = await listAll(adapter, pull);
  if (listed === "unchanged") throw new Error("nothing was remembered, and nothing changed");
  const { outcomes, all } = await fetchAll(adapter, pull, listed);
  const texts = [...outcomes.values()].flatMap((one) => (one.did === "read" ? [one] : []));
  return { listed, outcomes, all, texts };
}

type Case = (adapter: SourceAdapter, open: () => Promise<Tried>) => Promise<void>;

/** What every adapter does; each case makes what it looks at. */
export const CONTRACT: Readonly<Record<string, Case>> = {
  async "finds each thing once, under a path of its own, with its text and where a reader finds it"(
    adapter,
    open,
  ) {
    const { pull, set } = await open();
    await set({ a: "Herons fish.", b: "Storks wade.", c: "Cranes call." });
    const { texts, all } = await pulled(adapter, pull);
    const found = texts.map(({ text }) => text.text).join("\n");
    for (const text of ["Herons fish.", "Storks wade.", "Cranes call."]) expect(found).toContain(text);
    const paths = texts.map(({ key }) => all.get(key)?.path);
    expect(new Set(paths).size).toBe(texts.length);
    expect(texts.every(({ text }) => /^(?:https?|r2):\/\//.test(text.source))).toBe(true);
  },

  async "calls the same thing the same in each run, by key and by path"(adapter, open) {
    const { pull, set } = await open();
    await set({ a: "Herons fish.", b: "Storks wade." });
    const first = await pulled(adapter, pull);
    const second = await pulled(adapter, pull);
    const named = ({ all }: typeof first) =>
      [...all.values()].map(({ key, path }) => `${key} ${path}`).toSorted();
    expect(named(second)).toEqual(named(first));
  },

  async "tells a change: by another version in the listing, or because only asking tells"(adapter, open) {
    const { pull, set } = await open();
    await set({ a: "Herons fish.", b: "Storks wade." });
    const before = await pulled(adapter, pull);
    await set({ a: "Herons fish.", b: "Storks wade deep." });
    const after = await pulled(adapter, pull);
    const keyOf = ({ texts }: typeof before, text: string) =>
      texts.find((one) => one.text.text.includes(text))?.key ?? "none";
    const key = keyOf(after, "Storks wade deep.");
    const [was, is] = [before.all.get(key)?.version, after.all.get(key)?.version];
    expect(is === undefined || is !== was).toBe(true);
    const same = keyOf(after, "Herons fish.");
    expect(after.all.get(same)?.version).toBe(before.all.get(same)?.version);
    for (const { text, version } of after.texts)
      if (after.all.get(key)?.version !== undefined)
        expect([text.source, version]).toEqual([text.source, expect.any(String)]);
  },

  async "no longer has what is gone, and says so of it when asked"(adapter, open) {
    const { pull, set } = await open();
    await set({ a: "Herons fish.", b: "Storks wade." });
    const before = await pulled(adapter, pull);
    const gone = before.texts.find(({ text }) => text.text.includes("Storks"))?.key ?? "none";
    const thing = before.all.get(gone) ?? { key: gone, path: "none" };
    await set({ a: "Herons fish." });
    const after = await pulled(adapter, pull);
    expect(after.texts.map(({ key }) => key)).not.toContain(gone);
    const outcomes: Outcome[] = [];
    for await (const outcome of adapter.fetch({ ...pull, notes: after.listed.notes }, [known(thing)]))
      outcomes.push(outcome);
    expect(outcomes).toEqual([expect.objectContaining({ key: gone, did: "gone", why: expect.any(String) })]);
  },

  async "throws, and lists nothing as gone, while whoever answers is down"(adapter, open) {
    const { pull, set, fail } = await open();
    await set({ a: "Herons fish." });
    fail(true);
    await expect(listAll(adapter, pull)).rejects.toThrow();
    fail(false);
    expect((await pulled(adapter, pull)).texts.length).toBeGreaterThan(0);
  },
};

/** `open` makes a source of the adapter's kind. */
export function sourceAdapterContract(adapter: SourceAdapter, open: () => Promise<Tried>): void {
  it.each(Object.entries(CONTRACT))("%s", (_, check) => check(adapter, open));
}
