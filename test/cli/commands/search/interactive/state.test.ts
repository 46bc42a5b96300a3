import fc from "fast-check";
import { expect, it } from "vitest";
import {
  EDITS,
  type Edit,
  EMPTY_LINE,
  insert,
  type Key,
  type Line,
  type Move,
} from "../../../../../src/cli/commands/search/interactive/keys.ts";
import {
  askedBy,
  chosenHit,
  type Event,
  reduce,
  type State,
  startState,
} from "../../../../../src/cli/commands/search/interactive/state.ts";
import { PROFILES } from "../../../../../src/search/contract/constants.ts";
import { found, hit } from "../../../../support/found.ts";

const PAGE = 5;
const key = (pressed: Key): Event => ({ kind: "key", key: pressed, page: PAGE });
const type = (text: string): Event => key({ kind: "text", text });
const edit = (name: Edit): Event => key({ kind: "edit", edit: name });
const move = (name: Move): Event => key({ kind: "move", move: name });
const after = (...events: readonly Event[]): State => events.reduce(reduce, startState());

const HITS = Array.from({ length: 12 }, (_, at) => hit({ path: `${at}.md`, citation: `${at}.md#L1` }));
const answered = (question: number, query: string): Event => ({
  kind: "answered",
  question,
  answer: found(HITS),
  asked: { query, profile: "edge", typing: true },
});

it("asks for what is typed, anew only when that is another question", () => {
  const typed = after(type("k"), type("e"), type("y"));
  expect(typed).toMatchObject({ line: { text: "key", cursor: 3 }, question: 3, isWaiting: true });
  const unchanged = [edit("left"), edit("left"), edit("start"), edit("end")].reduce(reduce, typed);
  expect(unchanged.question).toBe(3);
  // A blank ends the word: it is searched as it is.
  const ended = [type(" "), type(" ")].reduce(reduce, typed);
  expect([ended.question, askedBy(typed)?.typing, askedBy(ended)?.typing]).toEqual([4, true, false]);
  expect(reduce(typed, key({ kind: "again" })).question).toBe(4);
  expect(reduce(typed, key({ kind: "profile", by: 1 }))).toMatchObject({ question: 4, profile: "openclaw" });
});

it("takes no answer to an earlier question, and keeps hits in sight until the next come", () => {
  const first = after(type("a"), answered(1, "a"));
  expect(chosenHit(first)?.path).toBe("0.md");
  const second = [type("b"), move("down")].reduce(reduce, first);
  expect(second).toMatchObject({ isWaiting: true, chosen: 1 });
  expect(reduce(second, answered(1, "a"))).toBe(second);
  expect(reduce(second, { kind: "failed", question: 1, message: "late" })).toBe(second);
  expect(reduce(second, answered(2, "ab"))).toMatchObject({ isWaiting: false, chosen: 0 });
});

it("asks nothing and shows nothing once the line is empty", () => {
  const state = [edit("deleteToStart"), answered(1, "a")].reduce(reduce, after(type("a"), answered(1, "a")));
  expect(state).toMatchObject({ question: 2, isWaiting: false, shown: { kind: "nothing" } });
  const chosen = after(type("a"), answered(1, "a"), move("last"), edit("deleteToStart"));
  expect(chosen).toMatchObject({ shown: { kind: "nothing" }, chosen: 0 });
  expect(after(type("   "))).toMatchObject({ question: 0, isWaiting: false });
});

it("moves through the list and never out of it", () => {
  const list = after(type("a"), answered(1, "a"));
  const at = (...moves: readonly Move[]) => moves.map(move).reduce(reduce, list).chosen;
  expect([at("up"), at("down"), at("pageDown"), at("last"), at("last", "down")]).toEqual([0, 1, 5, 11, 11]);
  expect([at("last", "pageUp"), at("pageDown", "first"), at("pageDown", "pageUp", "pageUp")]).toEqual([
    6, 0, 0,
  ]);
  expect(after(move("down"), move("last"), move("pageDown")).chosen).toBe(0);
});

it("goes round through the profiles, both ways", () => {
  const next = key({ kind: "profile", by: 1 });
  const round = PROFILES.map(() => next).reduce(reduce, startState());
  expect(round.profile).toBe("edge");
  expect(after(key({ kind: "profile", by: -1 })).profile).toBe(PROFILES.at(-1));
});

it("tells a failure of the newest question, and a message until the next key", () => {
  const failed = after(type("a"), { kind: "failed", question: 1, message: "Could not reach it" });
  expect(failed.shown).toEqual({ kind: "failure", message: "Could not reach it" });
  const told = reduce(failed, { kind: "told", message: "Copied" });
  expect([told.message, reduce(told, move("down")).message]).toEqual(["Copied", undefined]);
});

it("edits whole characters and words", () => {
  const typed = insert(EMPTY_LINE, "né 👨‍👩‍👧 日本");
  const done = (...names: readonly Edit[]) =>
    names.reduce((line: Line, name) => EDITS[name](line), typed).text;
  expect(done("backspace")).toBe("né 👨‍👩‍👧 日");
  expect(done("left", "left", "left", "backspace")).toBe("né  日本");
  expect(done("start", "delete", "delete")).toBe(" 👨‍👩‍👧 日本");
  expect(done("deleteWord")).toBe("né 👨‍👩‍👧 ");
  expect(done("deleteWord", "deleteWord")).toBe("né ");
  expect(done("start", "right", "deleteToEnd")).toBe("n");
});

it("keeps the cursor between characters and the query well-formed and short, whatever is pressed", () => {
  const anyText = fc.array(fc.nat(0xff_ff)).map((units) => String.fromCharCode(...units));
  const edits = fc.constantFrom(...(Object.keys(EDITS) as Edit[])).map(edit);
  const events = fc.array(fc.oneof(anyText.map(type), edits), { maxLength: 20 });
  const long = fc.constant(type(`${"x".repeat(1_999)}😀😀`));
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          events,
          long.map((one) => [one]),
        ),
        { maxLength: 3 },
      ),
      (parts) => {
        const { line } = after(...parts.flat());
        expect(line.text.isWellFormed()).toBe(true);
        expect(line.text.slice(0, line.cursor).isWellFormed()).toBe(true);
        expect(line.text.length).toBeLessThanOrEqual(2_000);
        expect(/\p{Cc}/u.test(line.text)).toBe(false);
        expect(line.cursor).toBeGreaterThanOrEqual(0);
        expect(line.cursor).toBeLessThanOrEqual(line.text.length);
      },
    ),
  );
});
