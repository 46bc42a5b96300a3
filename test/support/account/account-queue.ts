/** What Queues take: https://developers.cloudflare.com/queues/platform/limits/ (2026-11). */
const MAX_MESSAGE_BYTES = 128_000;
const MAX_BATCH_MESSAGES = 100;
const MAX_BATCH_BYTES = 256_000;
const MAX_DELAY_SECONDS = 43_200;

interface SendOptions {
  readonly delaySeconds?: number;
}

const bytesOf = (message: unknown): number => new TextEncoder().encode(JSON.stringify(message)).length;

/** What a consumer is given: `deliver` fails or not, and decides by it whether the batch comes again. */
type Deliver<Message> = (messages: readonly Message[]) => Promise<void>;

interface QueueOptions {
  /** Deliveries after a first one that failed; then a message goes to the dead letters. */
  readonly retries: number;
  readonly batch: number;
  /** By which delays pass. @default time stands still */
  readonly now?: () => number;
}

interface Waiting<Message> {
  readonly message: Message;
  readonly attempts: number;
  readonly fromMs: number;
}

/** A queue that delivers at least once: in batches, again after a failure, and a message twice when it is told to. */
export function accountQueue<Message>({ retries, batch, now = () => 0 }: QueueOptions) {
  let waiting: Waiting<Message>[] = [];
  const dead: Message[] = [];
  const take = (message: Message, { delaySeconds = 0 }: SendOptions) => {
    if (bytesOf(message) > MAX_MESSAGE_BYTES)
      throw new Error("Queue send failed: message length exceeds limit of 128000 bytes");
    if (!(Number.isInteger(delaySeconds) && delaySeconds >= 0 && delaySeconds <= MAX_DELAY_SECONDS))
      throw new Error("Queue send failed: delaySeconds is from 0 to 43200");
    return { message, attempts: 0, fromMs: now() + delaySeconds * 1_000 };
  };
  const push = (taken: readonly Waiting<Message>[]) => {
    waiting.push(...taken);
    return { metadata: { metrics: { backlogCount: waiting.length, backlogBytes: 0 } } };
  };
  return {
    async send(message: Message, options: SendOptions = {}) {
      return push([take(message, options)]);
    },
    async sendBatch(messages: readonly { readonly body: Message }[], options: SendOptions = {}) {
      const size = messages.reduce((bytes, { body }) => bytes + bytesOf(body), 0);
      if (messages.length > MAX_BATCH_MESSAGES || size > MAX_BATCH_BYTES)
        throw new Error("Queue sendBatch failed: a batch takes 100 messages and 256000 bytes");
      return push(messages.map(({ body }) => take(body, options)));
    },
    /** The platform may deliver what was delivered before. */
    repeat(): void {
      waiting = [...waiting, ...waiting.map((one) => ({ ...one }))];
    },
    /** Delivers until nothing waits that is due; answers how many deliveries failed. */
    async drain(deliver: Deliver<Message>): Promise<number> {
      let failures = 0;
      for (;;) {
        const sent = waiting.filter(({ fromMs }) => fromMs <= now()).slice(0, batch);
        if (sent.length === 0) return failures;
        waiting = waiting.filter((one) => !sent.includes(one));
        try {
          await deliver(sent.map(({ message }) => message));
        } catch {
          failures += 1;
          for (const one of sent)
            if (one.attempts < retries) waiting.push({ ...one, attempts: one.attempts + 1 });
            else dead.push(one.message);
        }
      }
    },
    waiting: (): readonly Message[] => waiting.map(({ message }) => message),
    dead: (): readonly Message[] => dead,
  };
}
