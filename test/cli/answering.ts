import type { Fault } from "./fake-server.ts";

/** Answers the next request with this as JSON, whatever it asks for. */
export const answering =
  (body: unknown, status = 200): Fault =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    return true;
  };

/** Refuses the next request. */
export const refusing = (status: number, code: string, message = code): Fault =>
  answering({ error: { code, message } }, status);
