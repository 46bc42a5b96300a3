import { existsSync } from "node:fs";
import { type Browser, firefox } from "playwright-core";

const PLACES = ["/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** The browser's program: FIREFOX of the environment, or where Debian and others put it. */
export const firefoxPath = (): string | undefined =>
  [process.env.FIREFOX ?? "", ...PLACES].find((path) => path !== "" && existsSync(path));

/** Whether tests in Firefox can run. Without one they are skipped with a line that says so; in CI that is a failure. */
export function hasFirefox(): boolean {
  if (firefoxPath() !== undefined) return true;
  const missing = `no Firefox at ${PLACES.join(", ")} or FIREFOX: the page is not tested in it`;
  if (process.env.CI) throw new Error(missing);
  process.stderr.write(`${missing}\n`);
  return false;
}

/** Playwright sends it for each new context; Firefox has it from a later release than Debian's on. */
const UNKNOWN_COMMAND = "emulation.setMediaFeaturesOverride";

interface Session {
  send: (command: string, parameters: unknown) => Promise<unknown>;
}

/** What lies behind Playwright's objects; no public interface leads to it. */
interface Inside {
  readonly _connection: { toImpl: (browser: Browser) => { readonly _browserSession: Session } };
}

/** Answers the unknown command itself: a colour scheme cannot be chosen in such a Firefox, all else works. */
function withoutMediaFeatures(browser: Browser): void {
  const { _browserSession: session } = (browser as unknown as Inside)._connection.toImpl(browser);
  const send = session.send.bind(session);
  session.send = (command, parameters) =>
    command === UNKNOWN_COMMAND ? Promise.resolve({}) : send(command, parameters);
}

/** The distribution's own Firefox without a window, driven by WebDriver BiDi. */
export async function openFirefox(): Promise<Browser> {
  const executablePath = firefoxPath();
  if (executablePath === undefined) throw new Error("no Firefox");
  const firefoxUserPrefs = { "ui.prefersReducedMotion": 1 };
  const browser = await firefox.launch({ channel: "moz-firefox", executablePath, firefoxUserPrefs });
  withoutMediaFeatures(browser);
  return browser;
}
