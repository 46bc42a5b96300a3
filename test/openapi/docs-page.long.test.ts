import { existsSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import axe from "axe-core";
import { chromium } from "playwright-core";
import { describe, expect, it } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { AppParts } from "../../src/http/app-parts.ts";

const app = createApp({
  services: {},
  corsOrigins: [],
  version: "1.2.3",
  now: Date.now,
} as unknown as AppParts);

async function serve(): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const answer = await app.request(request.url ?? "/");
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const PLACES = [process.env.CHROMIUM ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"];
const executablePath = PLACES.find((path) => path !== "" && existsSync(path));

interface Axe {
  run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
}

it.runIf(process.env.CI !== undefined)("Chromium is there where it must be", () => {
  expect(executablePath).toBeDefined();
});

describe.runIf(executablePath !== undefined)("the reference page (needs Chromium)", () => {
  it("is styled, accessible in light and dark, and asks no other address", async () => {
    const { url, close } = await serve();
    const browser = await chromium.launch({
      executablePath: executablePath ?? "",
      args: process.getuid?.() === 0 ? ["--no-sandbox"] : [],
    });
    try {
      for (const [colorScheme, width] of [
        ["light", 1200],
        ["dark", 1200],
        ["light", 360],
      ] as const) {
        const tab = await browser.newPage({ colorScheme, viewport: { width, height: 800 } });
        const asked: string[] = [];
        const problems: string[] = [];
        tab.on("request", (request) => asked.push(request.url()));
        tab.on("console", (message) => problems.push(message.text()));
        await tab.goto(`${url}/docs#search`);
        const [display, overflow] = await tab.evaluate<[string, number]>(
          "[getComputedStyle(document.body).display, document.documentElement.scrollWidth - innerWidth]",
        );
        expect(display).toBe(width > 800 ? "grid" : "block");
        expect(overflow).toBeLessThanOrEqual(0);
        await tab.evaluate(axe.source);
        const { violations } = await tab.evaluate<Awaited<ReturnType<Axe["run"]>>>("axe.run()");
        expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
        expect(asked.filter((address) => !address.startsWith(`${url}/`))).toEqual([]);
        expect(problems).toEqual([]);
        await tab.close();
      }
    } finally {
      await browser.close();
      close();
    }
  });
});
