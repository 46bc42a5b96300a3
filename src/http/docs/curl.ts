import type { Example } from "../openapi/examples.ts";
import type { PlacedOperation } from "../openapi/types.ts";

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request of an example, as a shell runs it; server and token come from the environment. */
export function curlOf({ path, method, operation }: PlacedOperation, example: Example | undefined): string {
  const { params = {}, query, body } = example ?? {};
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    (params[name] ?? name).split("/").map(encodeURIComponent).join("/"),
  );
  const address = `"$RECALL_URL${named}${query === undefined ? "" : `?${new URLSearchParams(query)}`}"`;
  const lines = [
    `curl -s${method === "get" || method === "post" ? "" : ` -X ${method.toUpperCase()}`} ${address}`,
    operation.security === undefined ? "" : '-H "authorization: Bearer $RECALL_TOKEN"',
    body === undefined ? (method === "post" ? "-X POST" : "") : "-H 'content-type: application/json'",
    body === undefined ? "" : `-d ${quoted(JSON.stringify(body))}`,
  ];
  return lines.filter((line) => line !== "").join(" \\\n  ");
}
