import { join } from "node:path";
import { expect, it } from "vitest";
import { assertChecksums } from "../../../src/local-models/installed.ts";
import { downloadFetch, redirected } from "../../../src/local-models/install/download-fetch.ts";
import { findModel, installRemote } from "../../../src/local-models/install/install-model.ts";
import { temporaryFolder } from "../../cli/temporary-folder.ts";
import { EMBEDDER, tinyModels } from "../tiny-models.ts";
import { hasOpenssl, hostsBehindProxy, redirecting } from "./proxy.ts";

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
    await (await downloadFetch({ NO_PROXY: "x", HTTPS_PROXY: "" })(`${url}/c`)).text();
    expect(asked.at(-1)).toBe("GET /c");
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

const FAR = "https://hub.example/a/b";

it.each([
  [FAR, "c", "https://hub.example/a/c"],
  [FAR, "https://cdn.example/x?signed", "https://cdn.example/x?signed"],
  ["http://hub.example/", "https://hub.example/", "https://hub.example/"],
  ["http://127.0.0.1:8000/", "http://localhost:9000/", "http://localhost:9000/"],
  // As a company's store may lie.
  ["http://models.corp/", "http://10.0.0.7/", "http://10.0.0.7/"],
])("from %s a redirect to %s is followed", (from, location, to) => {
  expect(redirected(new URL(from), location).href).toBe(to);
});

it.each([
  [FAR, "http://hub.example/a"],
  [FAR, "file:///etc/passwd"],
  ["http://hub.example/", "file:///etc/passwd"],
  ["http://127.0.0.1:8000/", "data:,x"],
  ["http://hub.example/", "http://127.0.0.1:8787/"],
  [FAR, "https://localhost/"],
  ["http://hub.example/", "http://2130706433/"],
  ["http://hub.example/", "http://[::ffff:127.0.0.1]/"],
  ["http://hub.example/", "http://169.254.169.254/latest"],
  [FAR, "http://["],
])("from %s a redirect to %s is not", (from, location) => {
  expect(() => redirected(new URL(from), location)).toThrow(/ redirects to .*, which is not followed$/);
});

it("a mirror that redirects to a file, or without end, is named with where it leads", async () => {
  const { url } = await redirecting();
  const find = (path: string) => findModel("x", { mirror: `${url}/${path}`, fetch: downloadFetch({}) });
  await expect(find("file")).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/redirects to file:\/\/\/etc\/passwd, which is not followed$/),
  });
  await expect(find("loop")).rejects.toMatchObject({ message: expect.stringMatching(/without end$/) });
});
