import type { Kind } from "./kinds.ts";
import type { Made } from "./random.ts";

const pem = (made: Made): string => {
  const edge = (word: string) => ["-----", word, " RSA PRIVATE", " KEY-----"].join("");
  return [edge("BEGIN"), made.base64(64), made.base64(64), `${made.base64(40)}==`, edge("END")].join("\n");
};

/** Secrets that show by what stands beside them. */
export const WRITTEN: readonly Kind[] = [
  ["private key", (m) => `the signing key\n⟦${pem(m)}⟧\n`],
  ["JWT", (m) => `⟦${"ey"}J${m.any(30)}.${"ey"}J${m.any(60)}.${m.url(43)}⟧`],
  ["bearer", (m) => `curl -H 'Authorization: Bearer ⟦${m.url(40)}⟧' https://api.example.com`],
  ["password of an address", (m) => `postgres://app:⟦${m.any(14)}⟧@db.internal:5432/shop`],
  ["cookie", (m) => `Cookie: theme=dark; connect.sid=⟦s%3A${m.url(32)}.${m.any(40)}⟧`],
  ["cookie that is set", (m) => `Set-Cookie: JSESSIONID=⟦${m.hex(32).toUpperCase()}⟧; Path=/; HttpOnly`],
  ["mysql", (m) => `mysql -h db.internal -u root -p⟦${m.any(12)}⟧ shop`],
  ["sshpass", (m) => `sshpass -p ⟦${m.any(11)}⟧ ssh root@10.0.0.7`],
  ["redis-cli", (m) => `redis-cli -h cache -a ⟦${m.any(16)}⟧ ping`],
  ["kubeconfig", (m) => `client-key-data: ⟦LS0tLS1CRUdJTi${m.base64(600)}==⟧`],
  ["split by U+FE0F", (m) => `⟦${"gh"}p_${m.any(18)}\ufe0f${m.any(18)}⟧`],
  ["split by tag characters", (m) => `⟦${"sk"}_live_${m.any(12)}\u{e0041}\u{e0042}${m.any(12)}⟧`],
  ["split by soft hyphens", (m) => `⟦${"gl"}pat-${m.any(10)}\u00ad${m.any(10)}⟧`],
  ["Datadog key", (m) => `DD_API_KEY=⟦${m.hex(32)}⟧`],
  ["password", (m) => `the password is ⟦${m.any(7)}!${m.digits(2)}⟧`],
  ["password in German", (m) => `das Passwort lautet ⟦${m.any(8)}#${m.digits(2)}⟧`],
  ["password in Spanish", (m) => `la contraseña es ⟦${m.any(9)}${m.digits(2)}⟧`],
  ["password in French", (m) => `le mot de passe : ⟦${m.any(9)}${m.digits(2)}⟧`],
  ["password in Japanese", (m) => `パスワードは ⟦${m.any(9)}${m.digits(2)}⟧`],
  ["password in Russian", (m) => `пароль: ⟦${m.any(9)}${m.digits(2)}⟧`],
];
