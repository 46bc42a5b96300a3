import { IconButton } from "../../../components/button.tsx";
import type { Voted, Votes } from "./use-votes.ts";

interface VoteButtonsProps {
  readonly voted: Voted;
  readonly labels: Readonly<Record<"up" | "down", string>>;
  readonly votes: Votes;
}

/** A thumb up and one down; the given one is pressed, and pressing it again takes it back. */
export const VoteButtons = ({ voted, labels, votes }: VoteButtonsProps) => (
  <>
    {(["up", "down"] as const).map((value) => (
      <IconButton
        key={value}
        icon={value}
        label={labels[value]}
        class={`vote is-${value === "up" ? "success" : "error"}`}
        data-act={value}
        aria-pressed={votes.of(voted) === value}
        onClick={() => votes.give(voted, value)}
      />
    ))}
  </>
);
