import { afterEach, describe, expect, it, vi } from "vitest";
import { untilIndexed, withWorkspace } from "../../../../src/cli/commands/eval/with-server.ts";
import type { RecallClient } from "../../../../src/cli/session/recall-client.ts";
import { AppError } from "../../../../src/errors.ts";

const { signal } = new AbortController();

/** Works in a workspace of a server that notes what it is asked, and by whom. */
async function working(work: () => Promise<string>, removal: () => Promise<void> = async () => undefined) {
  const asked: unknown[] = [];
  const clientFor = (token: string, given?: AbortSignal) => {
    const note = (...what: readonly unknown[]) => asked.push([token, given === signal, ...what]);
    return {
      createWorkspace: async (body: unknown) => note("create", body),
      createToken: async (body: unknown) => {
        note("token", body);
        return { id: "t1", token: "its own" };
      },
      deleteWorkspace: async (slug: string) => {
        note("delete", slug);
        await removal();
      },
      name: token,
    } as unknown as RecallClient;
  };
  const used: unknown[] = [];
  const done = withWorkspace({ url: "", ownerToken: "owner", clientFor }, signal, async (client) => {
    used.push((client as unknown as { name: string }).name);
    return work();
  }).catch((error: unknown) => error);
  return { done: await done, asked, used };
}

describe("a workspace for an evaluation", () => {
  it("is made, worked in with a token of its own, and removed", async () => {
    const { done, asked, used } = await working(async () => "done");
    const [first] = asked as (readonly [string, boolean, string, { slug: string }])[];
    const slug = first?.[3].slug;
    expect(slug).toMatch(/^eval-[0-9a-f]{12}$/);
    expect(asked).toEqual([
      ["owner", true, "create", { slug, name: "Evaluation" }],
      ["owner", true, "token", { scope: "write", workspace: slug, name: "recall eval", log: false }],
      ["owner", true, "delete", slug],
    ]);
    expect([done, used]).toEqual(["done", ["its own"]]);
  });

  it("is removed after a failure too, by a client that a stop does not end", async () => {
    const failure = new Error("it failed");
    const { done, asked } = await working(() => Promise.reject(failure));
    expect(done).toBe(failure);
    expect(asked.at(-1)).toEqual(["owner", false, "delete", expect.stringMatching(/^eval-/)]);
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["not_found", "it failed"],
    ["unavailable", "it failed"],
    ["internal", /^The workspace eval-[0-9a-f]{12} is left over: no removal$/],
  ] as const)("that cannot be removed (%s) says which failure matters", async (code, message) => {
    const refuse = () => Promise.reject(new AppError(code, "no removal"));
    const { done } = await working(() => Promise.reject(new Error("it failed")), refuse);
    expect((done as Error).message).toMatch(message);
  });
});

const INDEX = {
  pendingChunks: 0,
  invisibleVectors: 0,
  vectors: "vectorize",
  failedWork: 0,
  lastError: null,
  pausedUntil: null,
};

/** Waits for an index of 10 chunks that is in these states, one after the other. */
async function waiting(...states: readonly object[]) {
  // The time that passes is told; that between two questions is real.
  vi.useFakeTimers({ toFake: ["Date"] });
  const progress: (readonly number[])[] = [];
  const left = [...states];
  const client = {
    status: async () => {
      const { afterMs = 0, ...state }: { readonly afterMs?: number } = left.shift() ?? {};
      vi.setSystemTime(Date.now() + afterMs);
      return { chunks: 10, index: { ...INDEX, ...state } };
    },
  } as unknown as Pick<RecallClient, "status">;
  const end = await untilIndexed(client, signal, (...told) => progress.push(told)).catch(
    ({ code, message }: AppError) => `${code}: ${message}`,
  );
  return { end, progress };
}

describe("the wait for an index", () => {
  afterEach(() => void vi.useRealTimers());

  it("gives up where nothing became ready for more than ten minutes", async () => {
    const { end, progress } = await waiting({ pendingChunks: 2 }, { pendingChunks: 2, afterMs: 600_001 });
    expect([end, progress.length]).toEqual(["timeout: 2 of 10 passages are still not indexed", 2]);
  });

  it("ends when everything is embedded and visible", async () => {
    expect(await waiting({})).toEqual({ end: undefined, progress: [[10, 10]] });
    expect(await waiting({ pendingChunks: 2, invisibleVectors: 1 }, {})).toEqual({
      end: undefined,
      progress: [
        [7, 10],
        [10, 10],
      ],
    });
  });

  it("takes vectors in the database for visible", async () => {
    const { progress } = await waiting({ invisibleVectors: 3, vectors: "d1" });
    expect(progress).toEqual([[10, 10]]);
  });

  it.each([
    [
      { pausedUntil: "2026-01-02T00:00:00.000Z", failedWork: 1 },
      "quota: Embedding stands still until 2026-01-02T00:00:00.000Z: the model's quota is used up",
    ],
    [{ failedWork: 1, lastError: "no model" }, "unavailable: Embedding failed: no model"],
    [{ failedWork: 1 }, "unavailable: Embedding failed: unknown"],
  ])("gives up at %j", async (state, message) => {
    expect((await waiting({ pendingChunks: 1, ...state })).end).toBe(message);
    expect((await waiting(state)).end).toBeUndefined();
  });
});
