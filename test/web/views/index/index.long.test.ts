import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page as Tab } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pushStrings } from "../../../../src/web/strings/push.ts";
import { healthStrings } from "../../../../src/web/strings/health.ts";
import { accessStrings } from "../../../../src/web/strings/access.ts";
import { findings, hasBrowser, openBrowser, openTab, overflowing, settled } from "../../support/browser.ts";
import { NOTES, seed } from "../../support/seed.ts";
import { openSite, type Site } from "../../support/site.ts";

const INDEX = "/?view=index";
const partOf = (name: keyof typeof healthStrings.parts) => `${INDEX}&show=${name}`;
const panel = (tab: Tab, name: string) => tab.getByRole("region", { name });

/** Drops a file or folder of the disk where the page shows that it would take it: what loads above the place moves it. */
async function drop(tab: Tab, path: string): Promise<void> {
  const zone = tab.getByRole("region", { name: "Drop files or a folder here" });
  const browser = await tab.context().newCDPSession(tab);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  const place = { x: 0, y: 0 };
  const drag = (type: "dragEnter" | "dragOver" | "drop") =>
    browser.send("Input.dispatchDragEvent", { type, ...place, data });
  const isTaken = async () => {
    await zone.scrollIntoViewIfNeeded();
    const box = await zone.boundingBox();
    if (box === null) return false;
    Object.assign(place, { x: box.x + box.width / 2, y: box.y + box.height / 2 });
    await drag("dragEnter");
    await drag("dragOver");
    return (await tab.locator(".drop-zone-over").count()) === 1;
  };
  await expect.poll(isTaken).toBe(true);
  await drag("drop");
}

