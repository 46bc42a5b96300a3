import fc from "fast-check";
import { expect, it } from "vitest";
import { hookSettings, type Settings, setHooks } from "./claude-hooks.ts";

const PROGRAM = "/usr/bin/node '/my tools/recall.js'";
const EVENTS = ["UserPromptSubmit", "SessionStart", "SessionEnd"];

const commandsOf = (text: string): readonly (readonly string[])[] => {
  const { hooks } = JSON.parse(text) as Settings;
  return EVENTS.map((event) =>
    (hooks[event] ?? []).flatMap((group) => group.hooks.map(({ command }) => command)),
  );
};
const OURS = ["prompt", "session-start", "session-end"].map((name) => `${PROGRAM} hook ${name}`);

it("writes the hooks into settings that have none, and changes nothing the second time", () => {
  for (const text of ["", "{}", '{"model":"opus"}\n', '{\n  "hooks": {}\n}\n']) {
    const settings = setHooks(text, PROGRAM);
    expect(commandsOf(settings)).toEqual(OURS.map((command) => [command]));
    expect(setHooks(settings, PROGRAM)).toBe(settings);
  }
  expect(JSON.parse(setHooks("", PROGRAM))).toEqual(hookSettings(PROGRAM));
});

const OTHERS = `{
  // mine
  "model": "opus",
  "hooks": {
    "SessionEnd": [ { "hooks": [{"type":"command", "command":"say \\"done\\" // not ours"}] } ], /* kept */
    "PreToolUse": [],
    "UserPromptSubmit": [
    ]
  },
}
`;

/** Whether a text has another one in it, in its order, with more between. */
function holds(text: string, before: string): boolean {
  let at = 0;
  for (const character of text) if (character === before[at]) at += 1;
  return at === before.length;
}

it("keeps every byte of what is there, comments and other hooks among them", () => {
  const settings = setHooks(OTHERS, PROGRAM);
  expect(holds(settings, OTHERS)).toBe(true);
  expect(settings).toContain('{"type":"command", "command":"say \\"done\\" // not ours"}] } ], /* kept */');
  expect(settings.match(/ hook (?:prompt|session-start|session-end)"/g)).toHaveLength(3);
  expect(setHooks(settings, PROGRAM)).toBe(settings);
});

it("follows the program when it moves, and keeps flags that a person gave", () => {
  const before = setHooks("{}", PROGRAM).replace("hook prompt", "hook prompt --budget 400");
  const moved = setHooks(before, "RECALL_HOME=/h node /new/recall.js");
  expect(commandsOf(moved)[0]).toEqual(["RECALL_HOME=/h node /new/recall.js hook prompt --budget 400"]);
  expect(commandsOf(moved)[2]).toEqual(["RECALL_HOME=/h node /new/recall.js hook session-end"]);
});

const KEPT = [
  "/opt/recall/bin/audit-log --deny-secrets hook prompt",
  "~/total-recall/run.sh && my-guard hook prompt --strict",
  "recall status && my-guard hook prompt",
  "recall hook prompt-log",
  "sudo recall hook prompt",
  "echo 'recall hook prompt'",
];
const TAKEN = [
  "recall hook prompt",
  "~/bin/recall --at work hook prompt",
  "RECALL_HOME='/my home' /usr/bin/node '/my tools/recall.js' hook prompt",
  "npx recall --json hook prompt",
];

it("takes a command for ours by what it runs, not by the words in it", () => {
  const having = (command: string): string =>
    JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command }] }] } });
  for (const command of KEPT)
    expect(commandsOf(setHooks(having(command), PROGRAM))[0]).toEqual([OURS[0], command]);
  for (const command of TAKEN) expect(commandsOf(setHooks(having(command), PROGRAM))[0]).toEqual([OURS[0]]);
  expect(
    commandsOf(
      setHooks(having(`${PROGRAM.replace("recall", "r")} hook prompt`), PROGRAM.replace("recall", "r")),
    )[0],
  ).toHaveLength(1);
  const commented = setHooks(
    '{"hooks":{"SessionEnd":[/* "command": "recall hook session-end" */]}}',
    PROGRAM,
  );
  expect(commented).toContain('/* "command": "recall hook session-end" */');
  expect(commented).toContain(`${PROGRAM} hook session-end`);
});

it("moves the first of two commands of ours, and leaves the other", () => {
  const hooks = ["recall hook prompt", "recall hook prompt --budget 400"].map((command) => ({
    type: "command",
    command,
  }));
  const settings = setHooks(JSON.stringify({ hooks: { UserPromptSubmit: [{ hooks }] } }), PROGRAM);
  expect(commandsOf(settings)[0]).toEqual([OURS[0], "recall hook prompt --budget 400"]);
});

it.each(["[]", '{"hooks": []}', '{"hooks": {"SessionEnd": {}}}', "{", '{"hooks": {"SessionEnd": [}}'])(
  "refuses %s",
  (text) => {
    expect(() => setHooks(text, PROGRAM)).toThrow();
  },
);

it("loses nothing of any settings", () => {
  const command = fc.record({ type: fc.constant("command"), command: fc.string({ maxLength: 8 }) });
  const groups = fc.array(fc.record({ hooks: fc.array(command, { maxLength: 2 }) }), { maxLength: 2 });
  const settings = fc.record({
    model: fc.string({ maxLength: 5 }),
    hooks: fc.dictionary(fc.constantFrom("SessionEnd", "SessionStart", "PreToolUse"), groups),
  });
  fc.assert(
    fc.property(settings, fc.constantFrom(undefined, 2, "\t"), (one, indent) => {
      const { hooks, ...rest } = JSON.parse(setHooks(JSON.stringify(one, null, indent), PROGRAM)) as Settings;
      const { hooks: before, ...restBefore } = one;
      expect(rest).toEqual(restBefore);
      for (const [event, list] of Object.entries(before))
        expect(hooks[event]?.slice(EVENTS.includes(event) ? 1 : 0)).toEqual(list);
    }),
  );
});
