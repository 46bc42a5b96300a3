import type { Bookmarks } from "../../../client/bookmarks.ts";
import { isRecord } from "../../../text/parse-json.ts";
import type { CommandContext } from "../../command.ts";
import { syncFolders } from "../../pushed/sync-folders.ts";
import { settingsOf } from "../../session/session.ts";
import { bookmarkKey, readBookmark } from "../../settings/bookmarks.ts";
import type { Incoming } from "./bridge.ts";

/** The arguments of a search; undefined: the message is none. */
function searchIn({ method, params }: Incoming): Readonly<Record<string, unknown>> | undefined {
  if (method !== "tools/call" || params?.name !== "search") return undefined;
  return isRecord(params.arguments) ? params.arguments : {};
}

/**
 * What runs before a message is passed on: where the configuration says `"sync": "onSearch"`, a search first pushes what
 * changed on this machine, as `recall search` does, and then reads at least that. One push runs at a time.
 */
export function syncFirst(
  context: CommandContext,
  bookmarks: Pick<Bookmarks, "take">,
): (message: Incoming) => Promise<void> {
  let last = Promise.resolve();
  const sync = async (root: string | undefined): Promise<void> => {
    const settings = await settingsOf(context);
    if (settings.config?.config?.sync !== "onSearch") return;
    await syncFolders(context, settings, root);
    const written = await readBookmark(context.env, bookmarkKey(settings.url, settings.token));
    for (const bookmark of written?.split(",") ?? []) bookmarks.take(bookmark, undefined);
  };
  return async (message) => {
    const search = searchIn(message);
    if (search === undefined) return;
    const { root } = search;
    const own = last.then(() => sync(typeof root === "string" ? root : undefined));
    last = own.catch(() => undefined);
    await own;
  };
}
