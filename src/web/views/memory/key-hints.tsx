import { hasCharacterKeys } from "../../state/session.ts";

/** What keys do here, for whoever has a keyboard. */
export const KeyHints = ({ keys }: { readonly keys: readonly (readonly [string, string])[] }) =>
  hasCharacterKeys() ? (
    <ul class="row memory-keys small">
      {keys.map(([key, meaning]) => (
        <li key={key}>
          {key.split(" ").map((one) => (
            <kbd key={one}>{one}</kbd>
          ))}{" "}
          {meaning}
        </li>
      ))}
    </ul>
  ) : null;
