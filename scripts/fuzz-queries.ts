/**
 * `npm run fuzz [-- count [seed]]`: generated query strings against the local server on workerd with a real D1: each is
 * answered 200, or 400 `invalid_input` when it is empty or too long. Exit code 1 and the strings when one is not.
 */
import { fuzzSearch } from "../test/quality/fuzz-search.ts";

const DEFAULT_COUNT = 100_000;
const DEFAULT_SEED = 2_026;
/** A line of progress each so many queries. */
const STEP = 10_000;

const [count = DEFAULT_COUNT, seed = DEFAULT_SEED] = process.argv.slice(2).map(Number);
if (!Number.isInteger(count) || count < 1 || !Number.isInteger(seed)) {
  console.error("usage: npm run fuzz [-- count [seed]]");
  process.exit(2);
}
const startedMs = performance.now();
const secondsSoFar = (): string => ((performance.now() - startedMs) / 1_000).toFixed(1);
const { asked, found, refused, problems } = await fuzzSearch(count, seed, (done) => {
  if (done % STEP === 0) console.log(`${done} asked, ${secondsSoFar()} s`);
});
for (const problem of problems) console.error(problem);
console.log(
  `${asked} queries with seed ${seed} in ${secondsSoFar()} s: ${found} found something, ${refused} refused, ` +
    `${problems.length} wrong`,
);
process.exitCode = problems.length === 0 ? 0 : 1;
