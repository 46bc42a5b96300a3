import { execFileSync } from "node:child_process";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { comparePaths } from "../../../src/cli/folder/path-order.ts";
import { isInSystem, systemFolders, systemMounts } from "../../../src/cli/folder/system-folders.ts";
import { walk } from "../../../src/cli/folder/walk.ts";
import { temporaryFolder } from "../temporary-folder.ts";

it("knows the mounts of the kernel by their type, with blanks in their names, and no other mount", () => {
  const table = [
    "22 27 0:21 / /proc rw,relatime - proc proc rw",
    "30 27 0:30 / /mnt/a\\040b rw shared:1 - sysfs sysfs rw",
    "31 27 8:1 / /home/me/disk rw,relatime shared:2 - ext4 /dev/sda1 rw",
    "32 27 0:40 / /tmp rw - tmpfs tmpfs rw",
    "",
  ];
  expect(systemMounts(table.join("\n"))).toEqual(["/proc", "/mnt/a b"]);
});

it("takes what is below a folder of the system for part of it, but for memory that people use", () => {
  const system = new Set(["/proc", "/dev"]);
  const all = ["/proc", "/proc/1", "/process", "/dev", "/dev/shm/notes", "/"];
  expect(all.filter((folder) => isInSystem(folder, system))).toEqual(["/proc", "/proc/1", "/dev"]);
});

it.runIf(process.platform === "linux")("refuses to push the kernel's own folders", async () => {
  expect([...(await systemFolders())]).toEqual(expect.arrayContaining(["/proc", "/sys", "/dev"]));
  await expect(walk("/proc/self")).rejects.toThrow("the system's own");
});

it.runIf(process.platform !== "win32")("leaves out pipes, and does not wait for them", async () => {
  const folder = temporaryFolder({ "a.md": "one" });
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const { files, rows } = await walk(folder);
  expect(files.map(({ path }) => path)).toEqual(["a.md"]);
  expect(rows).toMatchObject([{ reason: "special", files: 1, places: [{ path: "", files: 1 }] }]);
});

it("orders paths as their UTF-8 bytes are ordered", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const expected = Buffer.compare(Buffer.from(one), Buffer.from(other));
      expect(Math.sign(comparePaths(one, other))).toBe(expected);
    }),
  );
});
