/** Paths that are the Worker's even if a file of the page had their name; a `*` at the end stands for anything. */
export const WORKER_PATHS: readonly string[] = [
  "/v1/*",
  "/mcp",
  "/health",
  "/health/proof",
  "/openapi.json",
  "/docs",
  "/llms.txt",
  "/metrics",
  "/oauth/*",
  "/.well-known/*",
];

/** Whether a path is the Worker's. */
export const isWorkerPath = (path: string): boolean =>
  WORKER_PATHS.some((own) => (own.endsWith("*") ? path.startsWith(own.slice(0, -1)) : path === own));