describe.runIf(hasBrowser())("the index view", () => {
  let site: Site;
  let browser: Browser;
  let folder: string;
  beforeAll(async () => {
    [site, browser] = await Promise.all([openSite(NOTES), openBrowser()]);
    await seed(site);
    folder = mkdtempSync(join(tmpdir(), "edge-recall-drop-"));
    mkdirSync(join(folder, "logbook", "node_modules", "x"), { recursive: true });
    mkdirSync(join(folder, ".recall"));
    writeFileSync(join(folder, ".recall", "config.json"), "{}");
    const put = (path: string, text: string | Uint8Array) =>
      writeFileSync(join(folder, "logbook", path), text);
    writeFileSync(join(folder, "buoys.md"), "# Buoys\n\nThe red buoy is adrift.\n");
    put("tides.md", "# Tides\n\nThe spring tide reaches the upper quay.\n");
    put("日誌.md", "# 日誌\n\n満潮は五時です。\n");
    put("cyrillic.txt", Uint8Array.of(0xcf, 0xf0, 0xe8, 0xe2, 0x0a));
    put("picture.png", Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0));
    put(".env", "KEY=1\n");
    put("draft.md", "# Draft\n\nNot for anybody.\n");
    put(".gitignore", "draft.md\n");
    put("node_modules/x/index.md", "# Dependency\n");
  });
  afterAll(async () => {
    await browser.close();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const indexed = async (root: string): Promise<readonly string[]> => {
    const { documents } = await site.call<{ documents: { path: string }[] }>(
      "GET",
      `/v1/documents?root=${encodeURIComponent(root)}`,
    );
    return documents.map(({ path }) => path);
  };

  it("says what there is, what waits, how searches went and what was never found", async () => {
    const { tab, problems } = await openTab(browser, site, { address: INDEX });
    await tab.getByText("Nothing is pending and nothing failed.").waitFor();
    const parts = tab.getByRole("navigation", { name: healthStrings.title });
    await parts.getByRole("link", { name: healthStrings.parts.work }).click();
    await panel(tab, healthStrings.models).getByText("built in: hash-ngrams").waitFor();
    await panel(tab, healthStrings.work).getByText(healthStrings.allDone).waitFor();
    await panel(tab, "Background runs").getByText("sweep after a push").first().waitFor();
    await panel(tab, healthStrings.backups).getByText(healthStrings.backupCommand).waitFor();
    expect(await findings(tab)).toEqual([]);
    await parts.getByRole("link", { name: healthStrings.parts.searches }).click();
    await panel(tab, "Searches today").getByText("Whole answers").first().waitFor();
    const missing = panel(tab, healthStrings.neverFound);
    await missing.getByRole("link", { name: "quarterly revenue zeppelin" }).waitFor();
    expect(await findings(tab)).toEqual([]);
    await missing.getByRole("link", { name: "xylophone tuning" }).click();
    await tab.waitForURL(/\?q=xylophone/);
    expect(problems).toEqual([]);
  });

  it("audits, and tells an owner alone what all workspaces share", async () => {
    const { tab, problems } = await openTab(browser, site, { address: partOf("work") });
    const audit = panel(tab, healthStrings.audit);
    await audit.getByRole("button", { name: "Check everything" }).click();
    await audit.getByText(/^All \d+ checks passed$/).waitFor();
    await audit.getByRole("button", { name: "Repair" }).click();
    await audit.getByText(/^All \d+ checks passed$/).waitFor();
    await tab.getByRole("link", { name: healthStrings.parts.cost }).click();
    const deployment = panel(tab, "The whole deployment");
    const ask = async (token: string) => {
      await deployment.getByLabel("Owner's token").fill(token);
      await deployment.getByRole("button", { name: "Show" }).click();
    };
    await ask(site.token);
    await deployment.getByText("This needs a token of scope owner").waitFor();
    await ask(site.ownerToken);
    await deployment.getByText("of 10.0 GB").waitFor();
    await deployment.getByText(healthStrings.nothingBilled).waitFor();
    expect(await findings(tab)).toEqual([]);
    expect(problems).toEqual([]);
  });

  it("takes a folder by the rules of a push, tells what was not taken, and sends nothing twice", async () => {
    const { tab, problems } = await openTab(browser, site, { address: INDEX });
    const push = panel(tab, "Push files");
    const choose = async (name: string) => {
      const [chooser] = await Promise.all([
        tab.waitForEvent("filechooser"),
        push.getByRole("button", { name: "Choose a folder" }).click(),
      ]);
      await chooser.setFiles(join(folder, name));
    };
    await drop(tab, join(folder, "logbook"));
    await push.getByText("3 files to push").waitFor();
    await push.getByText(pushStrings.secrets([".env"])).waitFor();
    expect(await findings(tab)).toEqual([]);
    await push.getByRole("button", { name: "Push", exact: true }).click();
    await push.getByText("2 sent in 2 passages, 0 unchanged").waitFor();
    await push.getByRole("list", { name: pushStrings.failedLabel }).getByText("cyrillic.txt").waitFor();
    expect(await indexed("logbook")).toEqual(["tides.md", "日誌.md"]);
    await panel(tab, "Folders").getByRole("link", { name: "logbook" }).waitFor();
    await push.getByRole("button", { name: pushStrings.again }).click();
    await choose(".recall");
    await push.getByText(pushStrings.nothing).waitFor();
    await push.getByRole("button", { name: "Cancel" }).click();
    await choose("logbook");
    await push.getByRole("button", { name: "Push", exact: true }).click();
    await push.getByText("0 sent in 0 passages, 2 unchanged").waitFor();
    expect(problems).toEqual([]);
  });

  it("takes what is dropped, asks before it shares another's folder, and deletes on demand", async () => {
    const { tab, problems } = await openTab(browser, site, { address: INDEX });
    const push = panel(tab, "Push files");
    await drop(tab, join(folder, "buoys.md"));
    await push.getByText("1 file to push").waitFor();
    await push.getByLabel("Name in the index").fill("notes");
    await push.getByRole("button", { name: "Push", exact: true }).click();
    await push.getByText("Another machine, folder or source fills “notes”").waitFor();
    await push.getByRole("button", { name: "Share it" }).click();
    await push.getByText("1 sent in 1 passage, 0 unchanged").waitFor();
    expect(await indexed("notes")).toContain("buoys.md");
    expect(await indexed("notes")).toContain("runbook.md");
    await panel(tab, "Folders").getByRole("link", { name: "notes" }).click();
    const documents = panel(tab, "Documents of notes");
    await documents.getByRole("button", { name: "Delete buoys.md" }).click();
    const dialog = tab.getByRole("dialog", { name: healthStrings.confirm.title });
    await dialog.getByRole("button", { name: "Keep" }).click();
    expect(await indexed("notes")).toContain("buoys.md");
    await documents.getByRole("button", { name: "Delete buoys.md" }).click();
    await dialog.getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => documents.getByText("buoys.md").count()).toBe(0);
    expect(await indexed("notes")).not.toContain("buoys.md");
    expect(problems).toEqual([]);
  });

  it("says what it could not do, and what a reader may not", async () => {
    const token = await site.mint("read");
    const { tab, context } = await openTab(browser, site, { address: `${INDEX}&root=notes`, token });
    await panel(tab, "Documents of notes").getByRole("link", { name: "runbook.md" }).waitFor();
    expect(await panel(tab, "Push files").count()).toBe(0);
    expect(await tab.getByRole("button", { name: /^Delete/ }).count()).toBe(0);
    await context.route("**/v1/status", (route) => route.abort());
    await tab.getByRole("button", { name: healthStrings.refresh }).click();
    await tab.getByRole("alert").getByText("No connection").waitFor();
    await context.unroute("**/v1/status");
    await tab.getByRole("button", { name: "Try again" }).click();
    await panel(tab, healthStrings.roots).waitFor();
    const parts = tab.getByRole("navigation", { name: healthStrings.title });
    await parts.getByRole("link", { name: healthStrings.parts.work }).click();
    await panel(tab, healthStrings.models).waitFor();
    for (const name of [healthStrings.audit, "Background runs"])
      expect(await panel(tab, name).count(), name).toBe(0);
    await parts.getByRole("link", { name: healthStrings.parts.searches }).click();
    await panel(tab, healthStrings.searches).waitFor();
    expect(await panel(tab, healthStrings.neverFound).count()).toBe(0);
  });

  it.each([320, 1_440])("fits into %i px", async (width) => {
    const address = `${INDEX}&root=notes`;
    const { tab } = await openTab(browser, site, { address, width, scheme: "dark" });
    await panel(tab, "Documents of notes").getByRole("link", { name: "runbook.md" }).waitFor();
    for (const name of Object.values(healthStrings.parts)) {
      await tab.getByRole("link", { name, exact: true }).click();
      await settled(tab);
      expect(await overflowing(tab), name).toEqual([]);
      expect(await findings(tab), name).toEqual([]);
    }
  });

  it.each([320, 390])(
    "has what ends access inside its panel in a window of %i, as rows that name what they say",
    async (width) => {
      const { tab, context } = await openTab(browser, site, { address: partOf("access"), width });
      await panel(tab, healthStrings.access).waitFor();
      await settled(tab);
      const scrolling = await tab
        .locator(".panel .wide")
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map(({ textContent }) => textContent),
        );
      expect(scrolling).toEqual([]);
      const named = await tab
        .locator(".stacked tbody tr")
        .first()
        .locator("td")
        .evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell, "::before").content));
      expect(named.some((content) => content.includes(accessStrings.ends))).toBe(true);
      await context.close();
    },
  );

  it("shows an admin who did what, refusals marked, and nobody else", async () => {
    const reader = await site.mint("read");
    const id = reader.split(".")[1] ?? "";
    const refused = await fetch(`${site.url}/v1/memories`, {
      method: "POST",
      headers: { authorization: `Bearer ${reader}`, "content-type": "application/json" },
      body: JSON.stringify({ text: "Nobody may read this in a log." }),
    });
    expect(refused.status).toBe(403);
    const { tab, problems } = await openTab(browser, site, { address: partOf("access") });
    const access = panel(tab, healthStrings.access);
    const row = access.getByRole("row").filter({ hasText: id }).first();
    await row.waitFor();
    const cells = await row.getByRole("cell").allTextContents();
    expect(cells.slice(1)).toEqual([id, "http", "POST /v1/memories", "forbidden", "local"]);
    expect(await row.getAttribute("class")).toContain("is-error");
    expect(await access.getByRole("columnheader").allTextContents()).toEqual(healthStrings.accessColumns);
    expect(await access.textContent()).not.toContain("Nobody may read this");
    expect(await findings(tab)).toEqual([]);
    expect(await overflowing(tab)).toEqual([]);
    // What the page asked itself stands there at the next look, by its own door.
    await tab.getByRole("button", { name: healthStrings.refresh }).click();
    await access.getByRole("cell", { name: "page", exact: true }).first().waitFor();
    const address = partOf("access");
    const { tab: theirs, problems: others } = await openTab(browser, site, { address, token: reader });
    await panel(theirs, accessStrings.signIns).waitFor();
    expect(await panel(theirs, healthStrings.access).count()).toBe(0);
    expect([...problems, ...others]).toEqual([]);
  });
});
