import { useState } from "preact/hooks";
import type { TokenList, TokenSummary } from "../../../../workspaces/contract.ts";
import { Button } from "../../../components/button.tsx";
import { Confirm } from "../../../components/dialog.tsx";
import { Answer } from "../../../components/state-panel.tsx";
import { type Page, tellFailure, usePage } from "../../../state/page.ts";
import { readToken } from "../../../state/session.ts";
import type { Loaded } from "../../../state/use-loaded.ts";
import { accessStrings } from "../../../strings/access.ts";
import { Ago, type Column, Panel, Table } from "../panel.tsx";
import { LastUse, type SignInRow, SignIns } from "./sign-ins-panel.tsx";

const words = accessStrings;

/** Neither revoked nor past its end. */
const counts = ({ revokedAt, expiresAt }: TokenSummary): boolean =>
  revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > Date.now());

const nameOf = ({ name, id }: TokenSummary): string => name || id;

/** Whether the page came in by a token: its id is the second part of its text. */
const isOwn = ({ id, signIns }: TokenSummary, signIn: string | undefined): boolean =>
  signIn === undefined ? readToken()?.split(".")[1] === id : signIns.some((one) => one.id === signIn);

const limitsOf = ({ roots, session, log }: TokenSummary): string =>
  [
    ...(roots === undefined ? [] : [words.roots(roots)]),
    ...(session === undefined ? [] : [words.session(session)]),
    ...(log === undefined ? [] : [words.notLogged]),
  ].join("; ") || words.everything;

const columnsFor = (
  { signIn }: Pick<Page, "signIn">,
  choose: (token: TokenSummary) => void,
): readonly Column<TokenSummary>[] => [
  {
    name: words.name,
    cell: (token) => (
      <>
        <bdi>{token.name || words.unnamed}</bdi> {isOwn(token, signIn) && <b>({words.own})</b>}
        <br />
        <code>{token.id}</code>{" "}
        {token.client !== null && (
          <span class="quiet">
            <bdi>{words.clientOf(token.client)}</bdi>
          </span>
        )}
      </>
    ),
  },
  { name: words.scope, cell: ({ scope }) => words.scopes[scope] },
  { name: words.limits, cell: limitsOf, class: "optional" },
  {
    name: words.lastUsed,
    cell: ({ lastUsedAt, lastDoor, lastAddress }) => (
      <LastUse at={lastUsedAt} from={[lastDoor, lastAddress].filter(Boolean).join(", ") || null} />
    ),
  },
  {
    name: words.ends,
    class: "optional",
    cell: ({ expiresAt }) => (expiresAt === null ? words.endless : <Ago at={expiresAt} />),
  },
  {
    name: words.action,
    isUnnamed: true,
    cell: (token) => (
      <Button
        text={words.revoke}
        look="small"
        aria-label={words.revokeOne(nameOf(token))}
        onClick={() => choose(token)}
      />
    ),
  },
];

interface RevocationProps {
  readonly token: TokenSummary;
  readonly close: () => void;
  readonly changed: () => void;
}

/** Asks, then revokes a token. */
const Revocation = ({ token, close, changed }: RevocationProps) => {
  const page = usePage();
  const { revocation } = words;
  const isLast = isOwn(token, page.signIn);
  const revoke = async () => {
    close();
    try {
      await page.api.v1.tokens[":id"].$delete({ param: { id: token.id } });
      if (isLast) return page.signOut();
      page.tell({ tone: "success", text: words.revoked(nameOf(token)) });
      changed();
    } catch (error) {
      tellFailure(page, error, words.notRevoked);
    }
  };
  return (
    <Confirm {...revocation} look="danger" confirm={() => void revoke()} close={close}>
      <p>{revocation.text(nameOf(token))}</p>
      {token.signIns.length > 0 && <p>{revocation.signIns(token.signIns.length)}</p>}
      {isLast && <p>{revocation.own}</p>}
    </Confirm>
  );
};

const signInsOf = (tokens: readonly TokenSummary[]): readonly SignInRow[] =>
  tokens.flatMap((token) => token.signIns.map((one) => ({ ...one, token: nameOf(token) })));

interface TokensPanelProps {
  readonly list: Loaded<TokenList>;
  readonly changed: () => void;
}

/** The workspace's tokens, clients and signed-in browsers, for an admin: each can be ended. */
export const TokensPanel = ({ list, changed }: TokensPanelProps) => {
  const page = usePage();
  const [chosen, choose] = useState<TokenSummary | undefined>(undefined);
  return (
    <>
      <Panel id="tokens" title={words.tokens} explanation={words.tokensExplained} isWide>
        <Answer of={list}>
          {({ tokens }) => (
            <Table
              columns={columnsFor(page, choose)}
              rows={tokens.filter(counts)}
              keyOf={({ id }) => id}
              empty={words.noTokens}
              isStacked
            />
          )}
        </Answer>
      </Panel>
      <Panel id="sign-ins" title={words.signIns} explanation={words.signInsExplained} isWide>
        <Answer of={list}>
          {({ tokens }) => <SignIns rows={signInsOf(tokens.filter(counts))} changed={changed} />}
        </Answer>
      </Panel>
      {chosen && <Revocation token={chosen} close={() => choose(undefined)} changed={changed} />}
    </>
  );
};
