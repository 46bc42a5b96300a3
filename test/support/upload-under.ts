import { shortHash } from "../../src/text/hash.ts";
import { ORIGIN, type TestClient } from "./client.ts";

interface Placed {
  readonly path: string;
  /** One line. */
  readonly text: string;
  readonly heading: string;
}

/**
 * Uploads documents of one chunk each under a heading that is not in the text: another heading makes another embedding of
 * a chunk of the same id.
 */
export async function uploadUnder(client: TestClient, token: string, placed: readonly Placed[]) {
  const documents = await Promise.all(
    placed.map(async ({ path, text, heading }) => ({
      path,
      text,
      hash: await shortHash(text),
      mtime: 1,
      chunks: [{ startLine: 1, endLine: 1, headings: [heading] }],
    })),
  );
  return client.call("POST", "/v1/roots/notes/documents", { token, body: { origin: ORIGIN, documents } });
}
