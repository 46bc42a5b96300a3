import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { AppError } from "../../../errors.ts";
import { isRecord, parseJson } from "../../../text/parse-json.ts";

/** JSON-RPC's own codes, and the first that is a server's to give. */
const NOT_JSON = -32_700;
const INVALID_REQUEST = -32_600;
const SERVER_ERROR = -32_000;

type Id = string | number;

/** A message of the client, as far as it was looked at. */
export interface Incoming {
  readonly id?: Id;
  readonly method?: string;
  readonly params?: { readonly requestId?: Id; readonly name?: unknown; readonly arguments?: unknown };
}

interface BridgeParts {
  readonly lines: AsyncIterable<string>;
  readonly write: (text: string) => void;
  /** Connects to the server. Throws AppError where no server is known. */
  readonly connect: () => Promise<Transport>;
  /** What a message waits for before it is passed on; its answer then says what this resolves with. @default nothing */
  readonly before?: (message: Incoming) => Promise<string | undefined>;
  /** What the answer of a message says besides, by what it says itself. @default nothing */
  readonly after?: (
    message: Incoming,
    result: Readonly<Record<string, unknown>>,
  ) => Promise<string | undefined>;
}

function parse(line: string): Incoming | undefined {
  const message = parseJson(line);
  if (message === undefined) return undefined;
  return isRecord(message) ? message : {};
}

/** Of a tool's call a failure is its answer, which clients show to their model, as those that the server tells are. */
function failure({ method }: Incoming, id: Id, error: unknown): object {
  const code = error instanceof AppError ? error.code : "unavailable";
  const message = error instanceof Error ? error.message : String(error);
  const text = `${code}: ${message}`;
  return method === "tools/call"
    ? { jsonrpc: "2.0", id, result: { content: [{ type: "text", text }], isError: true } }
    : { jsonrpc: "2.0", id, error: { code: SERVER_ERROR, message: text, data: { code } } };
}

/** An answer of a tool with one thing more to say: in the text, and among the notes of what is structured. */
function withNote(message: object, note: string | undefined): object {
  const { result } = message as { readonly result?: unknown };
  if (note === undefined || !isRecord(result) || !Array.isArray(result.content)) return message;
  const { content, structuredContent: structured } = result;
  const notes = isRecord(structured) && Array.isArray(structured.notes) ? structured.notes : [];
  return {
    ...message,
    result: {
      ...result,
      content: [...content, { type: "text", text: `[${note}]` }],
      ...(isRecord(structured) && { structuredContent: { ...structured, notes: [...notes, note] } }),
    },
  };
}

interface Waiting {
  readonly gone: AbortController;
  readonly message: Incoming;
  /** What its answer says beside what the server answers. */
  note?: string | undefined;
  /** Its answer is there. */
  isAnswered?: true;
  /** It has its answer, or will have none. */
  readonly over: () => void;
}

/** One client's end: what it still waits for, and how to answer it. */
function clientEnd({ write, after }: Pick<BridgeParts, "write" | "after">) {
  const waiting = new Map<Id, Waiting>();
  const tell = (message: object): void => write(`${JSON.stringify(message)}\n`);
  const finish = (id: Id): boolean => {
    const one = waiting.get(id);
    waiting.delete(id);
    one?.over();
    return one !== undefined;
  };
  return {
    tell,
    begin: (id: Id, message: Incoming, gone: AbortController): Promise<void> =>
      new Promise((over) => waiting.set(id, { gone, message, over })),
    note(id: Id, note: string | undefined): void {
      const one = waiting.get(id);
      if (one !== undefined) one.note = note;
    },
    async settle(id: Id, answer: object): Promise<void> {
      const one = waiting.get(id);
      if (one === undefined || one.isAnswered) return;
      one.isAnswered = true;
      const { result } = answer as { readonly result?: unknown };
      // What is not known of this machine keeps no answer back.
      const more = isRecord(result) ? await after?.(one.message, result).catch(() => undefined) : undefined;
      if (finish(id)) tell(withNote(withNote(answer, one.note), more));
    },
    takeBack(id: Id): void {
      waiting.get(id)?.gone.abort();
      finish(id);
    },
  };
}

type ClientEnd = ReturnType<typeof clientEnd>;

/**
 * Passes messages between a client's standard input and output and a server, both ways, until the client's end. Each request
 * is answered: by the server, or with why it could not be asked. Nothing that goes wrong ends it.
 */
export async function bridge({ lines, connect, before, ...end }: BridgeParts): Promise<void> {
  const client = clientEnd(end);
  let remote: Promise<Transport> | undefined;
  /** Tried anew with the next message where it failed. */
  const way = (): Promise<Transport> => {
    remote ??= open(connect, client).catch((error: unknown) => {
      remote = undefined;
      throw error;
    });
    return remote;
  };
  const running = new Set<Promise<void>>();
  for await (const line of lines) {
    const message = line.trim() === "" ? {} : parse(line);
    if (message === undefined)
      client.tell({ jsonrpc: "2.0", id: null, error: { code: NOT_JSON, message: "Not JSON" } });
    else if (line.trim() !== "") {
      const passed = pass(message, { way, client, before });
      running.add(passed);
      void passed.finally(() => running.delete(passed));
    }
  }
  await Promise.all(running);
  await remote?.then((transport) => transport.close());
}

async function open(connect: BridgeParts["connect"], { tell, settle }: ClientEnd): Promise<Transport> {
  const transport = await connect();
  transport.onmessage = (message: JSONRPCMessage) => {
    // Later requests name the version that was agreed on here.
    const agreed = "result" in message ? message.result.protocolVersion : undefined;
    if (typeof agreed === "string") transport.setProtocolVersion?.(agreed);
    if (!("method" in message) && message.id !== undefined) void settle(message.id, message);
    else tell(message);
  };
  // Each request reports its own failure.
  transport.onerror = () => undefined;
  await transport.start();
  return transport;
}

const BROKEN = new AppError("unavailable", "The server's answer broke off");

interface Passing {
  readonly before: BridgeParts["before"];
  readonly way: () => Promise<Transport>;
  readonly client: ClientEnd;
}

async function pass(message: Incoming, { way, client, before }: Passing): Promise<void> {
  const { tell, begin, settle, takeBack } = client;
  const { id, method, params } = message;
  if (method === undefined && id === undefined)
    return tell({ jsonrpc: "2.0", id: null, error: { code: INVALID_REQUEST, message: "Not a message" } });
  const gone = new AbortController();
  const isRequest = method !== undefined && id !== undefined;
  const over = isRequest ? begin(id, message, gone) : undefined;
  try {
    const note = await before?.(message);
    if (isRequest) client.note(id, note);
    const remote = await way();
    await remote.send(message as JSONRPCMessage, {
      requestSignal: gone.signal,
      onRequestStreamEnd: () => void (isRequest && settle(id, failure(message, id, BROKEN))),
    });
  } catch (error) {
    if (isRequest) await settle(id, failure(message, id, error));
  }
  // The server was told; where that request was on its way to, it ends here as well.
  if (method === "notifications/cancelled" && params?.requestId !== undefined) takeBack(params.requestId);
  await over;
}
