import type { Made } from "./random.ts";

/** What somebody writes down, with the secret in it between ⟦ and ⟧. */
export type Kind = readonly [name: string, write: (made: Made) => string];

/** Joined when it runs, so that no scanner of a host takes this file for a leak. */
const key =
  (...pieces: readonly ((made: Made) => string)[]) =>
  (made: Made): string =>
    `⟦${pieces.map((piece) => piece(made)).join("")}⟧`;
const is = (text: string) => () => text;

/** Keys that show by their first characters whose they are. */
export const PREFIXED: readonly Kind[] = [
  ["AWS access key", key(is("AK"), is("IA"), (m) => m.up(16))],
  ["GitHub token", key(is("gh"), is("p_"), (m) => m.any(36))],
  ["GitHub fine-grained token", key(is("github"), is("_pat_"), (m) => `${m.any(22)}_${m.any(59)}`)],
  ["GitLab token", key(is("gl"), is("pat-"), (m) => m.url(20))],
  ["Slack bot token", key(is("xo"), is("xb-"), (m) => `${m.digits(12)}-${m.digits(12)}-${m.any(24)}`)],
  ["Slack session cookie", key(is("xo"), is("xd-"), (m) => m.url(120))],
  ["Slack app token", key(is("xa"), is("pp-1-"), (m) => `A${m.up(10)}-${m.digits(13)}-${m.hex(64)}`)],
  ["Slack webhook", (m) => `⟦https://hooks.slack.com/services/T${m.up(8)}/B${m.up(8)}/${m.any(24)}⟧`],
  ["Stripe key", key(is("sk"), is("_live_"), (m) => m.any(24))],
  ["OpenAI key", key(is("s"), is("k-proj-"), (m) => `${m.url(74)}T3Blbk${"FJ"}${m.url(74)}`)],
  ["Anthropic key", key(is("s"), is("k-ant-api03-"), (m) => `${m.url(93)}AA`)],
  ["OpenRouter key", key(is("s"), is("k-or-v1-"), (m) => m.hex(64))],
  ["Google API key", key(is("AI"), is("za"), (m) => m.url(35))],
  ["npm token", key(is("np"), is("m_"), (m) => m.any(36))],
  ["PyPI token", key(is("py"), is("pi-AgEIcHlwaS5vcmc"), (m) => m.url(150))],
  ["SendGrid key", key(is("S"), is("G."), (m) => `${m.url(22)}.${m.url(43)}`)],
  ["Hugging Face token", key(is("h"), is("f_"), (m) => m.letters(34))],
  ["DigitalOcean token", key(is("do"), is("p_v1_"), (m) => m.hex(64))],
  ["Shopify token", key(is("shp"), is("at_"), (m) => m.hex(32))],
  ["Docker token", key(is("dckr"), is("_pat_"), (m) => m.url(27))],
  ["Vault token", key(is("hv"), is("s."), (m) => m.url(95))],
  ["Telegram token", (m) => `⟦${m.digits(10)}:${"AA"}${m.url(33)}⟧`],
  ["Linear key", key(is("lin"), is("_api_"), (m) => m.any(40))],
  ["Databricks token", key(is("da"), is("pi"), (m) => m.hex(32))],
  ["Groq key", key(is("gs"), is("k_"), (m) => m.any(52))],
  ["Tailscale key", key(is("ts"), is("key-auth-k"), (m) => `${m.any(11)}CNTRL-${m.any(32)}`)],
  ["Supabase token", key(is("sb"), is("p_"), (m) => m.hex(40))],
  ["Supabase secret key", key(is("sb"), is("_secret_"), (m) => `${m.url(22)}_${m.any(8)}`)],
  ["Atlassian token", key(is("ATA"), is("TT3xFfGF0"), (m) => `${m.url(172)}=${m.hex(8).toUpperCase()}`)],
  ["Notion token", key(is("nt"), is("n_"), (m) => m.digits(11) + m.any(35))],
  ["Grafana service account", key(is("gl"), is("sa_"), (m) => `${m.any(32)}_${m.hex(8)}`)],
  ["Grafana Cloud token", key(is("gl"), is("c_"), (m) => m.any(120))],
  ["Sentry user token", key(is("snt"), is("ryu_"), (m) => m.hex(64))],
  [
    "Sentry organisation token",
    (m) => `⟦${"snt"}rys_eyJpYXQiO${m.any(60)}LCJyZWdpb25fdXJs${m.any(60)}_${m.any(43)}⟧`,
  ],
  ["Doppler token", key(is("dp."), is("pt."), (m) => m.any(43))],
  ["Doppler service token", key(is("dp."), is("st."), (m) => `prd.${m.any(43)}`)],
  ["Vercel token", key(is("vc"), is("p_"), (m) => m.any(56))],
  ["xAI key", key(is("xa"), is("i-"), (m) => m.any(80))],
  ["NVIDIA key", key(is("nv"), is("api-"), (m) => m.url(64))],
  ["Jina key", key(is("ji"), is("na_"), (m) => m.any(60))],
  ["Perplexity key", key(is("pp"), is("lx-"), (m) => m.any(48))],
  ["Replicate token", key(is("r"), is("8_"), (m) => m.any(37))],
  ["Pinecone key", key(is("pc"), is("sk_"), (m) => `${m.any(6)}_${m.any(60)}`)],
  ["LangSmith key", key(is("ls"), is("v2_pt_"), (m) => `${m.hex(32)}_${m.hex(10)}`)],
  ["Langfuse key", (m) => `⟦${"s"}k-lf-${m.uuid()}⟧`],
  ["Resend key", key(is("r"), is("e_"), (m) => `${m.any(8)}_${m.any(24)}`)],
  ["Brevo key", key(is("xkey"), is("sib-"), (m) => `${m.hex(64)}-${m.any(16)}`)],
  ["Postman key", key(is("PM"), is("AK-"), (m) => `${m.hex(24)}-${m.hex(34)}`)],
  ["Figma token", key(is("fi"), is("gd_"), (m) => m.url(40))],
  ["Airtable token", (m) => `⟦${"pa"}t${m.any(14)}.${m.hex(64)}⟧`],
  ["PlanetScale password", key(is("psca"), is("le_pw_"), (m) => m.url(43))],
  ["Netlify token", key(is("nf"), is("p_"), (m) => m.any(36))],
  ["Fly.io token", key(is("fm"), is("2_"), (m) => m.base64(150))],
  ["Pulumi token", key(is("pu"), is("l-"), (m) => m.hex(40))],
  ["Terraform token", (m) => `⟦${m.any(14)}.${"atlas"}v1.${m.any(67)}⟧`],
  ["RubyGems key", key(is("ruby"), is("gems_"), (m) => m.hex(48))],
  ["New Relic key", key(is("NR"), is("AK-"), (m) => m.up(27))],
  ["Dynatrace token", key(is("dt0"), is("c01."), (m) => `${m.up(24)}.${m.up(64)}`)],
  ["HubSpot token", (m) => `⟦${"pa"}t-na1-${m.uuid()}⟧`],
  ["Square token", key(is("sq"), is("0atp-"), (m) => m.url(22))],
  ["Sonar token", key(is("sq"), is("p_"), (m) => m.hex(40))],
  ["CircleCI token", key(is("CC"), is("IPAT_"), (m) => `${m.any(22)}_${m.hex(40)}`)],
  ["Heroku key", key(is("HR"), is("KU-AA"), (m) => m.url(58))],
  ["Cloudflare token", key(is("cf"), is("ut_"), (m) => m.any(40) + m.hex(8))],
];
