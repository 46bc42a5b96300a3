/** Something that changes, in the words of those who note it down and of those who ask. `{e}` is whose, `{v}` the value. */
export interface Fact {
  readonly says: readonly string[];
  readonly asks: readonly string[];
  /** Each in turn; all of a fact differ. */
  readonly values: readonly string[];
}

export interface Domain {
  readonly things: readonly string[];
  readonly facts: readonly Fact[];
  /** What else is noted down there; it says nothing that anybody asks for. */
  readonly asides: readonly string[];
}

/**
 * Every thing of a domain has all its facts, so that a note of another thing, or of another fact of the same thing, shares
 * words with the question and may well be newer than the answer.
 */
export const DOMAINS: readonly Domain[] = [
  {
    things: [
      "Heron gateway",
      "Osprey billing worker",
      "Plover index",
      "Lapwing mail relay",
      "Dunlin resizer",
    ],
    facts: [
      {
        says: [
          "Request timeout of the {e} is {v} seconds.",
          "{e}: request timeout changed to {v} seconds, the old value made the dashboards red.",
          "After the outage we set the timeout of requests in the {e} to {v} seconds.",
        ],
        asks: ["What is the request timeout of the {e}?", "current request timeout {e}"],
        values: ["20", "45", "90", "12"],
      },
      {
        says: [
          "The {e} stores its data in {v}.",
          "{e} moved to {v}, all data was copied over on the weekend.",
          "Decided: {v} for the data of the {e}. Reason: fewer surprises with locks.",
        ],
        asks: ["Which database holds the data of the {e}?", "Where does the {e} store its data now?"],
        values: ["MySQL", "Postgres", "SQLite", "Cassandra"],
      },
      {
        says: [
          "{v} is on call for the {e}.",
          "On-call duty for the {e} goes to {v} until further notice.",
          "{e}: {v} takes over on-call, handover was short.",
        ],
        asks: ["Who is on call for the {e}?", "on-call person of the {e} at the moment"],
        values: ["Ilse", "Bram", "Noor", "Piotr"],
      },
    ],
    asides: [
      "Read the paper on log-structured trees, nothing for us.",
      "Build took eleven minutes, cache was cold.",
      "Review of the small refactoring, two comments.",
      "Lunch talk about tracing, slides are on the drive.",
    ],
  },
  {
    things: ["Calle Arenal flat", "Lindenweg house", "Quay Street studio", "Mill Lane cottage"],
    facts: [
      {
        says: [
          "Rent of the {e} is {v} euro a month.",
          "The landlord of the {e} wrote: rent goes to {v} euro.",
          "New rent for the {e}, {v} euro, because of the index.",
        ],
        asks: ["How much is the rent of the {e}?", "latest rent {e}"],
        values: ["810", "845", "790", "902"],
      },
      {
        says: [
          "Keys of the {e} are with {v}.",
          "Gave the keys of the {e} to {v}.",
          "{v} has the keys for the {e} since the lock was changed.",
        ],
        asks: ["Who has the keys of the {e}?", "Where are the keys for the {e} now?"],
        values: ["Mrs Falk", "the caretaker", "Anneke", "the bakery downstairs"],
      },
      {
        says: [
          "Heating in the {e}: serviced by {v}.",
          "For the heating of the {e} call {v}, the other firm closed.",
          "{v} does the heating service of the {e}.",
        ],
        asks: ["Which firm services the heating in the {e}?", "Whom do I call about the heating of the {e}?"],
        values: ["Brandt", "Thermo Ruiz", "Keller & Son", "Nordwarm"],
      },
    ],
    asides: [
      "Bought light bulbs and a new doormat.",
      "Neighbours want to paint the stairs, meeting some evening.",
      "The parcel came to the wrong door again.",
      "Measured the windows for curtains: 120 by 180.",
    ],
  },
  {
    things: ["Atlas trial", "Borealis cohort", "Cinder pilot study", "Delphi registry"],
    facts: [
      {
        says: [
          "Enrolment target of the {e} is {v} patients.",
          "{e}: the board lowered expectations, target for enrolment {v} patients.",
          "We agreed on {v} patients as the enrolment target in the {e}.",
        ],
        asks: ["What is the enrolment target of the {e}?", "How many patients should the {e} enrol?"],
        values: ["240", "180", "310", "96"],
      },
      {
        says: [
          "Samples of the {e} are shipped to {v}.",
          "From today the samples of the {e} go to {v}.",
          "{e}: sample shipping switched to {v}, cold chain held.",
        ],
        asks: ["Where are samples of the {e} shipped?", "Which lab gets the samples of the {e} these days?"],
        values: ["Utrecht", "Leuven", "Graz", "Aarhus"],
      },
      {
        says: [
          "Monitoring visits for the {e} happen every {v} weeks.",
          "Interval of monitoring visits in the {e} is {v} weeks from here on.",
          "{e}: monitoring visit every {v} weeks, the monitor asked for it.",
        ],
        asks: ["How often are monitoring visits for the {e}?", "current interval of monitoring visits {e}"],
        values: ["four", "six", "eight", "ten"],
      },
    ],
    asides: [
      "Ordered labels and two boxes of tubes.",
      "The freezer alarm was a door left open.",
      "Statistics seminar moved to the small room.",
      "Draft of the abstract sent round, deadline is close.",
    ],
  },
  {
    things: ["Wednesday choir", "rowing club", "chess evening", "allotment society", "reading circle"],
    facts: [
      {
        says: [
          "The {e} meets at {v}.",
          "Meeting place of the {e} moved, we meet at {v}.",
          "{e}: next meetings at {v}, the old room is being painted.",
        ],
        asks: ["Where does the {e} meet?", "meeting place of the {e} now"],
        values: ["the parish hall", "the library", "Café Mono", "the school gym"],
      },
      {
        says: [
          "Membership fee of the {e}: {v} a year.",
          "The {e} voted, the membership fee is {v}.",
          "Paid {v} to the {e}, that is the fee for members this year.",
        ],
        asks: ["How much is the membership fee of the {e}?", "membership fee {e}"],
        values: ["30 pounds", "36 pounds", "24 pounds", "48 pounds"],
      },
      {
        says: [
          "Treasurer of the {e} is {v}.",
          "{v} was elected treasurer of the {e}.",
          "{e}: {v} is the treasurer since the last assembly.",
        ],
        asks: ["Who is treasurer of the {e}?", "Who looks after the money as treasurer of the {e}?"],
        values: ["Dorothy", "Mr Oduya", "Svenja", "Carlo"],
      },
    ],
    asides: [
      "Nice evening, somebody brought walnut cake.",
      "Photo of the group is in the shared album.",
      "Bicycle stands are still missing.",
      "Wrote a card to Agnes, get well soon.",
    ],
  },
  {
    things: ["Molkerei Tiefensee", "Druckerei Hallmann", "Gärtnerei Ostwind", "Schreinerei Kolb"],
    facts: [
      {
        says: [
          "Zahlungsziel bei der {e}: {v} Tage.",
          "Die {e} gibt uns jetzt {v} Tage Zahlungsziel.",
          "Neues Zahlungsziel mit der {e} vereinbart, {v} Tage.",
        ],
        asks: ["Welches Zahlungsziel haben wir bei der {e}?", "aktuelles Zahlungsziel {e}"],
        values: ["14", "30", "21", "45"],
      },
      {
        says: [
          "Ansprechpartner der {e} ist {v}.",
          "Bei der {e} ist {v} der neue Ansprechpartner.",
          "{v} ist ab sofort Ansprechpartner für uns bei der {e}.",
        ],
        asks: ["Wer ist Ansprechpartner bei der {e}?", "Ansprechpartner {e}"],
        values: ["Frau Behrens", "Herr Yıldız", "Frau Okafor", "Herr Lutz"],
      },
    ],
    asides: [
      "Rechnung vom Vormonat abgelegt.",
      "Der Aufzug war wieder kaputt.",
      "Muster kommen nächste Woche mit der Post.",
    ],
  },
];
