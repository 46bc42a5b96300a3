import { describe, expect, it } from "vitest";
import { type SkipReason, skipReason, stripEnvelope } from "../../../src/search/skip/skip.ts";

const SKIPPED: Readonly<Record<string, Partial<Record<SkipReason, readonly string[]>>>> = {
  English: {
    greeting: [
      "hi",
      "Hello there!",
      "good morning team",
      "Hey, how are you?",
      "Thanks a lot for your help!",
      "Good evening Christopher",
    ],
    affirmation: ["yes", "Great, thanks!", "Alright, makes sense.", "that's right", "ok?", "sure thing"],
    continuation: ["continue", "please go ahead", "Let's do it!", "what's next?"],
    slash_command: ["/new", "/model fast and cheap please", "/status"],
    shell_command: [
      "ls -la",
      "git status",
      'git commit -m "fix the login of the shop"',
      "npm run typecheck",
      "docker compose up -d",
      "cat notes.md | grep retry",
      "cd /var/log && tail -f syslog",
      "sudo apt install postgresql",
      "git push origin main",
      "NODE_ENV=test npx vitest run test/api",
      "kubectl get pods -n payments",
      "curl -s https://example.com/health",
      "python3 scripts/import.py --dry-run",
      "`make clean install`",
      "grep -rn retry src",
    ],
    heartbeat: [
      "HEARTBEAT",
      "HEARTBEAT_OK",
      "[System Message] context was compacted",
      "Read HEARTBEAT.md if it exists. Follow it strictly. If nothing needs attention, reply HEARTBEAT_OK.",
      "[System] the session was reset",
    ],
    emoji_only: ["👍", "🎉🎉 🚀", "👩‍💻👍🏽", "1️⃣ 2️⃣", "🇵🇹"],
    no_words: ["...", "?!", "—"],
    short: ["fix typo", "red blue", "lunch at noon"],
    empty: ["", "  \n ", "[cron:9f2c nightly]"],
  },
  Spanish: {
    greeting: ["hola", "¡Buenos días equipo!", "Muchas gracias por tu ayuda", "¿Qué tal?"],
    affirmation: ["sí, perfecto", "De acuerdo, gracias", "claro que sí"],
    continuation: ["sigue adelante por favor", "otra vez", "puedes continuar"],
    short: ["comer pan"],
  },
  Portuguese: {
    greeting: ["olá", "Bom dia, pessoal!", "Muito obrigado pela ajuda", "tudo bem?"],
    affirmation: ["sim, está bem", "combinado, obrigada", "com certeza"],
    continuation: ["pode continuar por favor", "vamos lá", "mais uma vez"],
    short: ["comer pão"],
  },
  Chinese: {
    greeting: ["你好", "大家早上好！", "非常感谢你的帮助", "谢谢！再见"],
    affirmation: ["好的", "好的，谢谢", "没问题，明白了", "可以"],
    continuation: ["继续", "请继续吧", "下一步", "开始吧"],
    short: ["吃饭", "今天下雨"],
  },
  Japanese: {
    greeting: ["こんにちは", "おはようございます、皆さん", "ありがとうございます！"],
    affirmation: ["はい、わかりました", "了解です", "大丈夫です、ありがとう"],
    continuation: ["続けてください", "次をお願いします", "もう一度"],
    short: ["昼ご飯", "青い空"],
  },
  Korean: {
    greeting: ["안녕하세요", "정말 감사합니다", "여러분 좋은 아침입니다"],
    affirmation: ["네, 알겠습니다", "좋아요 고마워요", "괜찮습니다"],
    continuation: ["계속해 주세요", "다음 단계", "다시 해줘"],
    short: ["점심", "파란 하늘"],
  },
  Arabic: {
    greeting: ["مرحبا", "السلام عليكم جميعا", "شكراً جزيلاً على المساعدة"],
    affirmation: ["نعم، بالتأكيد", "حسنا شكرا"],
    continuation: ["استمر من فضلك", "الخطوة التالية"],
    short: ["خبز وماء"],
  },
};

const COMMAND_LIKE = [
  "test strategy for payments?",
  "git rebase or merge?",
  "make targets for the release?",
  "find the invoice template we agreed on",
  "cat food brands for the office cat",
  "docker or podman for CI",
  "npm or pnpm in the monorepo",
  "curl timeout against the billing API",
  "python version for the data pipeline",
  "go routines leak in the importer",
  "build times since the migration",
  "kill switch for feature flags",
  "top complaints from customers in May",
  "history of the pricing decision",
  "who is on call this weekend",
  "which database did we choose",
  "date of the launch party",
  "sort order of search hits",
  "head of design's opinion on the logo",
  "tail latency of checkout",
  "ssh key rotation policy",
  "echo cancellation bug on Android",
  "less noise in alerts: what did we decide",
  "git commit message conventions",
  "docker compose file for staging",
  "npm publish checklist",
  "kubectl access for new joiners",
  "make release notes shorter",
  "watch party planning",
  "export rules for customer data",
  "time zone of the Lisbon office",
  "/etc/hosts entry of the staging machine",
  "/v1/search answers 500",
  "git 合并冲突怎么解决",
  "open questions about the contract",
  "[systemd] unit fails to start at boot",
  "node_modules is 2 GB, why?",
  "ls colors in the terminal of Ana",
  "cd pipeline secrets and who rotates them",
  "heartbeat interval of the websocket",
  "what does HEARTBEAT_OK mean?",
  "hello world tutorial for new hires",
  "ok button label in Spanish",
  "continue watching row on the home page",
  "next invoice number for Acme GmbH",
];

