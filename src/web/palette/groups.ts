import type { IconName } from "../components/icon.tsx";
import { recentSearches } from "../state/kept.ts";
import type { Page } from "../state/page.ts";
import { searchFor, VIEW_NAMES } from "../state/place.ts";
import { strings } from "../strings.ts";
import { BY_SLIP, bestOf, matchScore } from "./match.ts";
import type { Thing, Things } from "./sources.ts";

const words = strings.palette;

/** Of each group; recent searches and actions are all there before something is typed. */
const SHOWN = 5;
const SHOWN_AT_FIRST = 6;

export interface Entry {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  readonly beside?: string | undefined;
  readonly run: () => void;
}

export interface EntryGroup {
  readonly name: string;
  readonly entries: readonly Entry[];
}

/** What can be done from anywhere. */
function actions(page: Page): readonly Entry[] {
  const { go, show } = page;
  return [
    ...VIEW_NAMES.map(
      (view): Entry => ({
        ...{ id: `view ${view}`, icon: view, name: words.goTo(strings.views[view]) },
        run: () => go({ view, parameters: {} }),
      }),
    ),
    { id: "push", icon: "plus", name: words.push, run: () => go({ view: "index", parameters: {} }) },
    {
      ...{ id: "work", icon: "index", name: words.work },
      run: () => go({ view: "index", parameters: { show: "work" } }),
    },
    { id: "agent", icon: "graph", name: words.agent, run: () => show("agent") },
    { id: "settings", icon: "settings", name: strings.settings.title, run: () => show("settings") },
    { id: "keys", icon: "help", name: strings.keys.title, run: () => show("keys") },
  ];
}

const entryOf = ({ go }: Page, { to, ...thing }: Thing): Entry => ({ ...thing, run: () => go(to) });

const recent = (page: Page): readonly Entry[] =>
  recentSearches(page.status.workspace).map((query) => ({
    ...{ id: `recent ${query}`, icon: "memory", name: query },
    run: () => page.go(searchFor(query)),
  }));

const folders = (page: Page): readonly Entry[] =>
  page.status.roots.map(({ root, documents }) => ({
    ...{ id: `root ${root}`, icon: "folder", name: root, beside: words.documents(documents) },
    run: () => page.go({ view: "search", parameters: { ...only(page, "q"), root } }),
  }));

const only = ({ place: { parameters } }: Page, name: string) =>
  parameters[name] === undefined ? {} : { [name]: parameters[name] };

/** What stands beside a name, such as a path, counts half. */
const scoreOf = (typed: string, { name, beside = "" }: Entry): number =>
  Math.max(matchScore(typed, name), matchScore(typed, `${name} ${beside}`) / 2);

/** Before anything is typed: what was looked for last, what can be done, and the folders. */
const atFirst = (page: Page): readonly EntryGroup[] => [
  { name: words.groups.recent, entries: recent(page).slice(0, SHOWN_AT_FIRST) },
  { name: words.groups.actions, entries: actions(page) },
  { name: words.groups.folders, entries: folders(page).slice(0, SHOWN) },
];

/** What a typed text names, the group with the best match first; with slips only where nothing is named without. */
function named(page: Page, typed: string, things: Things | undefined): readonly EntryGroup[] {
  const of = (some: readonly Thing[] = []) => some.map((thing) => entryOf(page, thing));
  const all: readonly EntryGroup[] = [
    { name: words.groups.documents, entries: of(things?.documents) },
    { name: words.groups.memories, entries: of(things?.memories) },
    { name: words.groups.people, entries: of(things?.people) },
    { name: words.groups.folders, entries: folders(page) },
    { name: words.groups.actions, entries: actions(page) },
    { name: words.groups.recent, entries: recent(page) },
  ];
  const scored = all.map(({ name, entries }) => ({
    name,
    best: bestOf(entries, (entry) => scoreOf(typed, entry), SHOWN),
  }));
  // Who typed a name right did not mean another one by a slip.
  const isNamed = scored.some(({ best: [first] }) => first !== undefined && first.score > BY_SLIP);
  return scored
    .map(({ name, best }) => ({ name, best: isNamed ? best.filter(({ score }) => score > BY_SLIP) : best }))
    .sort((one, other) => (other.best[0]?.score ?? 0) - (one.best[0]?.score ?? 0))
    .map(({ name, best }) => ({ name, entries: best.map(({ thing }) => thing) }));
}

/** Everything that a typed text may mean, in groups; searching for it is always the last. */
export function entryGroups(page: Page, typed: string, things: Things | undefined): readonly EntryGroup[] {
  const query = typed.trim();
  const search: Entry = {
    ...{ id: "search", icon: "search", name: words.search(query) },
    run: () => page.go(searchFor(query)),
  };
  const groups =
    query === ""
      ? atFirst(page)
      : [...named(page, query, things), { name: words.groups.search, entries: [search] }];
  return groups.filter(({ entries }) => entries.length > 0);
}
