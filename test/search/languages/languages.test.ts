import { describe, expect, it } from "vitest";
import { localWorkspace } from "../../support/worlds/local-workspace.ts";

const NOTES = {
  "de/störung.md":
    "# Störung im Mai\n\nDie Anwendung war eine Stunde lang nicht erreichbar. Der Pool hatte nur zehn Datenbankverbindungen, und die Wiederholungen belegten sie alle.\n",
  "de/kueche.md":
    "# Lebkuchen\n\nDer Teig ruht über Nacht im Kühlschrank, und das Rezept stammt aus dem Kochbuch der Großmutter.\n",
  "de/verbindung.md":
    "# Züge\n\nDie Verbindung nach Wien ist am Samstag die schnellste, und der Schaffner verkauft die Karten.\n",
  "ru/pump.md":
    "# Насос для колодца\n\nНа даче стоит погружной насос с фильтром для воды. Его чистят весной.\n",
  "ru/books.md":
    "# Список книг для отпуска\n\nВзять с собой роман для дороги и сборник рассказов для детей.\n",
  "es/huerto.md": "# Notas del jardín\n\nEl tomate se planta en mayo y con el calor se riega.\n",
  "pt/horta.md": "# Notas do jardim\n\nOs tomates são plantados em maio com a mãe.\n",
  "th/db.md": "# ฐานข้อมูลล่ม\n\nระบบหยุดตอบสนองเพราะการเชื่อมต่อฐานข้อมูลเต็ม\n",
  "hi/list.md": "# किताबों की सूची\n\nछुट्टी के लिए उपन्यास और कहानियाँ हैं।\n",
  "zh/db.md": "# 五月的故障\n\n服务中断了一个小时，因为数据库的连接用完了。\n",
  "fi/mokki.md":
    "# Mökin keittiö\n\nKattila löytyy yläkaapista, ja veden suodattimet on vaihdettava ennen kesää, kun ne ovat likaiset.\n",
  "hu/garazs.md": "# Garázs\n\nA téli gumik a garázs polcán vannak, és a jelszó két lezárt borítékban.\n",
  "da/braend.md": "# Rugbrød\n\nDejen til brødet holder ti dage i køleskabet, og vejen til hytten er lang.\n",
  "el/kipos.md": "# Ο κήπος\n\nΟι ντομάτες ποτίζονται το πρωί και το λάστιχο είναι πίσω από την αποθήκη.\n",
  "ja/niku.md": "# 肉じゃが\n\n醤油は最後に入れ、鍋は弱火にかける。\n",
  "fa/hours.md": "# ساعات\n\nکتاب\u200cخانه از شنبه تا چهارشنبه باز است.\n",
  "en/minutes.md": "# Minutes\n\nThe com\u00admit\u00adtee met in room 502, near the wal\u200brus.\n",
  "en/docker.md":
    "# Docker\n\nThe image is built by docker on the build server, and the docking station is in the office.\n",
} as const;

describe("a workspace in several languages", () => {
  const here = localWorkspace(NOTES);
  const search = async (query: string, options: object = {}) =>
    (await here.client.search(here.token, query, { profile: "keyword", ...options })).body;
  const first = async (query: string, options: object = {}) => (await search(query, options)).hits[0]?.path;

  it.each([
    ["the parts of a compound", "Verbindungen zur Datenbank", "de/störung.md"],
    ["a compound by its parts", "Datenbankverbindung", "de/störung.md"],
    ["another form, without umlauts", "Kuehlschraenke und Kochbuecher", "de/kueche.md"],
    ["what a question is about, not its article", "Ein Kochbuch für die Großmutter", "de/kueche.md"],
    [
      "in the question's language what others say, too: Spanish",
      "¿Cuándo se planta el tomate?",
      "es/huerto.md",
    ],
    [
      "in the question's language what others say, too: Portuguese",
      "Quando são plantados os tomates?",
      "pt/horta.md",
    ],
    ["another form with another vowel", "regar en el calor", "es/huerto.md"],
    ["what a question is about, not its function words", "Какие насосы для колодцев?", "ru/pump.md"],
    ["a part of a Thai sentence", "การเชื่อมต่อฐานข้อมูล", "th/db.md"],
    ["simplified Chinese by traditional", "數據庫連接", "zh/db.md"],
    ["a Finnish word whose consonants change", "suodatin", "fi/mokki.md"],
    ["the last part of a Finnish compound", "kaappi", "fi/mokki.md"],
    ["a word with a zero-width non-joiner, without it", "کتابخانه", "fa/hours.md"],
    ["a part of a word with a zero-width non-joiner", "خانه", "fa/hours.md"],
    ["a word in the plural, with a non-joiner before its ending", "شنبه\u200cها", "fa/hours.md"],
    ["a word with soft hyphens, without them", "committee", "en/minutes.md"],
    ["a word that is typed with one, without it", "wal\u00adrus", "en/minutes.md"],
    ["a number in Thai digits", "๕๐๒", "en/minutes.md"],
    ["an English word in an English text", "docker image", "en/docker.md"],
    ["the parts of a Hungarian compound", "hol a téligumi", "hu/garazs.md"],
    ["a short word that others end with", "rugbrødsdej", "da/braend.md"],
    ["ø as it is typed without its key", "koeleskab", "da/braend.md"],
    ["the known part of a compound whose other part nobody has", "Verwaltungsdatenbank", "de/störung.md"],
    ["Japanese syllables in their other form", "ニクジャガ 肉ジャガ", "ja/niku.md"],
  ])("finds %s", async (_, query, path) => {
    expect(await first(query)).toBe(path);
  });

  it("finds no Greek note by function words alone", async () => {
    expect(await search("πού είναι το και από την;")).toMatchObject({
      outcome: "nothing_relevant",
      hits: [],
    });
  });

  it("finds no Hindi word by another whose vowel signs are left out", async () => {
    expect((await search("सच")).hits).toEqual([]);
  });

  it("holds a phrase against the words as they stand", async () => {
    expect(await first('"zehn Datenbankverbindungen"')).toBe("de/störung.md");
    expect((await search('"zehn Verbindungen"')).outcome).toBe("nothing_found");
  });

  it("marks other forms of what was asked in a snippet", async () => {
    const { hits } = await search("Rezepte Kühlschränke", { view: "snippet" });
    const { text, highlights } = hits[0].snippet;
    const marked = highlights.map(([start, end]: [number, number]) => text.slice(start, end));
    expect(marked).toEqual(expect.arrayContaining(["Rezept", "Kühlschrank"]));
  });

  it("finds what is still being typed", async () => {
    expect(await first("Kochbu", { typing: true })).toBe("de/kueche.md");
  });

  it("knows a language from the moment in which its first text is pushed", async () => {
    expect(await first("bilarnas nycklar")).toBeUndefined();
    await here.client.upload(
      here.token,
      {
        "sv/bil.md": "# Bilen\n\nNyckeln till bilen hänger under trappan, och den är inte till salu.\n",
      },
      "more",
    );
    expect(await first("bilarnas nycklar")).toBe("sv/bil.md");
  });

  it("finds other forms with a token that sees one root alone", async () => {
    const { token } = (
      await here.client.call("POST", "/v1/tokens", {
        token: here.token,
        body: { scope: "read", roots: ["more"], expiresInDays: 1 },
      })
    ).body;
    const narrow = async (query: string) =>
      (await here.client.search(token, query, { profile: "keyword" })).body.hits[0]?.path;
    expect(await narrow("bilarnas nycklar")).toBe("sv/bil.md");
    expect(await narrow("Verbindungen zur Datenbank")).toBeUndefined();
  });
});
