import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Waits for what a person who reads the answer of a push has waited for: every passage has its vector. */
export async function untilEmbedded(url: string, home: string): Promise<void> {
  const { token } = JSON.parse(readFileSync(join(home, "config.json"), "utf8")) as { token: string };
  for (let pending = 1; pending > 0; ) {
    const answer = await fetch(`${url}/v1/status`, { headers: { authorization: `Bearer ${token}` } });
    pending = ((await answer.json()) as { index: { pendingChunks: number } }).index.pendingChunks;
  }
}
