import { describe, expect, it } from "vitest";
import { streamedText } from "../../src/models/streamed-text.ts";
import { byteStream, chatEvents, responseEvents } from "../support/fakes/chat-stream.ts";

const TEXT = 'Ana López wrote "\\" 鷺 in 2026.';

/** What is told of a stream, and how it ends. */
async function read(events: readonly string[], signal?: AbortSignal) {
  let told = "";
  let isCancelled = false;
  const uses: object[] = [];
  const stream = byteStream(events, () => {
    isCancelled = true;
  });
  const onPart = (part: string) => {
    told += part;
  };
  const ended = await streamedText(stream, { onPart, onUse: (use) => uses.push(use) }, signal).catch(
    (error: unknown) => ({ error }),
  );
  return { ended, told, uses, isCancelled: () => isCancelled };
}

describe("a text in parts", () => {
  it("is whole, whatever is cut where, with the tokens that it took", async () => {
    expect(await read(chatEvents(TEXT))).toMatchObject({
      ...{ ended: { response: TEXT }, told: TEXT, uses: [{ in: 11, out: 7 }] },
    });
    expect(await read(responseEvents(TEXT))).toMatchObject({ ended: { response: TEXT }, told: TEXT });
  });

  it.each<[string, string]>([
    ["an error", 'data: {"error": {"message": "out of memory at 0xdeadbeef"}}\n\n'],
    ["what is no JSON", "data: <html>\n\n"],
  ])("that ends with %s is an outage, which repeats nothing of it", async (_, last) => {
    const [first = ""] = chatEvents(TEXT);
    const { ended, told } = await read([first, last]);
    expect(ended).toMatchObject({ error: { code: "generator_unavailable" } });
    expect((ended as { error: Error }).error.message).not.toMatch(/0xdeadbeef|html/);
    expect(told).toBe(TEXT.slice(0, 7));
  });

  it("that does not end is ended", async () => {
    const endless = Array.from(
      { length: 30 },
      () => `data: ${JSON.stringify({ response: "x".repeat(9_000) })}\n\n`,
    );
    expect((await read(endless)).ended).toMatchObject({ error: { code: "generator_unavailable" } });
  });

  it("is read no further once nobody waits for it", async () => {
    const gone = new AbortController();
    setTimeout(() => gone.abort(new Error("gone")), 5);
    const { ended, isCancelled } = await read(chatEvents("x".repeat(20_000)), gone.signal);
    expect(ended).toMatchObject({ error: { message: "gone" } });
    await expect.poll(isCancelled).toBe(true);
  });
});
