import { describe, expect, it } from "vitest";
import { convexWeight, fuseArms, vectorShare } from "../../../src/search/fusion/fuse-arms.ts";
import { resolveProfile } from "../../../src/search/profiles/resolve-profile.ts";
import { armLists } from "./lists.ts";

const EMBEDDED = { embedder: { kind: "embedded" } } as const;
const NEURAL = { embedder: { kind: "neural" } } as const;
const UNSET = { convexWeight: undefined };

describe("the weight of the vectors", () => {
  it("is 0.15 · (1 + unknown share) for the embedded ones: half unknown is 0.225", () => {
    expect(convexWeight(UNSET, EMBEDDED)).toBe(0.15);
    expect(convexWeight(UNSET, { ...EMBEDDED, unknownShare: 0.5 })).toBeCloseTo(0.225, 12);
    expect(convexWeight(UNSET, { ...EMBEDDED, unknownShare: 1 })).toBeCloseTo(0.3, 12);
  });

  it("is what is set, 0 too, and a neural embedder's own whatever is unknown", () => {
    expect(convexWeight({ convexWeight: 0 }, { ...EMBEDDED, unknownShare: 1 })).toBe(0);
    expect(convexWeight({ convexWeight: 0.7 }, { ...EMBEDDED, unknownShare: 1 })).toBe(0.7);
    expect(convexWeight(UNSET, { ...NEURAL, unknownShare: 1 })).toBe(0.45);
  });
});

describe("fusing a query of which words are unknown", () => {
  // mm: a (1, 0), b (0.8, 1), c (0, 0.5). At 0.15: a .85, b .83; at 0.225: a .775, b .845.
  const lists = {
    keyword: [
      { id: "a", score: 10 },
      { id: "b", score: 9 },
      { id: "c", score: 5 },
    ],
    vector: [
      { id: "b", score: 0.3 },
      { id: "c", score: 0.2 },
      { id: "a", score: 0.1 },
    ],
  };
  const fuse = (unknownShare: number) =>
    fuseArms(armLists(lists), resolveProfile("edge").fusion, {
      ...EMBEDDED,
      unknownShare,
      traits: () => undefined,
    });

  it("trusts the vectors more", () => {
    const scores = (share: number) => fuse(share).map(({ id, score }) => [id, Number(score.toFixed(4))]);
    expect(scores(0)).toEqual([
      ["a", 0.85],
      ["b", 0.83],
      ["c", 0.075],
    ]);
    expect(scores(0.5)).toEqual([
      ["b", 0.845],
      ["a", 0.775],
      ["c", 0.1125],
    ]);
  });

  it("tells the share of kinds that add the arms, and of the mixture that stands in for cosines", () => {
    const shareOf = (profile: "edge" | "openclaw" | "keyword", trust: typeof EMBEDDED | typeof NEURAL) =>
      vectorShare(armLists(lists), resolveProfile(profile).fusion, { ...trust, unknownShare: 0.2 });
    expect(shareOf("edge", EMBEDDED)).toBeCloseTo(0.18, 12);
    expect(shareOf("openclaw", EMBEDDED)).toBeCloseTo(0.18, 12);
    expect([shareOf("edge", NEURAL), shareOf("openclaw", NEURAL), shareOf("keyword", EMBEDDED)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    const { fusion } = resolveProfile("edge");
    expect(vectorShare(armLists({ ...lists, vector: undefined }), fusion, EMBEDDED)).toBeUndefined();
    expect(vectorShare(armLists({ ...lists, recent: lists.keyword }), fusion, EMBEDDED)).toBeUndefined();
  });
});
