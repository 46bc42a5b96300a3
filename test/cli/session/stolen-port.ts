import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect } from "vitest";
import { splitToken } from "../../../src/workspaces/proof/proof.ts";
import { exportHeader } from "../commands/import/exported.ts";
import { FAKE_TOKEN } from "../fake-proof.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { recorder } from "./listeners.ts";

/** Of everything that no listener may be told. */
export const TEXT = "private";
/** An export of nothing. */
const HEADER = `${JSON.stringify(exportHeader())}\n`;
const EXPORT = `${HEADER}${JSON.stringify({ type: "end", records: 0, checksum: createHash("sha256").update(HEADER).digest("hex") })}\n`;

/** A home that knows an admin's and the owner's token for a listener that is not its server. */
export async function stolenPort() {
  const { url, received } = await recorder((_, socket) => void socket.end("HTTP/1.1 200 OK\r\n\r\n{}"));
  const config = JSON.stringify({ url, token: FAKE_TOKEN, ownerToken: FAKE_TOKEN });
  const question = {
    id: "q",
    kind: "fact",
    query: TEXT,
    gold: [{ path: "a.md", start: 1, end: 1, evidence: TEXT }],
  };
  const cwd = temporaryFolder({
    ...{ "home/config.json": config, "n/a.md": TEXT, "in.ndjson": EXPORT },
    "q.jsonl": `${JSON.stringify(question)}\n`,
  });
  return { url, received, cwd, env: { RECALL_HOME: join(cwd, "home") } };
}

export function expectNothingTold(received: string, what: string): void {
  expect(received, what).toContain("POST /health/proof");
  expect(received, what).not.toContain(splitToken(FAKE_TOKEN)?.signature);
  expect(received, what).not.toContain(TEXT);
  expect(received.toLowerCase(), what).not.toContain("authorization");
}
