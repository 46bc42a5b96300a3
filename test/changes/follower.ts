/** A follower as a program of its own, to be killed: `node follower.ts <url> <token> <folder>`. */
import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createClient, followChanges } from "../../src/client/client.ts";

const [url = "", token = "", folder = ""] = process.argv.slice(2);
const place = join(folder, "cursor");
const since = existsSync(place) ? readFileSync(place, "utf8") : undefined;
for await (const { changes, cursor } of followChanges(createClient(url, token, { retries: 5 }), {
  since,
  limit: 3,
})) {
  for (const { change, path } of changes) appendFileSync(join(folder, "seen"), `${change} ${path}\n`);
  writeFileSync(`${place}.new`, cursor);
  renameSync(`${place}.new`, place);
}
