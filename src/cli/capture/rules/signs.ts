/** Types of memories that words can be taken for. */
export type FactType = "preference" | "decision" | "correction" | "learning" | "gap" | "fact";

const VERBS =
  "use|write|add|run|ask|commit|push|put|name|call|make|do|include|start|deploy|answer|reply|respond|show|check|test|keep|log|send|touch|edit|delete|remove|format|merge|rebase|squash|pin|store|print|install|return|create|open|explain";

/** First match wins. English, with the commonest phrases of five other languages. */
const SIGNS: readonly (readonly [FactType, RegExp])[] = [
  [
    "gap",
    /\b(?:we|i) still (?:need|have) to\b|\bstill open\b|\bopen question\b|\b(?:is|are) still (?:open|unclear|undecided)\b|\b(?:haven't|have not) (?:yet )?(?:decided|agreed)\b|^(?:todo|to do)\b\s*:|\bqueda pendiente\b|\bnoch offen\b/iu,
  ],
  [
    "preference",
    new RegExp(
      [
        String.raw`\b(?:i|we)(?:'d| would)? (?:always |really |strongly )?prefer\b`,
        String.raw`\b(?:i|we)(?:'d| would) rather\b`,
        String.raw`\bmy preference is\b`,
        String.raw`\b(?:from now on|from today on|going forward)\b`,
        String.raw`\bin (?:the )?future,? (?:please|always|never|use|don't|do not)\b`,
        String.raw`\b(?:please )?(?:always|never) (?:${VERBS})\b`,
        String.raw`\bi (?:don't|do not|never) (?:like|want)\b`,
        String.raw`\bi (?:want|like) you to\b`,
        String.raw`\bi like (?:short|long|small|plain|simple)`,
        String.raw`^(?:please )?(?:do not|don't) (?:ever )?(?:${VERBS})\b.*\b(?:anywhere|ever|in (?:the|this|our)|without)\b`,
        String.raw`\bprefiero\b|\bprefiro\b|\bje préfère(?!\p{L})|\bich bevorzuge\b`,
        String.raw`\ba partir de ahora\b|\bde agora em diante\b|\bab jetzt\b|(?<!\p{L})désormais\b|\bdorénavant\b|\bd'ora in poi\b`,
      ].join("|"),
      "iu",
    ),
  ],
  [
    "decision",
    new RegExp(
      [
        String.raw`\b(?:we|i)(?:'ve| have)? (?:decided|agreed|settled on|chosen|chose|opted for)\b`,
        String.raw`\b(?:the|our) (?:decision|plan) (?:is|was)\b|^decision\b\s*:`,
        String.raw`\blet'?s (?:go with|stick (?:with|to)|settle on)\b`,
        String.raw`\bwe(?:'re| are) going with\b|\bwe (?:will|won't|shall) (?:keep|use|run|not use|stay)\b`,
        String.raw`\bdecidimos\b|\bhemos decidido\b|\bwir haben (?:uns\b.*\bentschieden|beschlossen|entschieden)\b`,
        String.raw`\bnous avons décidé(?!\p{L})|\bon a décidé(?!\p{L})|\babbiamo deciso\b`,
      ].join("|"),
      "iu",
    ),
  ],
  [
    "correction",
    /^(?:no|nope|actually|wrong|correction)[,:]? .*\b(?:is|are|was|should|must|use|not|instead)\b|\bthat(?:'s| is) (?:wrong|incorrect|not (?:right|correct|true))\b.*\S{3,}|\b(?:don't|do not|stop) (?:ever )?(?:do|doing|use|using) (?:that|this|it) again\b/iu,
  ],
  [
    "learning",
    /\b(?:it )?turn(?:s|ed) out\b|\blessons? learned\b|\b(?:i|we) (?:learned|found(?: out)?|discovered) that\b|\bthe (?:root )?cause (?:is|was)\b|\bes stellte sich heraus\b|\bresultó que\b/iu,
  ],
  [
    "fact",
    /\bremember (?:that|this|to|:)|^(?:please )?remember:|\bkeep in mind\b|\bfor (?:future|later) reference\b|\bfor the record\b|\bnote that\b|^(?:note|fyi)\s*[:,]|\bdon'?t forget\b|\b(?:my|our) (?:name|email|e-mail|team|time ?zone|birthday|address|phone) (?:is|are)\b|^our [\p{L}\d -]{2,40} (?:is|are|has|have|ends?|starts?) |^my [\p{L}\d -]{2,40} is |\brecuerda que\b|\blembre(?:-se)? (?:de )?que\b|\bmerk dir\b|\bdenk daran\b|\bn'oublie pas que\b/iu,
  ],
];

/** What a sentence reads as, by its words alone; undefined: nothing to be kept. */
export const signOf = (sentence: string): FactType | undefined =>
  SIGNS.find(([, sign]) => sign.test(sentence))?.[0];
