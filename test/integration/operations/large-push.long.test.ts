import { expect, it, onTestFinished } from "vitest";
import { createWorld } from "../../support/worlds/world.ts";

it("a large push is confirmed by the index's progress, not vector by vector", async () => {
  const world = await createWorld();
  onTestFinished(() => world.dispose());
  const token = await world.client.workspace("default");
  const sweeps = async (times: number) => {
    for (let at = 0; at < times; at++) await world.client.sweep();
  };
  const status = async () => (await world.client.call("GET", "/v1/status", { token })).body;
  const files = Object.fromEntries(
    Array.from({ length: 190 }, (_, at) => [`n${at}.md`, `Note ${at} of herons.\n`]),
  );
  for (const root of ["a", "b", "c", "d"]) await world.client.upload(token, files, root);
  await sweeps(2);
  expect((await status()).index).toMatchObject({ pendingChunks: 0, invisibleVectors: 0 });
  await world.client.call("DELETE", "/v1/documents/n1.md?root=a", { token });
  await sweeps(2);
  expect((await status()).index.invisibleVectors).toBe(0);
  expect(world.vectorize.calls.get).toBe(0);
});
