import { Button } from "../../components/button.tsx";
import { memoryStrings } from "../../strings/memory.ts";
import type { Pages } from "./use-pages.ts";

/** A button for the next page of a list, where there is one. */
export const More = ({ more, isLoadingMore }: Pick<Pages<never>, "more" | "isLoadingMore">) =>
  more === undefined ? null : (
    <p class="more">
      <Button text={memoryStrings.more} disabled={isLoadingMore} onClick={more} />
    </p>
  );
