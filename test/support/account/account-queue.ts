/** What Queues take: https://developers.cloudflare.com/queues/platform/limits/ (2026-09). */
const MAX_MESSAGE_BYTES = 128_000;

/** What a consumer is given: `deliver` fails or not, and decides by it whether the batch comes again. */
type Deliver<Message> = (messages: readonly Message[]) => Promise<void>;

interface QueueOptions {
  /** Deliveries after a first one that failed; then a message goes to the dead letters. */
  readonly retries: number;
  readonly batch: number;
}

/** A queue that delivers at least once: in batches, again after a failure, and a message twice when it is told to. */
export function accountQueue<Message>({ retries, batch }: QueueOptions) {
  let waiting: { readonly message: Message; readonly attempts: number }[] = [];
  const dead: Message[] = [];
  return {
    async send(message: Message) {
      if (new TextEncoder().encode(JSON.stringify(message)).length > MAX_MESSAGE_BYTES)
        throw new Error("Queue send failed: message length exceeds limit of 128000 bytes");
      waiting.push({ message, attempts: 0 });
      return { metadata: { metrics: { backlogCount: waiting.length, backlogBytes: 0 } } };
    },
    /** The platform may deliver what was delivered before. */
    repeat(): void {
      waiting = [...waiting, ...waiting];
    },
    /** Delivers until nothing waits; answers how many deliveries failed. */
    async drain(deliver: Deliver<Message>): Promise<number> {
      let failures = 0;
      while (waiting.length > 0) {
        const sent = waiting.splice(0, batch);
        try {
          await deliver(sent.map(({ message }) => message));
        } catch {
          failures += 1;
          for (const { message, attempts } of sent)
            if (attempts < retries) waiting.push({ message, attempts: attempts + 1 });
            else dead.push(message);
        }
      }
      return failures;
    },
    waiting: (): readonly Message[] => waiting.map(({ message }) => message),
    dead: (): readonly Message[] => dead,
  };
}
