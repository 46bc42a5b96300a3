import { once } from "node:events";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** A server before another one that adds a token to every request: the suite cannot send one. All else passes as it is. */
export async function withProxy(
  { url, token }: { readonly url: string; readonly token: string },
  work: (url: string) => Promise<void>,
): Promise<void> {
  const proxy = createServer((incoming, answer) => {
    const { method, headers } = incoming;
    const onward = request(
      `${url}${incoming.url}`,
      { method, headers: { ...headers, authorization: `Bearer ${token}` } },
      (response) => {
        answer.writeHead(response.statusCode ?? 500, response.headers);
        response.pipe(answer);
      },
    );
    onward.on("error", () => answer.destroy());
    incoming.pipe(onward);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  try {
    await work(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
  } finally {
    proxy.closeAllConnections();
    proxy.close();
  }
}
