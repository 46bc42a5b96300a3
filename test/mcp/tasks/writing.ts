import type { Task } from "./task.ts";

const task =
  (tool: string) =>
  (situation: string, args: Task["args"], says: RegExp): Task => ({
    ...{ situation, tool, args, says },
  });
const remember = task("remember");
const forget = task("forget");
const feedback = task("feedback");
const graph = task("graph");
const status = task("status");

export const REMEMBERS: readonly Task[] = [
  remember(
    "The user said that the release train leaves on Tuesdays. Save that fact for later sessions.",
    { texts: ["The release train leaves on Tuesdays."] },
    /^created [0-9a-f]{32}$/,
  ),
  remember(
    "A decision was made, with its reason: save it as an important memory.",
    {
      texts: ["We decided to cache answers for a day because models are slow."],
      type: "decision",
      importance: 0.9,
    },
    /^created /,
  ),
  remember(
    "The user prefers tabs over spaces. Remember that preference.",
    { texts: ["The user prefers tabs over spaces."], type: "preference" },
    /^created /,
  ),
  remember(
    "Keep three lessons from today at once.",
    {
      texts: [
        "Migrations run before the deploy.",
        "The queue needs a dead letter list.",
        "Flaky tests hide real failures.",
      ],
      type: "learning",
    },
    /^created .*\ncreated .*\ncreated /,
  ),
  remember(
    "A fact is outdated: save the new one, which replaces the old memory.",
    ({ memories }) => ({ texts: ["The office moved to Lisbon in May."], supersedes: memories.office }),
    /^created /,
  ),
  remember(
    "The text of a memory is slightly wrong. Edit that memory.",
    ({ memories }) => ({ id: memories.deploy, texts: ["We deploy on Wednesdays, after the standup."] }),
    /^changed [0-9a-f]{32}$/,
  ),
  remember(
    "Change the tags of one memory.",
    ({ memories }) => ({ id: memories.database, tags: ["storage"] }),
    /^changed /,
  ),
  remember(
    "Change one memory to the highest priority.",
    ({ memories }) => ({ id: memories.database, priority: 1 }),
    /^changed /,
  ),
  remember(
    "Save something that I am not sure of: a fact with a low confidence.",
    { texts: ["The vendor may raise prices in autumn."], confidence: 0.3 },
    /^created /,
  ),
  remember(
    "Save a fact together with its source, a URL.",
    { texts: ["The API allows 100 requests a minute."], source: "https://api.example/docs" },
    /^created /,
  ),
];

export const FORGETS: readonly Task[] = [
  forget(
    "The user wants one memory deleted; its id is known.",
    ({ memories }) => ({ id: memories.phone }),
    /^Forgotten: /,
  ),
  forget(
    "Bring back the memory that was deleted a minute ago.",
    ({ memories }) => ({ id: memories.phone, undo: true }),
    /^Back: /,
  ),
  forget(
    "Forget what is remembered of the parking lot.",
    { query: "The parking lot is closed on Fridays." },
    /^Forgotten: /,
  ),
  forget(
    "Delete the memory that says the printer is on floor three.",
    { query: "The printer is on floor three." },
    /^Forgotten: /,
  ),
  forget(
    "Undo it: that memory should not have been forgotten.",
    ({ memories }) => ({ id: memories.printer, undo: true }),
    /^Back: /,
  ),
];

export const VOTES: readonly Task[] = [
  feedback(
    "The first hit of my search helped. Vote it up.",
    ({ recallId }) => ({ recallId, hit: 1, vote: "up" }),
    /^up [0-9a-f]+, sum 1/,
  ),
  feedback(
    "A hit misled me: vote it down, with a note why.",
    ({ recallId }) => ({ recallId, hit: 1, vote: "down", note: "about another team" }),
    /^down /,
  ),
  feedback(
    "Take the vote on that hit back.",
    ({ recallId }) => ({ recallId, hit: 1, vote: "none" }),
    /^none /,
  ),
  feedback(
    "A memory helped: vote for it.",
    ({ memories }) => ({ hit: memories.database, vote: "up" }),
    /^up /,
  ),
];

export const OTHERS: readonly Task[] = [
  graph("Who is related to Acme Corp?", { query: "Acme Corp" }, /Ana López|ana-lopez/),
  graph(
    "What relations does Ana López have, and who says so?",
    { query: "Ana López" },
    /Ana López: person[\s\S]*works_at Acme Corp \[notes:people\.md/,
  ),
  graph("Show people and things two steps around Ana López.", { query: "Ana López", depth: 2 }, /Ben Okafor/),
  graph(
    "Which organizations and people are around Ben Okafor? At most five.",
    { query: "Ben Okafor", limit: 5 },
    /Acme Corp/,
  ),
  status("How many documents are indexed?", {}, /: 7 documents, |documents/),
  status("Is everything indexed, or is something pending or failed?", {}, /\d+ pending, \d+ failed/),
  status("Which roots are there, the folders that were pushed?", {}, /^roots: .*notes \(6\).*wiki \(1\)/m),
];
