import { join } from "node:path";
import { expect, it } from "vitest";
import { assertChecksums } from "../../../src/local-models/installed.ts";
import { downloadFetch } from "../../../src/local-models/install/download-fetch.ts";
import { findModel, installRemote } from "../../../src/local-models/install/install-model.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { EMBEDDER, tinyModels } from "../tiny-models.ts";
import { hasOpenssl, hostsBehindProxy } from "./proxy.ts";

const MIRROR = "https://hub.example";

async function behindProxy() {
  const { models } = tinyModels(EMBEDDER);
  return { models, into: join(temporaryFolder(), "models"), ...(await hostsBehindProxy(models)) };
}

it.runIf(hasOpenssl).each(["HTTPS_PROXY", "https_proxy"])(
  "a model comes through the proxy of %s, redirects too",
  async (name) => {
    const { url, asked, into } = await behindProxy();
    const source = { mirror: MIRROR, fetch: downloadFetch({ [name]: url }) };
    const manifest = await installRemote(into, await findModel(EMBEDDER.name, source), source);
    await assertChecksums(join(into, EMBEDDER.name), manifest);
    expect(new Set(asked)).toEqual(new Set(["CONNECT hub.example:443", "CONNECT cdn.example:443"]));
  },
);

it.runIf(hasOpenssl)(
  "an address without TLS is asked of the proxy of HTTP_PROXY, one of NO_PROXY itself",
  async () => {
    const { url, asked } = await behindProxy();
    const proxied = downloadFetch({ HTTP_PROXY: url, NO_PROXY: "127.0.0.1" });
    expect(await (await proxied("http://hub.example/a")).text()).toBe("{}");
    await (await proxied(`${url}/b`)).text();
    expect(asked).toEqual(["GET http://hub.example/a", "GET /b"]);
    expect(downloadFetch({ NO_PROXY: "x", HTTPS_PROXY: "" })).toBe(fetch);
  },
);

it.runIf(hasOpenssl)(
  "a proxy that refuses is told, and a download through it stops when nobody waits for it",
  async () => {
    const { url, refuse } = await behindProxy();
    const proxied = downloadFetch({ HTTPS_PROXY: url });
    const stop = new AbortController();
    const { body } = await proxied(`${MIRROR}/${EMBEDDER.name}/model.onnx`, { signal: stop.signal });
    stop.abort();
    await expect(new Response(body).arrayBuffer()).rejects.toThrow(/abort/);
    refuse();
    await expect(
      findModel(EMBEDDER.name, { mirror: "https://other.example", fetch: proxied }),
    ).rejects.toMatchObject({
      code: "unavailable",
      message: expect.stringMatching(/other\.example\/.* cannot be reached/),
    });
  },
);
