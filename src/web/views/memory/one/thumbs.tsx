import { answerOf } from "../../../../client/client.ts";
import type { Memory } from "../../../../memories/contract/memories.ts";
import { usePage } from "../../../state/page.ts";
import { useLoaded } from "../../../state/use-loaded.ts";
import { memoryStrings } from "../../../strings/memory.ts";
import { useVotes, type Voted } from "../lane/use-votes.ts";
import { VoteButtons } from "../lane/vote-buttons.tsx";

const words = memoryStrings;
/** The token's latest votes, among which its own on this memory is looked for: as many as one answer has. */
const LATEST = 200;

/** What votes say of a memory, and this token's own, whether or not a search ever found it. */
export const Thumbs = ({ memory: { id, votes: counted } }: { readonly memory: Memory }) => {
  const page = usePage();
  const votes = useVotes(page);
  const own = useLoaded(id, async (options) => {
    const answer = await answerOf(page.api.v1.feedback.$get({ query: { limit: LATEST } }, options));
    return answer.votes.find(({ recallId, chunk }) => recallId === null && chunk === id)?.value ?? null;
  });
  // Pressing what is not known yet might take a vote back that nobody sees.
  if (own.value === undefined && own.failure === undefined) return null;
  const loaded = own.value ?? null;
  const voted: Voted = { chunk: id, vote: loaded };
  const given = votes.of(voted);
  const withOwn = (value: "up" | "down"): number =>
    counted[value] + Number(given === value) - Number(loaded === value);
  return (
    <span class="row one-thumbs">
      <VoteButtons voted={voted} labels={words.one.votes} votes={votes} />
      <span class="small">{words.upAndDown(withOwn("up"), withOwn("down"))}</span>
    </span>
  );
};
