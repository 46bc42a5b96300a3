import { expect, it } from "vitest";
import { addUp } from "../../../../src/web/views/index/audit-panel.tsx";
import { runDays } from "../../../../src/web/views/index/runs-panel.tsx";
import { weekOf } from "../../../../src/web/views/index/searches-panel.tsx";

it("a week has seven days, those without a search too", () => {
  const days = [
    { day: "2026-03-01", count: 4, p50Ms: 1, p95Ms: 2 },
    { day: "2026-02-27", count: 2, p50Ms: 1, p95Ms: 2 },
  ];
  const week = weekOf({ day: "2026-03-01", days });
  expect(week.map(({ name, value }) => `${name} ${value}`)).toEqual([
    ...["Feb 23 0", "Feb 24 0", "Feb 25 0", "Feb 26 0"],
    ...["Feb 27 2", "Feb 28 0", "Mar 1 4"],
  ]);
});

it("runs are counted by day, oldest first, with those that failed", () => {
  const run = (startedAt: string, error: string | null = null) => ({
    ...{ kind: "queue", startedAt, ms: 1, work: {}, error },
  });
  const bars = runDays([
    run("2026-03-02T10:00:00Z"),
    run("2026-03-02T09:00:00Z", "The model did not answer"),
    run("2026-03-01T09:00:00Z"),
  ]);
  expect(bars.map(({ name, value, failed }) => [name, value, failed])).toEqual([
    ["Mar 1", 1, 0],
    ["Mar 2", 2, 1],
  ]);
});

it("a check that goes over pages is told once, with all that failed", () => {
  const page = (check: string, checked: number, failed: number, id: string) => ({
    ...{ check, promise: "", checked, failed, examples: [{ id, note: null }], repair: [] },
  });
  const [one, ...others] = addUp([page("a", 5, 1, "x"), page("a", 7, 0, "y")]);
  expect(others).toEqual([]);
  expect(one).toMatchObject({ checked: 12, failed: 1, examples: [{ id: "x" }, { id: "y" }] });
});
