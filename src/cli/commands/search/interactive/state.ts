import { PROFILES, type ProfileName } from "../../../../search/contract/constants.ts";
import type { SearchAnswer } from "../../../../search/contract/search.ts";
import { EDITS, EMPTY_LINE, insert, type Key, type Line, type Move } from "./keys.ts";

export interface Asked {
  readonly query: string;
  readonly profile: ProfileName;
  /** Its last word may go on. */
  readonly typing: boolean;
}

type Shown =
  | { readonly kind: "nothing" }
  | { readonly kind: "answer"; readonly answer: SearchAnswer; readonly asked: Asked }
  | { readonly kind: "failure"; readonly message: string };

export interface State {
  readonly line: Line;
  readonly profile: ProfileName;
  /** Number of the newest question: an answer to an earlier one comes too late. */
  readonly question: number;
  readonly isWaiting: boolean;
  readonly shown: Shown;
  /** Position of the chosen hit, from 0. */
  readonly chosen: number;
  /** What is searched in, in words; undefined: not known yet. */
  readonly place: string | undefined;
  /** Shown until the next key. */
  readonly message: string | undefined;
}

export type Event =
  | { readonly kind: "key"; readonly key: Key; readonly page: number }
  | {
      readonly kind: "answered";
      readonly question: number;
      readonly answer: SearchAnswer;
      readonly asked: Asked;
    }
  | { readonly kind: "failed"; readonly question: number; readonly message: string }
  | { readonly kind: "placed"; readonly place: string }
  | { readonly kind: "told"; readonly message: string | undefined };

export const startState = (profile: ProfileName = "edge"): State => ({
  line: EMPTY_LINE,
  profile,
  question: 0,
  isWaiting: false,
  shown: { kind: "nothing" },
  chosen: 0,
  place: undefined,
  message: undefined,
});

/** What the line and the profile ask for; undefined: nothing is typed. */
export function askedBy({ line, profile }: Pick<State, "line" | "profile">): Asked | undefined {
  const query = line.text.trim();
  return query === "" ? undefined : { query, profile, typing: !/\s$/u.test(line.text) };
}

export const hitsOf = ({ shown }: Pick<State, "shown">): SearchAnswer["hits"] =>
  shown.kind === "answer" ? shown.answer.hits : [];

/** The hit that Enter opens; undefined: no hit is selected. */
export const chosenHit = (state: State): SearchAnswer["hits"][number] | undefined =>
  hitsOf(state)[state.chosen];

function askAgain(before: State, now: State): State {
  const asked = askedBy(now);
  const previous = askedBy(before);
  if (JSON.stringify(asked) === JSON.stringify(previous)) return now;
  return question(now);
}

/** Asks what the line says now, also when it was asked before. */
function question(state: State): State {
  const isWaiting = askedBy(state) !== undefined;
  const next = { ...state, question: state.question + 1, isWaiting };
  // Hits stay in sight until others come; of an empty line there are none.
  return isWaiting ? next : { ...next, shown: { kind: "nothing" }, chosen: 0 };
}

/** Positions by which a key moves the choice, in a list of which so many rows are seen. */
const steps = (page: number): Readonly<Record<Move, number>> => ({
  up: -1,
  down: 1,
  pageUp: -page,
  pageDown: page,
  first: Number.NEGATIVE_INFINITY,
  last: Number.POSITIVE_INFINITY,
});

function choose(state: State, move: Move, page: number): State {
  const last = Math.max(0, hitsOf(state).length - 1);
  return { ...state, chosen: Math.min(last, Math.max(0, state.chosen + steps(Math.max(1, page))[move])) };
}

function otherProfile(profile: ProfileName, by: number): ProfileName {
  const at = PROFILES.indexOf(profile) + by + PROFILES.length;
  return PROFILES[at % PROFILES.length] ?? profile;
}

function pressed(state: State, key: Key, page: number): State {
  const quiet = { ...state, message: undefined };
  if (key.kind === "text") return askAgain(state, { ...quiet, line: insert(state.line, key.text) });
  if (key.kind === "edit") return askAgain(state, { ...quiet, line: EDITS[key.edit](state.line) });
  if (key.kind === "move") return choose(quiet, key.move, page);
  if (key.kind === "profile")
    return askAgain(state, { ...quiet, profile: otherProfile(state.profile, key.by) });
  return key.kind === "again" ? question(quiet) : quiet;
}

/** The state after an event. Pure: what a key makes the program do beside that is the caller's. */
export function reduce(state: State, event: Event): State {
  if (event.kind === "key") return pressed(state, event.key, event.page);
  if (event.kind === "placed") return { ...state, place: event.place };
  if (event.kind === "told") return { ...state, message: event.message };
  if (event.question !== state.question) return state;
  const answered = { ...state, isWaiting: false, chosen: 0 };
  return event.kind === "answered"
    ? { ...answered, shown: { kind: "answer", answer: event.answer, asked: event.asked } }
    : { ...answered, shown: { kind: "failure", message: event.message } };
}
