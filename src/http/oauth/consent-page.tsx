import type { ConsentDescription } from "@cloudflare/workers-oauth-provider";
import type { Child } from "hono/jsx";
import { CONSENT_SCRIPT } from "./consent-script.ts";
import { CONSENT_STYLES } from "./consent-styles.ts";

/** How somebody shows who they are: a token, or the key of a browser that is signed in, whose cookie comes with it. */
export type Shown = { readonly token: string } | { readonly key: string };

/** Who may approve: how they showed it, and what they may give. */
export interface Approver {
  readonly shown: Shown;
  /** The token's own, or (an owner's) all there are. */
  readonly workspaces: readonly string[];
  /** Of the one workspace; of several nobody asked. */
  readonly roots: readonly string[];
}

interface ConsentParts {
  readonly details: ConsentDescription;
  readonly handle: string;
  /** Undefined: nobody has said yet who they are. */
  readonly approver?: Approver | undefined;
  /** What was wrong with what was sent. */
  readonly problem?: string | undefined;
}

const Whole = ({ title, children }: { readonly title: string; readonly children: Child }) => (
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <style dangerouslySetInnerHTML={{ __html: CONSENT_STYLES }} />
    </head>
    <body>
      <main>{children}</main>
    </body>
  </html>
);

/** Everything here but our own words came from the client, or from who made it. */
const Client = ({ details }: Pick<ConsentParts, "details">) => {
  const { clientDomain, redirectHost, redirectIsLoopback } = details;
  return (
    <>
      <p>
        {clientDomain === undefined ? (
          "It registered itself: nobody has checked its name."
        ) : (
          <>
            Published by <strong>{clientDomain}</strong>.
          </>
        )}{" "}
        Access is sent to <strong>{redirectHost}</strong>.
      </p>
      {redirectIsLoopback && (
        <p class="note">
          That is a program on this computer, whatever it calls itself. Go on only if you have just begun to
          connect it.
        </p>
      )}
    </>
  );
};

const SignIn = () => (
  <>
    <div id="signed-in" class="field" hidden>
      <input type="hidden" name="key" />
      <button type="submit" class="main" name="step" value="browser" formnovalidate>
        Go on as signed in on the page
      </button>
    </div>
    <div class="field">
      <label for="token">Admin's token of the workspace</label>
      <input id="token" name="token" type="password" autocomplete="off" required autofocus />
      <p class="soft">
        <code>recall token create --scope admin</code> makes one. It is used for this page only; what it lets
        in ends with it at the latest.
      </p>
    </div>
    <button type="submit" class="main" name="step" value="sign-in">
      Go on
    </button>
    <script dangerouslySetInnerHTML={{ __html: CONSENT_SCRIPT }} />
  </>
);

const Workspace = ({ workspaces: [only, ...others] }: Pick<Approver, "workspaces">) =>
  others.length === 0 ? (
    <p>
      Workspace: <strong>{only}</strong>
    </p>
  ) : (
    <div class="field">
      <label for="workspace">Workspace</label>
      <select id="workspace" name="workspace" required>
        {[only, ...others].map((slug) => (
          <option value={slug}>{slug}</option>
        ))}
      </select>
    </div>
  );

const Roots = ({ roots }: Pick<Approver, "roots">) => (
  <div class="field">
    <label for="root">Only this root (reading alone)</label>
    <select id="root" name="root">
      <option value="">All roots and memories</option>
      {roots.map((root) => (
        <option value={root}>{root}</option>
      ))}
    </select>
  </div>
);

/** Longest that a client is let in without being asked again; as long as a token's default. */
export const DAYS = { usual: 90, most: 365 } as const;

const Choice = ({ approver, details }: { approver: Approver; details: ConsentDescription }) => (
  <>
    {"token" in approver.shown ? (
      <input type="hidden" name="token" value={approver.shown.token} />
    ) : (
      <input type="hidden" name="key" value={approver.shown.key} />
    )}
    <Workspace workspaces={approver.workspaces} />
    <fieldset>
      <legend>It may</legend>
      <label>
        <input type="radio" name="scope" value="read" checked={!details.scope.includes("write")} /> search and
        read
      </label>
      <label>
        <input type="radio" name="scope" value="write" checked={details.scope.includes("write")} /> search,
        read, remember and forget
      </label>
    </fieldset>
    {approver.roots.length > 0 && <Roots roots={approver.roots} />}
    <div class="field">
      <label for="days">For so many days</label>
      <input id="days" name="days" type="number" min="1" max={DAYS.most} value={DAYS.usual} required />
    </div>
    <button type="submit" class="main" name="step" value="allow">
      Allow
    </button>
  </>
);

/** The page that asks whether a client may come in, whole: nothing else is loaded. */
export function consentPage({ details, handle, approver, problem }: ConsentParts): string {
  const title = `Let ${details.clientName} into edge-recall?`;
  const page = (
    <Whole title={title}>
      <h1>{title}</h1>
      <Client details={details} />
      {problem !== undefined && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <form method="post">
        <input type="hidden" name="handle" value={handle} />
        {approver === undefined ? <SignIn /> : <Choice approver={approver} details={details} />}
        <button type="submit" name="step" value="deny" formnovalidate>
          Deny
        </button>
      </form>
      <p class="soft">
        <code>recall token list</code> shows who was let in, <code>recall token revoke</code> ends it at once.
      </p>
    </Whole>
  );
  return `<!doctype html>${String(page)}`;
}

/** Why nobody can be asked, in place of the page. */
export function refusalPage(problem: string): string {
  const page = (
    <Whole title="Not connected">
      <h1>Not connected</h1>
      <p class="problem" role="alert">
        {problem}
      </p>
      <p>Begin again in the program that sent you here.</p>
    </Whole>
  );
  return `<!doctype html>${String(page)}`;
}
