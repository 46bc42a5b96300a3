import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { bridge } from "../../../../src/cli/commands/mcp/bridge.ts";
import { AppError } from "../../../../src/errors.ts";

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
}

interface Remote {
  /** Is given each message with the way to answer. */
  readonly onSend: (
    message: Message,
    answer: (message: object) => void,
    options: TransportSendOptions,
  ) => unknown;
  /** Failures of the first connections. */
  readonly failures?: readonly Error[];
}

/** What a client reads of a bridge that it sends these lines, one after the other; what went on behind it. */
async function bridged(lines: readonly (string | object)[], { onSend, failures = [] }: Remote) {
  const told: unknown[] = [];
  const calls: string[] = [];
  const failing = [...failures];
  async function* input(): AsyncGenerator<string> {
    for (const line of lines) {
      yield typeof line === "string" ? line : JSON.stringify(line);
      // What was sent before is on its way.
      await new Promise(setImmediate);
    }
  }
  const connect = async (): Promise<Transport> => {
    calls.push("connect");
    const failure = failing.shift();
    if (failure !== undefined) throw failure;
    const remote: Transport = {
      start: async () => void calls.push("start"),
      close: async () => void calls.push("close"),
      setProtocolVersion: (version) => void calls.push(`version ${version}`),
      send: async (message, options) => {
        await onSend(
          message as Message,
          (answer) => remote.onmessage?.(answer as JSONRPCMessage),
          options ?? {},
        );
      },
    };
    return remote;
  };
  await bridge({
    lines: input(),
    write: (text) =>
      told.push(
        ...text
          .split("\n")
          .slice(0, -1)
          .map((one) => JSON.parse(one)),
      ),
    connect,
  });
  return { told, calls };
}

const request = (id: number, method = "tools/list") => ({ jsonrpc: "2.0", id, method });
const result = (id: number, value: object = {}) => ({ jsonrpc: "2.0", id, result: value });
const echo: Remote["onSend"] = ({ id }, answer) => id !== undefined && answer(result(id));

it("connects once, with the first message, names the agreed version and closes at the client's end", async () => {
  const onSend: Remote["onSend"] = ({ id = 0 }, answer) =>
    answer(result(id, id === 1 ? { protocolVersion: "v9" } : {}));
  const { told, calls } = await bridged([request(1, "initialize"), request(2)], { onSend });
  expect(told).toEqual([result(1, { protocolVersion: "v9" }), result(2)]);
  expect(calls).toEqual(["connect", "start", "version v9", "close"]);
  expect((await bridged(["", "  "], { onSend })).calls).toEqual([]);
});

it("answers what is no JSON and what is no message, each with its own code, and asks nothing for them", async () => {
  const { told, calls } = await bridged(["{", "[]", "7", "{}", ""], { onSend: echo });
  const wrong = (code: number, message: string) => ({ jsonrpc: "2.0", id: null, error: { code, message } });
  const none = wrong(-32_600, "Not a message");
  expect(told).toEqual([wrong(-32_700, "Not JSON"), none, none, none]);
  expect(calls).toEqual([]);
});

it("answers each request once, and passes on what is no answer", async () => {
  const progress = { jsonrpc: "2.0", method: "notifications/progress" };
  const asked = { jsonrpc: "2.0", id: 1, method: "ping" };
  const onSend: Remote["onSend"] = ({ id = 0 }, answer) => {
    for (const message of [progress, asked, result(id), result(id), result(99)]) answer(message);
  };
  expect((await bridged([request(1)], { onSend })).told).toEqual([progress, asked, result(1)]);
});

it("says with its code why a request could not be asked, connects anew for the next, and tells nobody of a note", async () => {
  const refused = new AppError("unauthorized", "no token");
  const note = { jsonrpc: "2.0", method: "notifications/initialized" };
  const failures = [refused, refused, new Error("lost")];
  const { told, calls } = await bridged([request(1), note, request(2), request(3)], {
    onSend: echo,
    failures,
  });
  const failed = (id: number, code: string, message: string) => ({
    jsonrpc: "2.0",
    id,
    error: { code: -32_000, message: `${code}: ${message}`, data: { code } },
  });
  expect(told).toEqual([failed(1, "unauthorized", "no token"), failed(2, "unavailable", "lost"), result(3)]);
  expect(calls).toEqual(["connect", "connect", "connect", "connect", "start", "close"]);
});

it("answers a tool's call that could not be asked as the tool, so that a model reads why", async () => {
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "search" } };
  const { told } = await bridged([call], { onSend: echo, failures: [new AppError("unavailable", "away")] });
  const content = [{ type: "text", text: "unavailable: away" }];
  expect(told).toEqual([{ jsonrpc: "2.0", id: 1, result: { content, isError: true } }]);
});

it("says that an answer broke off, and waits at the end for what is still to come", async () => {
  const onSend: Remote["onSend"] = ({ id = 0 }, answer, { onRequestStreamEnd }) => {
    if (id === 1) onRequestStreamEnd?.();
    else setTimeout(() => answer(result(id)), 10);
  };
  const { told, calls } = await bridged([request(1), request(2)], { onSend });
  expect(told).toMatchObject([
    {
      id: 1,
      error: { message: "unavailable: The server's answer broke off", data: { code: "unavailable" } },
    },
    result(2),
  ]);
  expect(calls.at(-1)).toBe("close");
});

it("ends a request that the client takes back, and no other, without an answer", async () => {
  const gone: string[] = [];
  const onSend: Remote["onSend"] = ({ id, method }, answer, { requestSignal }) => {
    if (method === "notifications/cancelled") return;
    requestSignal?.addEventListener("abort", () => gone.push(String(id)));
    if (id === 2) setTimeout(() => answer(result(2)), 10);
  };
  const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } };
  const other = { jsonrpc: "2.0", method: "notifications/other", params: { requestId: 2 } };
  const { told } = await bridged([request(1), request(2), other, cancel], { onSend });
  expect([told, gone]).toEqual([[result(2)], ["1"]]);
});
