import type { AnyHit } from "../../../search/contract/hits.ts";
import type { SearchAnswer } from "../../../search/contract/search.ts";
import { columnsOf, renderTable } from "../../terminal/columns.ts";
import { safeLine } from "../../terminal/terminal-safe.ts";

const NONE = "–";
const GAP = "  ";

type Steps = NonNullable<SearchAnswer["explain"]>["steps"];

/** The steps of a search as a table, then every hit's rank and score after every step, in as many blocks as the columns ask for. */
export function renderExplain(
  { explain, hits }: Pick<SearchAnswer, "explain"> & { readonly hits: readonly AnyHit[] },
  columns: number,
): readonly string[] {
  if (explain === undefined) return [];
  return [
    ...stepTable(explain.steps),
    ...explain.steps.flatMap(({ step, vectorWeight }) =>
      vectorWeight === undefined
        ? []
        : [
            `${safeLine(step)}: words weigh ${(1 - vectorWeight).toFixed(3)}, vectors ${vectorWeight.toFixed(3)}`,
          ],
    ),
    ...(hits.length > 0 ? ["", ...hitTables(explain.steps, hits, columns)] : []),
  ];
}

function stepTable(steps: Steps): readonly string[] {
  const rows = steps.map(({ step, in: before, out, lowest, highest, ms, dropped }) => [
    step,
    String(before),
    String(out),
    lowest === null || highest === null ? NONE : `${lowest.toFixed(3)} to ${highest.toFixed(3)}`,
    String(ms),
    countedReasons(dropped),
  ]);
  return renderTable(["step", "in", "out", "scores", "ms", "dropped"], rows);
}

/** `2 noise, 1 too old` */
function countedReasons(dropped: Steps[number]["dropped"]): string {
  const counts = new Map<string, number>();
  for (const { reason } of dropped) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return Array.from(counts, ([reason, count]) => `${count} ${reason}`).join(", ");
}

function hitTables(steps: Steps, hits: readonly AnyHit[], columns: number): readonly string[] {
  const names = ["rank, score", ...steps.map(({ step }) => safeLine(step))];
  const first = Math.max(...names.map(columnsOf));
  const cells = hits.map(({ trace = [] }, at) => [
    `${at + 1}.`,
    ...steps.map(({ step }) => {
      const standing = trace.find((one) => one.step === step);
      return standing === undefined ? NONE : `${standing.rank} ${standing.score.toFixed(3)}`;
    }),
  ]);
  const width = Math.max(...cells.flat().map(columnsOf)) + GAP.length;
  const perBlock = Math.max(1, Math.floor((columns - first) / width));
  const blocks = Array.from({ length: Math.ceil(cells.length / Math.min(perBlock, cells.length)) }, (_, at) =>
    cells.slice(at * perBlock, (at + 1) * perBlock),
  );
  return blocks.flatMap((block, at) => {
    const [heading = [], ...rows] = names.map((name, row) => [name, ...block.map((cell) => cell[row] ?? "")]);
    return [...(at === 0 ? [] : [""]), ...renderTable(heading, rows)];
  });
}