const FORCED = [
  "remember?",
  "/recall pricing",
  "memory",
  "last time",
  "as before",
  "hi, what did we agree on last time?",
  "my name?",
  "ok, my email",
  "git status as I did previously",
  "¿recuerdas?",
  "la última vez",
  "mi nombre",
  "lembra?",
  "da última vez",
  "meu nome",
  "你记得吗",
  "之前",
  "上次",
  "我的名字",
  "覚えてる",
  "前回",
  "私の名前",
  "기억나",
  "지난번",
  "내 이름",
  "هل تذكر",
  "آخر مرة",
  "اسمي",
];

const SEARCHED = [
  "where is HQ",
  "why red",
  "HQ?",
  "¿dónde?",
  "quem paga?",
  "谁负责预算",
  "预算是多少",
  "誰ですか",
  "担当は誰",
  "누구예요?",
  "언제 하나요",
  "أين المفتاح؟",
  "the office moves to Porto in May",
  "服务器的超时时间设置",
  "サーバーのタイムアウト",
  "서버 타임아웃 설정 값",
  "la oficina se muda a Oporto",
  "موعد الاجتماع القادم",
  "[cron:9f2c nightly report] Summarise the open invoices of Acme",
  "4242 4242 4242 4242",
  "[System] the session was compacted\nWhich invoices are still open?",
  "good morning protocol of the clinic",
];

const rows = Object.entries(SKIPPED).flatMap(([language, reasons]) =>
  Object.entries(reasons).flatMap(([reason, texts]) =>
    texts.map((text) => [language, reason, text] as const),
  ),
);

describe("skipReason", () => {
  it.each(rows)("%s, %s: %j", (_, reason, text) => {
    expect(skipReason(text)).toBe(reason);
  });

  it.each(COMMAND_LIKE)("searches what only looks like a command: %j", (text) => {
    expect(skipReason(text)).toBeUndefined();
  });

  it.each(FORCED)("always searches what asks for something said before: %j", (text) => {
    expect(skipReason(text)).toBeUndefined();
  });

  it.each(SEARCHED)("searches %j", (text) => {
    expect(skipReason(text)).toBeUndefined();
  });

  it("has at least 80 cases in six languages and 20 that look like commands", () => {
    expect(rows.length).toBeGreaterThanOrEqual(80);
    expect(Object.keys(SKIPPED).length).toBeGreaterThanOrEqual(6);
    expect(COMMAND_LIKE.length).toBeGreaterThanOrEqual(20);
  });

  it("counts 15 characters, and 6 in Chinese, Japanese and Korean", () => {
    expect(["redis timeouts", "redis timeouts1"].map(skipReason)).toEqual(["short", undefined]);
    expect(["东京办公室", "东京办公室楼"].map(skipReason)).toEqual(["short", undefined]);
  });

  it.each([
    "`",
    '"',
    "'",
    "[cron:a]",
    "hi ",
    "/a ",
    "git ",
    "- ",
    "\n",
    "记",
    "A (untrusted metadata):",
    "🙂",
  ])("reads 300,000 characters of %j", (piece) => {
    expect(() => skipReason(piece.repeat(300_000 / piece.length))).not.toThrow();
  });
});

describe("stripEnvelope", () => {
  const METADATA = 'Conversation info (untrusted metadata):\n```json\n{\n\n"label": "remember"\n}\n```\n\n';

  it.each([
    ["[cron:9f2c nightly report] Check the invoices", "Check the invoices"],
    [`${METADATA}Who pays?`, "Who pays?"],
    [
      "Conversation info (untrusted metadata): {}\nsender: x\n\nWho pays?\n\nAnd when?",
      "Who pays?\n\nAnd when?",
    ],
    ["Sender (untrusted metadata): {}\nWho pays?", "Who pays?"],
    ["Sender (untrusted metadata):", ""],
    [`[cron:1 a] ${METADATA}[Mon 2026-03-02 04:21 GMT+8] Who pays?`, "Who pays?"],
    ["Who sends [cron:1 a] messages?", "Who sends [cron:1 a] messages?"],
    ["- A (untrusted metadata): shown?", "- A (untrusted metadata): shown?"],
  ])("makes of %j what somebody wrote: %j", (text, written) => {
    expect(stripEnvelope(text)).toBe(written);
  });

  it("keeps the words of metadata from deciding", () => {
    expect(skipReason(`${METADATA}thanks!`)).toBe("greeting");
    expect(skipReason("[cron:7 remember the milk] HEARTBEAT")).toBe("heartbeat");
  });
});
