/** A note with the names that a careful reader would list; each is one labelled mention of its note. */
export interface LabelledNote {
  readonly path: string;
  readonly title: string | null;
  readonly text: string;
  readonly names: readonly string[];
}

/** Written for these tests. */
export const LABELLED_NOTES: readonly LabelledNote[] = [
  {
    path: "people/ines-carvalho-brandt.md",
    title: "Ines Carvalho-Brandt",
    text: `# Ines Carvalho-Brandt

Works at Quillhaven Robotics since March. Lives in Rotterdam, speaks Portuguese and German.

- Owns the Marlin gripper and the test bench.
- Reports to Dmitri Okafor.
- Asked on Tuesday for fewer meetings. Prefers mail to chat.
- Reach her at ines@quillhaven.example or as @icarvalho.
`,
    names: [
      "Ines Carvalho-Brandt",
      "Quillhaven Robotics",
      "Rotterdam",
      "Marlin",
      "Dmitri Okafor",
      "ines@quillhaven.example",
      "@icarvalho",
    ],
  },
  {
    path: "memory/2031-02-11.md",
    title: "2031-02-11",
    text: `# 2031-02-11

- Moved from Jenkins to Buildkite. Reason: queues that drain by themselves.
- Dmitri sent the drawings; Ines likes the second one.
- Decided against Kafka for now. Recently the broker lost messages twice.
- Shipping waits for ROB-482 and ROB-517.
- The grip sensor fails with CalibrationError when GRIP_SAMPLE_MS is below 20.

## Log

- Cleaned the bench. Ordered two motors.
- Wrote to Dmitri Okafor about the budget.
`,
    names: [
      "Jenkins",
      "Buildkite",
      "Dmitri",
      "Ines",
      "Kafka",
      "ROB-482",
      "ROB-517",
      "CalibrationError",
      "GRIP_SAMPLE_MS",
      "Dmitri Okafor",
    ],
  },
  {
    path: "projects/marlin.md",
    title: "Marlin",
    text: `---
title: Marlin
owner: Ines Carvalho-Brandt
status: active
---

# Marlin

A soft gripper. The firmware is in \`firmware/src/main.rs\`, the driver is \`marlin-driver\`.

Uses the Zephyr kernel. Start it with \`flashGripper()\` and watch \`gripForce\`.

See [[Test bench]] and [the wiring plan](../reference/wiring-plan.md).

| Setting | Value |
| --- | --- |
| \`GRIP_TIMEOUT_MS\` | 400 |
`,
    names: [
      "Marlin",
      "Ines Carvalho-Brandt",
      "firmware/src/main.rs",
      "marlin-driver",
      "Zephyr",
      "flashGripper",
      "gripForce",
      "Test bench",
      "../reference/wiring-plan.md",
      "GRIP_TIMEOUT_MS",
    ],
  },
  {
    path: "reference/setup.md",
    title: "Setup",
    text: `# Setup

Install \`@quill/motion@2.1.0\` and set \`MOTION_BUS\` before the first start. The Model Context Protocol (MCP) server
listens on a socket. Documentation is at https://docs.quillhaven.example.org/motion?lang=en.

\`\`\`ts
import { createArm } from "@quill/motion";
import { readFile } from "node:fs";

export function openGripper(limit: number) {
  return createArm({ limit });
}
\`\`\`

Two errors are known: ENOENT when the socket is missing, and \`MotionTimeoutError\`. Edit ~/.config/motion.toml then.
`,
    names: [
      "@quill/motion",
      "MOTION_BUS",
      "Model Context Protocol",
      "https://docs.quillhaven.example.org/motion",
      "openGripper",
      "node:fs",
      "ENOENT",
      "MotionTimeoutError",
      "~/.config/motion.toml",
    ],
  },
  {
    path: "notas/visita.md",
    title: "Visita",
    text: `# Visita

El lunes hablamos con Ramón Etxeberria de la fábrica de Bilbao. Quiere probar el brazo en abril con Ines.
Se decidió no comprar el sensor de Keyence hasta julio. La reunión fue en Zaragoza.
`,
    names: ["Ramón Etxeberria", "Bilbao", "Ines", "Keyence", "Zaragoza"],
  },
  {
    path: "notizen/besuch.md",
    title: "Besuch",
    text: `# Besuch

Am Dienstag war Frau Annelie Stubenrauch im Werk. Sie möchte die Messung mit dem neuen Greifer wiederholen, weil die
Ergebnisse der letzten Woche schwanken. Die Steuerung braucht ein neues Netzteil und der Schrank einen Lüfter.
Herr Okafor hat die Rechnung geprüft. Das Protokoll liegt unter \`berichte/besuch.pdf\`.
`,
    names: ["Annelie Stubenrauch", "Okafor", "berichte/besuch.pdf"],
  },
  {
    path: "notes/tokyo.md",
    title: "出張メモ",
    text: `# 出張メモ

田中さんと打ち合わせ。サンプルは高橋氏が送る。キーエンス株式会社の工場を見学した。
ファイルは \`samples/arm.csv\` にある。
`,
    names: ["田中", "高橋", "キーエンス株式会社", "samples/arm.csv"],
  },
  {
    path: "notes/shenzhen.md",
    title: "会议",
    text: `# 会议

王丽女士负责采购。陈志强说电机下周到。深圳大学的团队也参加。
`,
    names: ["王丽", "陈志强", "深圳大学"],
  },
  {
    path: "notes/seoul.md",
    title: "회의",
    text: "# 회의\n\n김민수 씨가 도면을 보냈다. 다음 회의는 박지영 팀장과 함께 한다.\n",
    names: ["김민수", "박지영"],
  },
  {
    path: "memory/2031-03-04.md",
    title: "2031-03-04",
    text: `# 2031-03-04

- Visited the Hafnarbaer plant in Reykjavik with Dmitri.
- Buildkite is slower than promised. Jenkins was cheaper.
`,
    names: ["Hafnarbaer", "Reykjavik", "Dmitri", "Buildkite", "Jenkins"],
  },
  {
    path: "memory/2031-03-05.md",
    title: "2031-03-05",
    text: `# 2031-03-05

- **Zephyr** replaces the old kernel, agreed with Siobhan Adeyemi from Northgate Institute.
- Keep \`marlin-driver\` at \`releases/v3\` until the audit. PR #381 and quill/motion#44 are open.
- Next: read the paper on Thursday, ask Keyence for a price, and thank Annelie Stubenrauch.
`,
    names: [
      "Zephyr",
      "Siobhan Adeyemi",
      "Northgate Institute",
      "marlin-driver",
      "releases/v3",
      "quill/motion#44",
      "Keyence",
      "Annelie Stubenrauch",
    ],
  },
];
