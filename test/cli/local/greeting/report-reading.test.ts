import { expect, it } from "vitest";
import { reportReading } from "../../../../src/cli/local/greeting/report-reading.ts";

/** What is said while the server's status goes through these states; it stops at the signal after the last. */
async function said(states: readonly object[]): Promise<readonly string[]> {
  const lines: string[] = [];
  const stop = new AbortController();
  let at = 0;
  const answer = async (): Promise<Response> => {
    const state = states[at++];
    if (at >= states.length) stop.abort();
    return state === undefined ? Response.json({}, { status: 500 }) : Response.json(state);
  };
  await reportReading({
    api: { url: "http://127.0.0.1:1", fetch: answer as typeof fetch },
    config: { url: "http://127.0.0.1:1", token: "t0" },
    ...{ model: "bge", signal: stop.signal, say: (line) => void lines.push(line), lookMs: 1 },
  });
  return lines.map((line) => line.replace(/about .*/, "about T"));
}

const pending = (pendingChunks: number) => ({ chunks: 1_200, index: { pendingChunks }, reindex: [] });
const again = (done: number) => ({
  ...pending(0),
  reindex: [
    { kind: "old_vectors", done: 0, total: 5 },
    { kind: "identity", done, total: 900 },
  ],
});

it("says how far a model is when half of the rest is read, and at the end", async () => {
  expect(await said([1_000, 1_000, 900, 800, 500, 450, 400, 0].map(pending))).toEqual([
    "  Reading 300 of 1,200 passages with bge, about T",
    "  Reading 750 of 1,200 passages with bge, about T",
    "  1,200 passages read with bge",
  ]);
});

it("counts what is read again for another model", async () => {
  expect(await said([again(0), again(100), again(900)])).toEqual([
    "  Reading 100 of 900 passages with bge, about T",
    "  900 passages read with bge",
  ]);
});

it("is silent where all is read, when it is stopped, and when the server does not answer", async () => {
  expect(await said([pending(0), pending(0)])).toEqual([]);
  expect(await said([pending(5)])).toEqual([]);
});
