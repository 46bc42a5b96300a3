import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { serveWith } from "../local/serve-while.ts";

export interface Access {
  readonly url: string;
  readonly token: string;
  readonly ownerToken: string;
  readonly secret: string;
}

/** A real `recall serve` with nothing in it, for the tests of a file; what lets one in, once it runs. */
export function servedForAll(): () => Access {
  let access: Access | undefined;
  let stop = (): void => undefined;
  let served: Promise<unknown> = Promise.resolve();
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "recall-served-")));
  const home = join(folder, "home");
  beforeAll(async () => {
    const stopped = new Promise<void>((resolve) => {
      stop = resolve;
    });
    await new Promise<void>((ready, failed) => {
      served = serveWith([], {
        folder,
        env: { RECALL_HOME: home },
        work: () => {
          ready();
          return stopped;
        },
      });
      served.catch(failed);
    });
    const secret = readFileSync(join(home, "signing-secret"), "utf8").trim();
    access = { ...(JSON.parse(readFileSync(join(home, "config.json"), "utf8")) as Access), secret };
  });
  afterAll(async () => {
    stop();
    await served;
    rmSync(folder, { recursive: true, force: true });
  });
  return () => {
    if (access === undefined) throw new Error("The server has not started yet");
    return access;
  };
}
