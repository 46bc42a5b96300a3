// Every secret here is made when the test runs, from pieces, so that no scanner takes this file for a leak.

const ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const HEX = "0123456789abcdef";

let seed = 20_261_121;

/** Characters that look random and are the same in every run. */
export function some(length: number, alphabet: string = ALPHANUMERIC): string {
  let text = "";
  while (text.length < length) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    text += alphabet[(seed >>> 16) % alphabet.length];
  }
  return text;
}

const hex = (length: number) => some(length, HEX);
const upper = (length: number) => some(length, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
const join = (...pieces: readonly string[]) => pieces.join("");
const jwtPart = () => join("ey", "J", some(30));
const pem = (name: string) => {
  const line = (edge: string) => join("-----", edge, " ", name, "PRIVATE", " KEY-----");
  return join(line("BEGIN"), "\n", some(64), "\n", some(64), "\n", some(40), "==\n", line("END"));
};

/** A note with a secret in it: the secret must go, the words around it must stay. */
export interface SecretNote {
  readonly kind: string;
  readonly before: string;
  readonly secret: string;
  readonly after: string;
}

const note = (kind: string, before: string, secret: string, after = ""): SecretNote => ({
  kind,
  before,
  secret,
  after,
});

export const SECRETS: readonly SecretNote[] = [
  note("aws_key", "The deploy user has ", join("AK", "IA", upper(16)), " as its key."),
  note("aws_key", "temporary: ", join("AS", "IA", upper(16))),
  note("secret", `${join("aws_secret", "_access_key")} = `, some(40)),
  note("github_token", "CI pushes with ", join("gh", "p_", some(36)), ", rotate in May"),
  note("github_token", "fine-grained ", join("github", "_pat_", some(22), "_", some(59))),
  note("github_token", "export GH=", join("gh", "s_", some(36))),
  note("gitlab_token", "runner uses ", join("gl", "pat-", some(20))),
  note("slack_token", "the bot is ", join("xo", "xb-", some(12, "0123456789"), "-", some(24))),
  note(
    "slack_webhook",
    "post to ",
    join("https://hooks.slack", ".com/services/", "T", upper(8), "/B", upper(8), "/", some(24)),
  ),
  note("stripe_key", "billing has ", join("sk", "_live_", some(24))),
  note("stripe_key", "restricted ", join("rk", "_test_", some(24)), "\nnext line"),
  note("stripe_key", "webhook ", join("wh", "sec_", some(32))),
  note("openai_key", "the old one, ", join("s", "k-", some(48)), ", is revoked"),
  note("openai_key", "project key ", join("s", "k-proj-", some(40), "_", some(30))),
  note("anthropic_key", "use ", join("s", "k-ant-", "api03-", some(80))),
  note("google_key", "maps: ", join("AI", "za", some(35))),
  note("google_key", "client ", join("GOC", "SPX-", some(28))),
  note("npm_token", "//npm.example.com/:_authToken=", join("np", "m_", some(36))),
  note("sendgrid_key", "mail goes by ", join("S", "G.", some(22), ".", some(43))),
  note("twilio_key", "sms by ", join("S", "K", hex(32))),
  note("azure_key", "AccountName=logs;AccountKey=", join(some(86), "=="), ";EndpointSuffix=core"),
  note("azure_key", "app registration ", join(some(3), "8Q~", some(34))),
  note("pypi_token", "publish with ", join("py", "pi-", some(80))),
  note("digitalocean_token", "droplets: ", join("do", "p_v1_", hex(64))),
  note("huggingface_token", "models by ", join("h", "f_", some(34))),
  note("telegram_token", "alerts by ", join("1234509876", ":AA", some(33))),
  note("vault_token", "vault: ", join("hv", "s.", some(40))),
  note(
    "recall_token",
    "index by ",
    join("rc", "l_", some(6), ".", some(16, "abcdef23456"), ".7.w.-.", some(43)),
  ),
  note("private_key", "Signing key:\n", pem("RSA "), "\nkept offline too"),
  note("private_key", "ssh:\n", pem("OPENSSH ")),
  note("jwt", "session was ", join(jwtPart(), ".", jwtPart(), ".", some(43)), " at noon"),
  note("bearer_token", "curl -H 'Authorization: Bearer ", some(40), "' https://api"),
  note("bearer_token", "Authorization: Basic ", join(some(28), "9=")),
  note("connection_password", "postgres://app:", join("s3", "cr-", some(8)), "@db.internal:5432/shop"),
  note("connection_password", "REDIS_URL=redis://:", some(16), "@cache:6379"),
  note("connection_password", "mongodb+srv://root:", join("Tr0ub", "4dor%26"), "@cluster0.example.net"),
  note("password", "The staging password is ", join("Hun", "ter2!x")),
  note("password", "password: ", join("corr", "ect-horse9")),
  note("password", `${join("DB_", "PASSWORD")}=`, join("sw", "ordfish")),
  note("password", '{"user":"bob","password":"', join("p@ss", ",w0rd"), '","port":1}'),
  note("password", "Server=tcp:x;User=sa;Password=", join("Str0ng", "Pa55;").slice(0, -1), ";Encrypt=true"),
  note("password", "**Password:** `", join("qu1et", "-river"), "` for the demo"),
  note("password", "mysql --password ", join("r00t", "#me"), " shop"),
  note("password", "machine api.host login bob password ", join("Zx9-", some(8))),
  note("password", "El servidor usa contraseña: ", join("Tor", "tuga77"), " desde mayo"),
  note("password", "Das Passwort lautet ", join("Kar", "toffel#3")),
  note("password", "テスト環境のパスワードは ", join("neko", "Neko88"), "。"),
  note("password", "管理员密码：", join("mima", "1234x")),
  note("password", "пароль: ", join("medv", "ed2026")),
  note("password", "비밀번호: ", join("gom", "dori99")),
  note("password", "PIN: ", join("48", "21")),
  note("password", 'The passphrase is "', join("open sesame ", "at dawn"), '" as ever'),
  note("password", "| admin password | ", join("T0p", "Secret!"), " | since May |"),
  note("password", "root password for the NAS is ", join("k3ller", "-bee")),
  note("password", "curl -u admin:", join("Sup3r", "S3cret"), " https://api"),
  note("secret", "api key: ", some(32)),
  note("secret", "X-Api-Key: ", hex(40), " on every call"),
  note("secret", "client_secret=", some(40), "&grant_type=client_credentials"),
  note("secret", '"accessToken": "', some(48), '"'),
  note("secret", "Heroku API key: ", [hex(8), hex(4), `4${hex(3)}`, `a${hex(3)}`, hex(12)].join("-")),
  note("secret", "密钥: ", some(32)),
  note("secret", "SIGNING_SECRET=", hex(64)),
  note("password", "pass\u200bword: ", join("hun", "ter2-Xy9")),
  note("password", "ｐａｓｓｗｏｒｄ： ", join("hun", "ter2-Xy9")),
  note("password", "password:\n\n\n\n", join("hun", "ter2-Xy9")),
  note("password", "passwords: ", join("hun", "ter2-Xy9"), " and so on"),
  note("password", "pw: ", join("hun", "ter2-Xy9")),
  note("password", "password: ", join("/hun", "ter2-Xy9!")),
  note("password", "password: ", join("[hun", "ter2-Xy9!"), "]"),
  note("password", "password: ", join("<hun", "ter2-Xy9!"), ">"),
  note("password", "password: ", join("my-hun", "ter2-Xy9!")),
  note("password", "password: ", join("some-hun", "ter2-Xy9!")),
  note("connection_password", "mysql://root:", join("pa", "@", "ss"), "@host"),
  note("github_token", "split ", join("gh", "p_", some(20), "\u200b", some(16))),
];

const uuid = () => [hex(8), hex(4), `4${hex(3)}`, `8${hex(3)}`, hex(12)].join("-");

/** Notes that only look as though they held a secret. */
export const LOOK_ALIKES: readonly string[] = [
  `The regression began with commit ${hex(40)}.`,
  `Revert ${hex(7)} and ${hex(12)} before the release`,
  `The file's SHA-256 is ${hex(64)}`,
  `request id ${uuid()} timed out`,
  `User ${uuid()} owns workspace ${uuid()}`,
  `image digest sha256:${hex(64)}`,
  `"integrity": "sha512-${some(86)}=="`,
  `![logo](data:image/png;base64,${some(400)}==)`,
  "Set OPENAI_API_KEY, DATABASE_URL and DB_PASSWORD before the first run",
  "password: see 1Password",
  "password: <password>",
  join("PASSWORD=$", "{DB_PASSWORD}"),
  "password = process.env.DB_PASSWORD",
  'password: os.environ["DB_PASSWORD"]',
  join("token: $", "{{ secrets.GITHUB_TOKEN }}"),
  "API key: your-api-key-here",
  `The sample key is ${join("AK", "IA", "IOSFODNN7", "EXAMPLE")}`,
  "password: ********",
  "password: [redacted:password]",
  "password: changeme",
  "The password is required and has at least 12 characters",
  "The password is wrong for every user that came from LDAP",
  "password: 12 characters minimum, no maximum",
  "We decided that password reset links expire after 30 minutes",
  "Secret rotation: every 90 days, owner is Dana",
  "secret: projects/shop/secrets/db-password/versions/3",
  "secret: op://Infra/postgres/password",
  "secret arn: arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod-db",
  "token count: 128000, tokens: 16384",
  "token: string; refreshToken?: string;",
  "const token = await getAccessToken(session)",
  "password: passwordInput.value",
  "public class PasswordHasher2 implements Hasher { }",
  "The bearer token authentication middleware comes first",
  "Authorization: Bearer <token>",
  "Bearer authentication-middleware-for-the-gateway",
  "class sk-circle-fade-dot-animation-long belongs to the spinner",
  "https://user:<password>@host/path is how the URL is built",
  join("postgres://app:$", "{DB_PASSWORD}@db:5432/shop"),
  "see http://localhost:8080/path@v2 for the API",
  "version 1.24.0-beta.3+build.20261121 of the CLI",
  "theLongestIdentifierInTheCodeBaseIsStillNotASecret2 is in utils.ts",
  "feature flag enable-new-checkout-flow-for-region-eu-west-1",
  "cache key: workspace:17:answers:v3",
  "primary key: (workspace, root, path)",
  `public key: ssh-ed25519 ${some(68)}`,
  "The secret is that nobody reads the changelog",
  "a PEM begins with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----",
  "only these checks can pass: server-initialize, ping, tools-list",
  "which key to pass to `clearNuxtData` is up to you",
  'expect(await status("GET", "/v1/status", { token })).toEqual([401, "unauthorized"]);',
  'note("The staging password is ", join("Hun", "ter2"))',
  "readonly password: Promise<string>;",
  "password: userPass[2]",
  "type Field = 'text' | 'password' | 'search'",
  "compass: north, encompass: everything",
  "Das Passwort ist abgelaufen",
  "la contraseña es obligatoria",
  "パスワードは必須です",
  "密码不能为空",
  "trace 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
  `etag W/"${hex(32)}"`,
  `checksum: ${hex(32)} (md5)`,
  "docker run -u 1000:1000 alpine id",
  "The password for the old wiki is not known to anybody",
  "Pass: 41, fail: 2, skipped: 3",
  "token: accessToken",
  "keyboard shortcut: ctrl+shift+k",
  "password: /run/secrets/Db2_Pass",
  "password: my-db-password-2",
  "password: <user-1-password>",
  "## Password\n\n\n\nReset it in the settings.",
];
