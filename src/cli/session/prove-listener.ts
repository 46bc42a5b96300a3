import { randomBytes, timingSafeEqual } from "node:crypto";
import type { Socket } from "node:net";
import { AppError } from "../../errors.ts";
import { isRecord, parseJson } from "../../text/parse-json.ts";
import { NONCE_BYTES, proofUnder, splitToken } from "../../workspaces/proof/proof.ts";

/** An answer is about 200 bytes; what sends more is something else. */
const MAX_ANSWER_BYTES = 4_096;
/** A server answers at once, without its database. */
const TIMEOUT_MS = 5_000;

const addressOf = ({ remoteAddress = "", remoteFamily, remotePort }: Socket): string =>
  `${remoteFamily === "IPv6" ? `[${remoteAddress}]` : remoteAddress}:${remotePort}`;

/** The body of an HTTP answer; undefined while it is not all there. Throws for what is no whole answer to one question. */
function bodyIn(text: string): string | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (text.length > MAX_ANSWER_BYTES) throw new Error("too long");
  if (end === -1) return undefined;
  const head = text.slice(0, end);
  const length = Number(/\r\ncontent-length: *(\d{1,4}) *(?:\r\n|$)/i.exec(head)?.[1]);
  if (!/^HTTP\/1\.1 200 /.test(head) || Number.isNaN(length)) throw new Error("no proof");
  const body = text.slice(end + 4);
  // Whatever came unasked would be taken for the answer to the next request.
  if (body.length > length) throw new Error("too much");
  return body.length === length ? body : undefined;
}

/** Reads one answer and leaves the connection as if nobody had read from it. */
function readBody(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    if (socket.destroyed) reject(new Error("closed"));
    const done = (settle: () => void): void => {
      clearTimeout(timer);
      socket.off("readable", read).off("close", closed);
      settle();
    };
    const closed = (): void => done(() => reject(new Error("closed")));
    const read = (): void => {
      try {
        for (let part: unknown = socket.read(); part !== null; part = socket.read())
          text += (part as Buffer).toString("latin1");
        const body = bodyIn(text);
        if (body !== undefined) done(() => resolve(body));
      } catch (error) {
        done(() => reject(error));
      }
    };
    const timer = setTimeout(closed, TIMEOUT_MS);
    socket.on("readable", read).on("close", closed);
  });
}

async function ask(socket: Socket, claims: string, nonce: string): Promise<string> {
  const body = JSON.stringify({ claims, nonce });
  const lines = [
    "POST /health/proof HTTP/1.1",
    `host: ${addressOf(socket)}`,
    "content-type: application/json",
    `content-length: ${body.length}`,
  ];
  socket.write(`${lines.join("\r\n")}\r\n\r\n${body}`);
  const answer = parseJson(await readBody(socket));
  return isRecord(answer) && typeof answer.proof === "string" ? answer.proof : "";
}

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

const unproven = (url: string, cause?: unknown): AppError =>
  new AppError(
    "unavailable",
    `What listens at ${url} did not prove that it is your server, so it was sent no token and no text: another program ` +
      "has the port, or the token is of another server. `recall serve` says where it listens and keeps a token for it",
    { cause },
  );

/**
 * Lets whatever is at the other end of a connection prove that it can sign this token, for the address that the connection
 * reached; then the connection is free for requests. It is told the token's claims, never its signature. Throws AppError
 * where it does not prove itself, or where this is no token that could be proved.
 */
export async function proveListener(socket: Socket, url: string, token: string): Promise<void> {
  const parts = splitToken(token);
  if (parts === undefined)
    throw new AppError("unauthorized", `This is no token of edge-recall: it was not sent to ${url}`);
  const nonce = randomBytes(NONCE_BYTES).toString("base64url");
  const expected = await proofUnder(parts.signature, nonce, addressOf(socket));
  const proof = await ask(socket, parts.claims, nonce).catch((error: unknown) => {
    throw unproven(url, error);
  });
  if (!isSame(proof, expected)) throw unproven(url);
}
