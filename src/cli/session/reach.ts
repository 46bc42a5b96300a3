import type { Agent } from "node:http";
import { connect, type NetConnectOpts, type Socket } from "node:net";
import { isLoopback } from "../../client/loopback.ts";
import type { Fetch } from "../../client/send.ts";
import { isErrno } from "../failures.ts";
import { ownSocket } from "../settings/home-socket.ts";
import { type AgentFor, fetchOver, lightFetchOver } from "./node-fetch.ts";
import { proveListener } from "./prove-listener.ts";

/** A server, and the home that its address was read from, if that is a server's home. */
export interface Place {
  readonly url: string;
  readonly home?: string | undefined;
}

/** How requests get to a server. */
export type Reach = (place: Place) => typeof fetch;
/** The same, without the objects of fetch. */
export type ReachLight = (place: Place) => Fetch;

function opened(options: NetConnectOpts): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(options);
    // Stays: what goes wrong later is seen by its end, which follows.
    socket.on("error", reject);
    socket.once("connect", () => resolve(socket));
  });
}

/** A server that has gone leaves its socket behind. */
const openSocket = async (path: string): Promise<Socket | undefined> => {
  try {
    return await opened({ path });
  } catch (error) {
    if (isErrno(error, "ECONNREFUSED", "ENOENT")) return undefined;
    throw error;
  }
};

const HTTP_PORT = 80;

async function openProven({ url, home }: Place, token: string): Promise<Socket> {
  const path = home === undefined ? undefined : ownSocket(home);
  const own = path === undefined ? undefined : await openSocket(path);
  if (own !== undefined) return own;
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, "");
  const socket = await opened({ host, port: Number(port || HTTP_PORT), noDelay: true });
  try {
    await proveListener(socket, url, token);
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Makes only connections whose other end is known: a request cannot be sent over another one, also not after a lost one. */
function provenAgent(place: Place, token: string): Agent {
  // Not imported: see node-fetch.ts.
  const agent = new (process.getBuiltinModule("node:http").Agent)({ keepAlive: true });
  agent.createConnection = (_, done) => {
    openProven(place, token).then(
      (socket) => done?.(null, socket),
      (error: Error) => done?.(error, undefined as never),
    );
    return undefined as never;
  };
  return agent;
}

/**
 * The way to a server, by which a token reaches nobody else. Over https it is the platform's own. On this machine, where
 * any program can take a port, it is the home's Unix socket, which only its owner's server can have made; where there is
 * none, each new connection is proved before anything else goes over it.
 */
export const reach: Reach = (place) => (isHere(place) ? fetchOver(agentsOf(place)) : fetch);

/** The same way for requests that ask for text. */
export const reachLight: ReachLight = (place) => (isHere(place) ? lightFetchOver(agentsOf(place)) : fetch);

const isHere = ({ url }: Place): boolean => isLoopback(url) && new URL(url).protocol === "http:";

/** An agent for each token, which is the one that its connections were proved with. */
function agentsOf(place: Place): AgentFor {
  const agents = new Map<string, Agent>();
  return (token) => {
    const agent = agents.get(token) ?? provenAgent(place, token);
    agents.set(token, agent);
    return agent;
  };
}
