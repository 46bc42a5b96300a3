import { VERSION } from "../version.ts";

/** What to do first, told when `recall` is called alone. */
export const NEXT_STEPS = `recall ${VERSION}: push a folder, search it, get the lines.

  recall serve notes/           the whole service on this machine, no account needed
  recall init                   or name a server and a token
  recall push notes/            send a folder's text files
  recall search "how to rotate keys"
  recall get notes:guides/keys.md#L3-L9

recall --help lists every command.
`;
