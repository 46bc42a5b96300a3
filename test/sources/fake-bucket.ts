import type { SourceBucket } from "../../src/sources/adapter.ts";

/** A bucket in memory: pages of two objects, so that there are several; etags of the texts. */
export function fakeBucket(objects: Record<string, string>): SourceBucket {
  const etagOf = (text: string): string =>
    `e${text.length}-${[...text].reduce((sum, c) => sum + c.charCodeAt(0), 0)}`;
  const PAGE = 2;
  return {
    async list({ prefix, cursor = "0", limit = PAGE }) {
      if (limit > 1_000) throw new Error("list: limit is at most 1000");
      const keys = Object.keys(objects)
        .filter((key) => key.startsWith(prefix))
        .toSorted();
      const from = Number(cursor);
      const page = keys.slice(from, from + PAGE);
      const truncated = from + PAGE < keys.length;
      return {
        objects: page.map((key) => ({
          key,
          etag: etagOf(objects[key] ?? ""),
          size: (objects[key] ?? "").length,
        })),
        ...{ truncated, ...(truncated && { cursor: String(from + PAGE) }) },
      };
    },
    async get(key) {
      const text = objects[key];
      if (text === undefined) return null;
      const blob = new Blob([text]);
      return {
        ...{ etag: etagOf(text), size: blob.size, uploaded: new Date(0), body: blob.stream() },
        arrayBuffer: () => blob.arrayBuffer(),
      };
    },
  };
}
