import { countTokens } from "gpt-tokenizer";
import { byteStream, chatEvents } from "./chat-stream.ts";
import { type ChatInputs, fakeChat } from "./fake-chat.ts";

/** What a text model was asked. */
export interface Asked {
  readonly system: string;
  readonly prompt: string;
}

/** A text model that says what its script says: a text, or an object as JSON; an error is thrown. */
export interface FakeGenerator {
  readonly asked: Asked[];
  script: (asked: Asked) => unknown;
  /** What it has read and written so far, as a real tokenizer counts it. */
  readonly tokens: { in: number; out: number };
  /** Answers that nobody read to their end. */
  cancelled: number;
  run(inputs: Record<string, unknown>): Promise<unknown>;
}

/** A question from passages is answered by what they begin with, so that whatever was quoted is told. */
function quotesOf(prompt: string): object | undefined {
  if (!prompt.startsWith('{"question":')) return undefined;
  const { passages } = JSON.parse(prompt) as { passages: readonly { number: number; text: string }[] };
  return {
    sentences: passages.map(({ number, text }) => ({ text: text.slice(0, 300), passages: [number] })),
  };
}

export function fakeGenerator(): FakeGenerator {
  const fake: FakeGenerator = {
    asked: [],
    script: ({ system, prompt }) => quotesOf(prompt) ?? fakeChat({ messages: chat(system, prompt) }),
    tokens: { in: 0, out: 0 },
    cancelled: 0,
    async run(inputs) {
      const { messages } = inputs as ChatInputs;
      const said = (role: string) => messages?.find((message) => message.role === role)?.content ?? "";
      const asked = { system: said("system"), prompt: said("user") };
      fake.asked.push(asked);
      const answer = await fake.script(asked);
      if (answer instanceof Error) throw answer;
      const content = typeof answer === "string" ? answer : JSON.stringify(answer);
      fake.tokens.in += countTokens(asked.system) + countTokens(asked.prompt);
      fake.tokens.out += countTokens(content);
      if (inputs.stream === true)
        return byteStream(chatEvents(content), () => {
          fake.cancelled += 1;
        });
      return { choices: [{ message: { role: "assistant", content } }] };
    },
  };
  return fake;
}

const chat = (system: string, user: string) => [
  { role: "system", content: system },
  { role: "user", content: user },
];
