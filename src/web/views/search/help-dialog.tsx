import { Dialog } from "../../components/dialog.tsx";
import { strings } from "../../strings.ts";

const words = strings.search.keys;

/** All keys of the view. */
export const HelpDialog = ({ close }: { readonly close: () => void }) => (
  <Dialog title={words.title} close={close}>
    <dl class="keys">
      {words.list.map(([key, meaning]) => (
        <div key={key}>
          <dt>
            {key.split(" ").map((one) => (
              <kbd key={one}>{one}</kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  </Dialog>
);
