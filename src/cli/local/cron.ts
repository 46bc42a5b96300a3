const MINUTE_MS = 60_000;

/** Does one field of a cron line name this value: `*`, a step of it (every 5: `*` and `/5`), or a list of numbers? */
function fieldMatches(field: string, value: number): boolean {
  if (field === "*") return true;
  const step = /^\*\/([1-9]\d?)$/.exec(field)?.[1];
  if (step !== undefined) return value % Number(step) === 0;
  if (!/^\d{1,2}(?:,\d{1,2})*$/.test(field)) throw new Error(`cannot read the cron field ${field}`);
  return field.split(",").some((number) => Number(number) === value);
}

/** Is a cron line due in this minute? Times are UTC, as on Cloudflare. Ranges and names are not read. */
export function isDue(cron: string, at: Date): boolean {
  const [minute, hour, day, month, weekday, ...rest] = cron.split(" ");
  if (weekday === undefined || rest.length > 0) throw new Error(`not a cron line of five fields: ${cron}`);
  const fields: readonly (readonly [string | undefined, number])[] = [
    [minute, at.getUTCMinutes()],
    [hour, at.getUTCHours()],
    [day, at.getUTCDate()],
    [month, at.getUTCMonth() + 1],
    [weekday, at.getUTCDay()],
  ];
  return fields.every(([field, value]) => fieldMatches(field ?? "", value));
}

/** Runs each cron line when it is due, once a minute at most; returns what ends it. `run` reports its own failures. */
export function startCron(crons: readonly string[], run: (cron: string) => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (): void => {
    timer = setTimeout(tick, MINUTE_MS - (Date.now() % MINUTE_MS));
  };
  const tick = (): void => {
    const now = new Date();
    for (const cron of crons) if (isDue(cron, now)) run(cron);
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}
