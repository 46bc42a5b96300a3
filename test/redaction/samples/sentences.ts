import { type Kind, PREFIXED } from "./kinds.ts";
import { made } from "./random.ts";
import { WRITTEN } from "./written.ts";

/** Where people and programs put what they must not write down. */
const SENTENCES: readonly ((written: string) => string)[] = [
  (it) => `We rotated it on Friday: ${it} is the new one.`,
  (it) => `Use ${it}, not the one in the wiki.`,
  (it) => `It came with the contract (${it}) and nobody noted it.`,
  (it) => `- staging: ${it}\n- production: ask Dana`,
  (it) => `DEPLOY=${it}\nREGION=eu-west-1`,
  (it) => `Run it once with \`${it}\` in the shell.`,
  (it) => `{"name": "deploy", "value": "${it}"}`,
  (it) => `The job failed because of ${it}; Ada fixed it.`,
  (it) => `Der Zugang für die Ablage: ${it} und gilt bis Mai`,
  (it) => `Ask Bo before you change ${it}.`,
];

const SEED = 20_261_124;

/** A text with a secret in it. */
export interface Sample {
  readonly kind: string;
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

function sampleOf(kind: string, text: string): Sample {
  const [before = "", secret = "", after = ""] = text.split(/[⟦⟧]/);
  return { kind, before, secret, after };
}

export const KINDS: readonly Kind[] = [...PREFIXED, ...WRITTEN];

/** Each kind in each sentence: the same ones in every run, none of them anybody's. */
export function samples(kinds: readonly Kind[] = KINDS): readonly Sample[] {
  const maker = made(SEED);
  return kinds.flatMap(([kind, write]) =>
    SENTENCES.map((sentence) => sampleOf(kind, sentence(write(maker)))),
  );
}
