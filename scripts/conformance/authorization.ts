import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type AddressInfo } from "node:net";

/** The server that lets clients in, the address that access is for, and the token of who says yes. */
interface Authorizing {
  readonly url: string;
  readonly adminToken: string;
  /** Where the suite's program of authorization servers lies. */
  readonly program: string;
  /** Where it writes what it found. */
  readonly folder: string;
}

/** The address that the suite asks a person to open. */
const TO_OPEN = /^(https?:\/\/\S+\/oauth\/authorize\?\S+)$/m;
const DAYS = 1;

/** A port that was free a moment ago: a client's address is registered before the suite listens there. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const { port } = probe.address() as AddressInfo;
  await new Promise((done) => probe.close(done));
  return port;
}

/** Registers a client of nobody's, as any client does that knows the address alone (RFC 7591). */
async function register(url: string, callback: string): Promise<string> {
  const body = {
    ...{ client_name: "conformance", redirect_uris: [callback], token_endpoint_auth_method: "none" },
    grant_types: ["authorization_code"],
  };
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${url}/oauth/register`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`registration: ${answer.status} ${await answer.text()}`);
  return ((await answer.json()) as { client_id: string }).client_id;
}

/** What the person does who opens the address: shows a token, says yes, and the browser goes on to the client. */
async function sayYes(address: string, token: string): Promise<void> {
  const page = await fetch(address);
  const [, handle = ""] = /name="handle" value="([^"]+)"/.exec(await page.text()) ?? [];
  const cookie = page.headers.getSetCookie().map((one) => one.split(";")[0]);
  const answer = await fetch(address, {
    ...{ method: "POST", redirect: "manual" },
    headers: { cookie: cookie.join("; "), origin: new URL(address).origin },
    body: new URLSearchParams({ handle, token, step: "allow", scope: "read", days: String(DAYS) }),
  });
  const to = answer.headers.get("location");
  if (to === null) throw new Error(`consent: ${answer.status} ${await answer.text()}`);
  await fetch(to);
}

/** The suite's scenarios of authorization servers, with a client that registers itself. Throws when one fails. */
export async function authorizationScenarios({
  url,
  adminToken,
  program,
  folder,
}: Authorizing): Promise<void> {
  const port = await freePort();
  const client = await register(url, `http://127.0.0.1:${port}/callback`);
  const asked = ["--url", url, "--client-id", client, "--resource", `${url}/mcp`, "--port", String(port)];
  const child = spawn(process.execPath, [program, "authorization", ...asked, "-o", folder]);
  let printed = "";
  let opened: Promise<void> | undefined;
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      process.stdout.write(text);
      printed += text;
      const [, address] = TO_OPEN.exec(printed) ?? [];
      if (address !== undefined) opened ??= sayYes(address, adminToken);
    });
  const [code] = await once(child, "close");
  if (opened === undefined) throw new Error("the suite asked nobody for consent");
  await opened;
  if (code !== 0) throw new Error(`the scenarios of authorization servers end with ${code}`);
}
