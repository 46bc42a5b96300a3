import { useState } from "preact/hooks";
import { answerOf } from "../../../../client/client.ts";
import { HOUR_MS } from "../../../../config.ts";
import type { SignInSummary } from "../../../../workspaces/sign-ins/contract.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm } from "../../../components/dialog.tsx";
import { ago, time } from "../../../components/format.ts";
import { Answer } from "../../../components/state-panel.tsx";
import { tellFailure, usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { accessStrings } from "../../../strings/access.ts";
import { Ago, type Column, Panel, Table } from "../panel.tsx";

const words = accessStrings;

/** A browser that is signed in; `token` names its token where there are several. */
export interface SignInRow extends SignInSummary {
  readonly token?: string;
}

/** When something was used last, as far as it is known: a use within an hour of the noted one is not noted. */
const UsedAt = ({ at }: { readonly at: string }) => {
  const isOfThisHour = Date.now() - Date.parse(at) < HOUR_MS;
  return (
    <time datetime={at} title={words.toTheHour(time(at))}>
      {isOfThisHour ? words.thisHour : ago(at, Date.now())}
    </time>
  );
};

/** When and from where something was used last. */
export const LastUse = ({ at, from }: { readonly at: string | null; readonly from: string | null }) =>
  at === null ? (
    words.never
  ) : (
    <>
      <UsedAt at={at} /> {from !== null && <span class="quiet">{from}</span>}
    </>
  );

const columnsFor = (
  signIn: string | undefined,
  hasTokens: boolean,
  choose: (row: SignInRow) => void,
): readonly Column<SignInRow>[] => [
  {
    name: words.browser,
    cell: ({ id, browser }) => (
      <>
        {browser} {id === signIn && <b>({words.thisBrowser})</b>}
      </>
    ),
  },
  ...(hasTokens ? [{ name: words.token, cell: ({ token }: SignInRow) => <bdi>{token}</bdi> }] : []),
  { name: words.since, cell: ({ createdAt }) => <Ago at={createdAt} />, class: "optional" },
  {
    name: words.lastUsed,
    cell: ({ lastUsedAt, lastAddress }) => <LastUse at={lastUsedAt} from={lastAddress} />,
  },
  { name: words.ends, cell: ({ expiresAt }) => <Ago at={expiresAt} />, class: "optional" },
  {
    name: words.action,
    isUnnamed: true,
    cell: (row) => (
      <Button
        text={words.signOut}
        look="small"
        aria-label={words.signOutOne(row.browser)}
        onClick={() => choose(row)}
      />
    ),
  },
];

interface SigningOutProps {
  readonly row: SignInRow;
  readonly close: () => void;
  readonly changed: () => void;
}

/** Asks, then signs a browser out. */
const SigningOut = ({ row: { id, browser }, close, changed }: SigningOutProps) => {
  const page = usePage();
  const { v1 } = page.api;
  const signOut = async () => {
    close();
    if (id === page.signIn) return page.signOut();
    try {
      // Those of other tokens are an admin's to end.
      if (page.status.scope === "admin") await v1.tokens[":id"].$delete({ param: { id } });
      else await v1["sign-ins"][":id"].$delete({ param: { id } });
      page.tell({ tone: "success", text: words.signedOut(browser) });
      changed();
    } catch (error) {
      tellFailure(page, error, words.notSignedOut);
    }
  };
  return (
    <Confirm {...words.signingOut} look="danger" confirm={() => void signOut()} close={close}>
      <p>{words.signingOut.text(browser)}</p>
    </Confirm>
  );
};

/** Asks, then signs out every browser of the page's token. */
const Everywhere = ({ close }: { readonly close: () => void }) => {
  const page = usePage();
  const signOut = async () => {
    close();
    try {
      await page.api.v1["sign-ins"].$delete();
      page.signOut();
    } catch (error) {
      tellFailure(page, error, words.notSignedOut);
    }
  };
  return (
    <Confirm {...words.everywhereQuestion} look="danger" confirm={() => void signOut()} close={close}>
      <p>{words.everywhereQuestion.text}</p>
    </Confirm>
  );
};

/** Whether the page's token signed other browsers in than this one; a tab with a token of its own cannot tell whose they are. */
function hasOthers(rows: readonly SignInRow[], signIn: string | undefined): boolean {
  const own = rows.find(({ id }) => id === signIn);
  return rows.some(({ id, token }) => id !== signIn && (own === undefined || own.token === token));
}

interface SignInsProps {
  readonly rows: readonly SignInRow[];
  readonly changed: () => void;
}

/** Browsers that are signed in, each with its end. */
export const SignIns = ({ rows, changed }: SignInsProps) => {
  const { signIn } = usePage();
  const [chosen, choose] = useState<SignInRow | undefined>(undefined);
  const [isLeaving, setLeaving] = useState(false);
  const hasTokens = rows.some(({ token }) => token !== undefined);
  return (
    <>
      <Table
        columns={columnsFor(signIn, hasTokens, choose)}
        rows={rows}
        keyOf={({ id }) => id}
        empty={words.noSignIns}
        isStacked
      />
      {hasOthers(rows, signIn) && (
        <p>
          <Button text={words.everywhere} onClick={() => setLeaving(true)} />
        </p>
      )}
      {chosen && <SigningOut row={chosen} close={() => choose(undefined)} changed={changed} />}
      {isLeaving && <Everywhere close={() => setLeaving(false)} />}
    </>
  );
};

/** Browsers that the page's own token signed in, for who does not administer the others. */
export const SignInsPanel = ({ round }: { readonly round: number }) => {
  const { api } = usePage();
  const [changes, setChanges] = useState(0);
  const list = useLoaded(`${round} ${changes}`, (options) => answerOf(api.v1["sign-ins"].$get({}, options)));
  return (
    <Panel id="sign-ins" title={words.signIns} explanation={words.signInsExplained} isWide>
      <Answer of={list}>
        {({ signIns }) => <SignIns rows={signIns} changed={() => setChanges((count) => count + 1)} />}
      </Answer>
    </Panel>
  );
};
