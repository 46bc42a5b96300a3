import { type LookupAddress, type LookupAllOptions, lookup } from "node:dns";
import { type IncomingMessage, type RequestListener, request as ask, type ServerResponse } from "node:http";
import { request as askSecurely } from "node:https";
import type { LookupFunction } from "node:net";
import { addressProblem, isAllowed } from "../../sources/address/check-address.ts";
import { isPublicIp } from "../../sources/address/ip-address.ts";
import { REFUSED_HEADER, WEB_URL_HEADER } from "../../sources/address/web-desk.ts";

const FORBIDDEN = 403;
const BAD_GATEWAY = 502;

/** Headers of one connection, and those that this desk itself says something with. */
const OWN = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "host",
  WEB_URL_HEADER,
  REFUSED_HEADER,
]);

/** Why a name is not connected to. */
class NotPublic extends Error {}

/** Asks for a name's addresses. */
type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** Only addresses of the internet: the connection goes to what was looked at, so that no second answer can move it. */
const publicLookup =
  (resolve: Resolve): LookupFunction =>
  (host, options, done) =>
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, "");
      const inner = addresses.find(({ address }) => !isPublicIp(address));
      const [first] = addresses;
      if (inner !== undefined || first === undefined)
        return done(new NotPublic(`the name leads to ${inner?.address ?? "nowhere"}`), "");
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family);
    });

/** Hosts with ports, as SOURCE_HOSTS has them. */
const allowedIn = ({
  SOURCE_HOSTS = "",
}: Readonly<Record<string, string | undefined>>): ReadonlySet<string> =>
  new Set(
    SOURCE_HOSTS.split(",")
      .map((host) => host.trim().toLowerCase())
      .filter((host) => host !== ""),
  );

const forwarded = (headers: IncomingMessage["headers"]): IncomingMessage["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN.has(name)));

const refuse = (response: ServerResponse, why: string): void =>
  void response.writeHead(FORBIDDEN, { [REFUSED_HEADER]: why.replace(/[^\x20-\x7e]/g, "?") }).end();

/**
 * Asks the web for the Worker, which sees no resolver: follows nothing, and connects to public addresses only, whatever a
 * name leads to at that moment. Hosts that the owner allows are asked wherever they are.
 */
export function webDesk(
  settings: Readonly<Record<string, string | undefined>>,
  resolve: Resolve = lookup,
): RequestListener {
  const rules = { allowedHosts: allowedIn(settings) };
  return (request, response) => {
    const url = URL.parse(String(request.headers[WEB_URL_HEADER]));
    const problem = url === null ? "no address" : addressProblem(url, rules);
    if (url === null || problem !== undefined) return refuse(response, problem ?? "no address");
    const asked = (url.protocol === "https:" ? askSecurely : ask)(url, {
      headers: { ...forwarded(request.headers), "accept-encoding": "identity" },
      ...(!isAllowed(url, rules) && { lookup: publicLookup(resolve) }),
    });
    asked.on("response", (answer) => {
      response.writeHead(answer.statusCode ?? BAD_GATEWAY, forwarded(answer.headers));
      answer.pipe(response);
      answer.on("error", () => response.destroy());
    });
    asked.on("error", (error) =>
      error instanceof NotPublic ? refuse(response, error.message) : response.destroy(),
    );
    response.on("close", () => asked.destroy());
    asked.end();
  };
}
