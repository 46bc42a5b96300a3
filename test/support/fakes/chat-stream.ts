/** Characters of a part, so that no word and no escape stays whole. */
const PART = 7;

const parts = (text: string): string[] => text.match(new RegExp(`[\\s\\S]{1,${PART}}`, "g")) ?? [];

/** Server-sent events of a chat model that writes a text in parts, as OpenAI's and Ollama's servers send them. */
export const chatEvents = (text: string): string[] => [
  ...parts(text).map((content) =>
    event({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }),
  ),
  event({ choices: [], usage: { prompt_tokens: 11, completion_tokens: 7 } }),
  "data: [DONE]\n\n",
];

/** The same as Workers AI's older models send them. */
export const responseEvents = (text: string): string[] => [
  ...parts(text).map((response) => event({ response })),
  "data: [DONE]\n\n",
];

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/** Bytes that come one event after the other, cut where they happen to be cut; `onCancel` hears that nobody reads on. */
export function byteStream(events: readonly string[], onCancel?: () => void): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(events.join(""));
  let at = 0;
  return new ReadableStream({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      if (at >= bytes.length) return controller.close();
      // Not where events end: a part of a character, too.
      controller.enqueue(bytes.slice(at, at + 101));
      at += 101;
    },
    cancel: () => onCancel?.(),
  });
}
