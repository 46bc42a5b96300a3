import type { Key as NodeKey } from "node:readline";
import { AppError } from "../../../../errors.ts";
import { EXIT, type ExitCode } from "../../../command.ts";
import { showsRoots } from "../../../render/search-hits.ts";
import { failureText } from "../../../report-failure.ts";
import { type Key, keyOf } from "./keys.ts";
import { open, openingOf } from "./open-hit.ts";
import { citationOf, listHeight, render } from "./render.ts";
import { openScreen, type Screen } from "./screen.ts";
import { createSearcher, type InteractiveOptions, type Searcher } from "./searcher.ts";
import { askedBy, chosenHit, type Event, reduce, type State, startState } from "./state.ts";

/** How it ended: with an exit code, at a signal, or by a failure that nobody expected. */
type Ending = { readonly code: ExitCode } | { readonly signal: NodeJS.Signals } | { readonly error: unknown };

/** What runs between two events; the only thing here that changes. */
interface Session extends InteractiveOptions {
  state: State;
  /** Text that is being pasted; undefined: none is. */
  pasted: string | undefined;
  /** A hit is being opened: the terminal may be another program's. */
  isOpening: boolean;
  readonly screen: Screen;
  readonly searcher: Searcher;
  readonly ended: AbortController;
  readonly end: (ending: Ending) => void;
}

/** What ends a program from outside: the terminal is given back first. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** However long it is stopped: nothing is done each time, milliseconds. */
const SUSPENDED_MS = 60_000;

function draw({ state, screen, context, isOpening, ended }: Session): void {
  if (!isOpening && !ended.signal.aborted) screen.draw(render(state, screen.size(), context.terminal.color));
}

function dispatch(session: Session, event: Event): void {
  const { question } = session.state;
  session.state = reduce(session.state, event);
  if (session.state.question !== question) void search(session);
  draw(session);
}

async function search(session: Session): Promise<void> {
  const { state, searcher } = session;
  const { question } = state;
  const asked = askedBy(state);
  if (asked === undefined) return searcher.giveUp();
  try {
    const answer = await searcher.ask(asked);
    if (answer !== undefined) dispatch(session, { kind: "answered", question, answer, asked });
  } catch (error) {
    if (!(error instanceof AppError)) return session.end({ error });
    dispatch(session, { kind: "failed", question, message: failureText(error) });
  }
}

const tell = (session: Session, message: string | undefined): void =>
  dispatch(session, { kind: "told", message });

/** Notes, once, that a search has led to a hit. */
function logShown({ state: { shown }, searcher }: Session): void {
  if (shown.kind === "answer") searcher.log(shown.asked);
}

async function openChosen(session: Session): Promise<void> {
  const { context, settings, screen, ended } = session;
  const hit = chosenHit(session.state);
  if (hit === undefined || session.isOpening) return;
  logShown(session);
  tell(session, "Opening…");
  session.isOpening = true;
  let told: string | undefined;
  try {
    const terminal = { ...context.terminal, canAsk: false };
    const opening = await openingOf(hit, { ...context, terminal, interrupted: () => ended.signal }, settings);
    if (ended.signal.aborted) return;
    screen.leave();
    told = await open(opening);
  } catch (error) {
    if (ended.signal.aborted) return;
    if (!(error instanceof AppError)) return session.end({ error });
    told = failureText(error);
  } finally {
    session.isOpening = false;
  }
  screen.enter();
  tell(session, told);
}

function copyChosen(session: Session): void {
  const { state, screen } = session;
  const hit = chosenHit(state);
  if (hit === undefined || state.shown.kind !== "answer") return;
  const citation = citationOf(hit, showsRoots(state.shown.answer));
  screen.copy(citation);
  logShown(session);
  tell(session, `Copied ${citation}`);
}

/** Ctrl-Z: back to the shell until it says to go on. */
function suspend(session: Session): void {
  if (process.platform === "win32") return;
  session.screen.leave();
  // With nothing to wait for Node would end as soon as it goes on: a listener of signals does not count.
  const waiting = setInterval(() => undefined, SUSPENDED_MS);
  process.once("SIGCONT", () => {
    clearInterval(waiting);
    session.screen.enter();
    draw(session);
  });
  // The whole job, as a terminal itself would: what started us waits with us.
  process.kill(0, "SIGTSTP");
}

function press(session: Session, key: Key): void {
  if (key.kind === "interrupt") session.end({ code: EXIT.interrupted });
  if (key.kind === "leave") session.end({ code: EXIT.ok });
  if (session.isOpening || session.ended.signal.aborted) return;
  const { state, screen } = session;
  dispatch(session, { kind: "key", key, page: listHeight(state, screen.size()) });
  if (key.kind === "open") void openChosen(session);
  if (key.kind === "copy") copyChosen(session);
  if (key.kind === "suspend") suspend(session);
}

/** A key as Node tells it; what is pasted between brackets is one text, whatever keys it looks like. */
function onKey(session: Session, typed: string | undefined, nodeKey: NodeKey): void {
  if (nodeKey.name === "paste-start") {
    session.pasted = "";
  } else if (nodeKey.name === "paste-end") {
    const text = session.pasted ?? "";
    session.pasted = undefined;
    press(session, { kind: "text", text });
  } else if (session.pasted !== undefined) {
    session.pasted += typed ?? nodeKey.sequence ?? "";
  } else {
    const key = keyOf(typed, nodeKey);
    if (key !== undefined) press(session, key);
  }
}

/** Runs until it is left; the terminal is given back before this resolves, however it ends. */
function runSession(options: InteractiveOptions): Promise<Ending> {
  return new Promise((resolve) => {
    const ended = new AbortController();
    const onSignal = (signal: NodeJS.Signals): void => {
      // Ctrl-C while an editor has the terminal is the editor's.
      if (signal !== "SIGINT" || !session.isOpening) session.end({ signal });
    };
    const session: Session = {
      ...options,
      state: startState(options.flags.profile),
      pasted: undefined,
      isOpening: false,
      ended,
      searcher: createSearcher(options),
      screen: openScreen({
        onKey: (typed, key) => onKey(session, typed, key),
        onResize: () => draw(session),
        onEnd: () => session.end({ code: EXIT.ok }),
      }),
      end(ending) {
        if (ended.signal.aborted) return;
        ended.abort();
        session.searcher.giveUp();
        session.screen.close();
        for (const name of SIGNALS) process.off(name, onSignal);
        // A person who leaves may wait a moment for the log; a signal does not.
        const written = "code" in ending ? session.searcher.settled() : Promise.resolve();
        void written.then(
          () => resolve(ending),
          (error: unknown) => resolve({ error }),
        );
      },
    };
    for (const name of SIGNALS) process.on(name, onSignal);
    draw(session);
    void session.searcher.place().then((place) => {
      if (place !== undefined) dispatch(session, { kind: "placed", place });
    });
  });
}

/** Search in a terminal: hits while a query is typed. Takes the whole screen and gives it back as it was, however it ends. */
export async function interactiveSearch(options: InteractiveOptions): Promise<ExitCode> {
  const ending = await runSession(options);
  if ("error" in ending) throw ending.error;
  if ("code" in ending) return ending.code;
  if (ending.signal === "SIGINT") return EXIT.interrupted;
  // Our own handler is gone: the signal now does what it is for, and who started us sees which one it was.
  process.kill(process.pid, ending.signal);
  return EXIT.interrupted;
}
