/** Types of the Worker's runtime that the API's types mention. All of them together would contradict the browser's. */
type D1Database = import("@cloudflare/workers-types/index.ts").D1Database;
type D1PreparedStatement = import("@cloudflare/workers-types/index.ts").D1PreparedStatement;
type D1Result<Row = unknown> = import("@cloudflare/workers-types/index.ts").D1Result<Row>;
type D1DatabaseSession = import("@cloudflare/workers-types/index.ts").D1DatabaseSession;
type Queue<Body = unknown> = import("@cloudflare/workers-types/index.ts").Queue<Body>;
