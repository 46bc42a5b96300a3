import { describe, expect, it } from "vitest";
import {
  labelledSentences,
  measureNames,
  measureRelations,
  type Share,
  serviceFinds,
} from "./names-measured.ts";

const SENTENCES = labelledSentences();
const HALVES = ["tuned", "held-out"] as const;
const FRESH = SENTENCES.filter(({ split }) => split === "fresh");
const share = ({ right, of }: Share): number => right / of;

it("there are 300 labelled sentences, half of them labelled after the rules stood", () => {
  expect(SENTENCES.length).toBeGreaterThanOrEqual(300);
  const [tuned, heldOut] = HALVES.map((half) => SENTENCES.filter(({ split }) => split === half).length);
  expect(tuned).toBe(heldOut);
});

describe.each(HALVES)("of the sentences that are %s", (half) => {
  const sentences = SENTENCES.filter(({ split }) => split === half);

  it.each([
    [undefined, 0.95, 0.85],
    ["person", 0.95, 0.75],
    ["place", 0.95, 0.75],
    ["organisation", 0.89, 0.7],
  ] as const)("names (%s) are right and found", (type, precision, recall) => {
    const measured = measureNames(sentences, serviceFinds, type);
    expect(share(measured.precision), measured.wrong.join("\n")).toBeGreaterThanOrEqual(precision);
    expect(share(measured.recall), measured.missed.join("\n")).toBeGreaterThanOrEqual(recall);
  });

  it("relations are right and found", () => {
    const measured = measureRelations(sentences, serviceFinds);
    expect(share(measured.precision), measured.wrong.join("\n")).toBeGreaterThanOrEqual(0.95);
    expect(share(measured.recall), measured.missed.join("\n")).toBeGreaterThanOrEqual(0.9);
  });
});

describe("of the sentences that were labelled last", () => {
  it.each([
    [undefined, 0.95, 0.85],
    ["person", 0.85, 0.65],
    ["place", 0.95, 0.75],
    ["organisation", 0.9, 0.55],
  ] as const)("names (%s) are right and found", (type, precision, recall) => {
    const measured = measureNames(FRESH, serviceFinds, type);
    expect(share(measured.precision), measured.wrong.join("\n")).toBeGreaterThanOrEqual(precision);
    expect(share(measured.recall), measured.missed.join("\n")).toBeGreaterThanOrEqual(recall);
  });
});

describe("what was wrong", () => {
  const found = (text: string, ...given: string[]) =>
    serviceFinds({ split: "tuned", text, names: { given } });
  const named = (text: string, name: string) => found(text).names.find((one) => one.name === name)?.type;

  it.each([
    ["Heron depends on ledger-core.", "heron depends_on ledger-core"],
    ["Heron is led by Mei-Ling Chou.", "mei-ling-chou leads heron"],
    [
      "Priya Raman owns the auth service and works at Kestrel Labs.",
      "priya-raman owns auth-service, priya-raman works_at kestrel-labs",
    ],
    ["Ana Lindqvist reports to Bernd Kowalczyk.", "ana-lindqvist reports_to bernd-kowalczyk"],
    ["We moved the board from Trello to Jira.", "trello replaced_by jira"],
    ["Heron replaces Osprey.", "osprey replaced_by heron"],
  ])("%s", (text, expected) => {
    expect(found(text).relations.join(", ")).toBe(expected);
  });

  it.each([
    ["The DNS-01 challenge fails.", "DNS-01", "ticket"],
    ["We talked in Zoom about it.", "Zoom", "place"],
    ["Nobody works in VS Code here.", "VS Code", "place"],
    ["The zone is in Cloudflare now.", "Cloudflare", "place"],
    ["A GET answers at once.", "GET", "product"],
    ["The DBA said no.", "DBA", "product"],
  ])("%s: %s is no %s", (text, name, type) => {
    expect(named(text, name)).not.toBe(type);
  });

  it.each([
    ["Talked to Mei-Ling Chou.", "Mei-Ling Chou", "person"],
    ["Lunch with Al-Hassan.", "Al-Hassan", "person"],
    ["Heron depends on ledger-core.", "ledger-core", "code"],
  ])("%s: %s is a %s", (text, name, type) => {
    expect(named(text, name)).toBe(type);
  });

  it("a name in small letters is found where somebody gave it", () => {
    const text = "The schema of osprey is frozen.";
    expect(found(text).names).toEqual([]);
    expect(found(text, "Osprey").names).toMatchObject([{ name: "osprey" }]);
    expect(found("The ospreys are back, see osprey-eggs and osprey.md.", "osprey").names).not.toContainEqual(
      expect.objectContaining({ name: "osprey" }),
    );
  });
});
