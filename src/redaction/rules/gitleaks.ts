/*! Rules of gitleaks, MIT licence, Copyright (c) Zachary Rice: see LICENSE beside this file. */

// Written by scripts/secret-rules.ts.

/**
 * Keys that show what they are, one a line, fields between tabs: kind, least entropy in bits a character, flags, words of
 * which one must be there (none: how the pattern begins), pattern.
 */
export const KEYS = String.raw`
1password_key	3.8			\bA3-[A-Z0-9]{6}-(?:(?:[A-Z0-9]{11})|(?:[A-Z0-9]{6}-[A-Z0-9]{5}))-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}\b
1password_service_account_token	4		ops_	ops_eyJ[a-zA-Z0-9+/]{250,1000}={0,3}
adobe_client	2	i		\b(p8e-[a-z0-9]{32})
age_key	0			AGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}
alibaba_key_id	2	i		\b(LTAI[a-z0-9]{20})
authress_service_client_key	2	i	sc_ ext_ scauth_ authress_	\b((?:sc|ext|scauth|authress)_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.(?:acc)[_-][a-z0-9-]{10,32}\.[a-z0-9+/_=-]{30,120})
aws_key	3		a3t akia asia abia acca	\b((?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b
azure_key	3		q~	(?:^|[\\'"\x60\s>=:(,)])([a-zA-Z0-9_~.]{3}\dQ~[a-zA-Z0-9_~.-]{31,34})(?:$|[\\'"\x60\s<),])
clickhouse_cloud_key	3			\b(4b1d[A-Za-z0-9]{38})\b
clojars_token	2	i		CLOJARS_[a-z0-9]{60}
cloudflare_origin_ca_key	2		cloudflare v1.0-	\b(v1\.0-[a-f0-9]{24}-[a-f0-9]{146})
databricks_token	3			\b(dapi[a-f0-9]{32}(?:-\d)?)
defined_networking_token	0	i	dnkey	(dnkey-[a-z0-9=_\-]{26}-[a-z0-9=_\-]{52})
digitalocean_token	3			\b(doo_v1_[a-f0-9]{64})
digitalocean_token	3			\b(dop_v1_[a-f0-9]{64})
digitalocean_token	0	i		\b(dor_v1_[a-f0-9]{64})
doppler_token	2	i		dp\.pt\.[a-z0-9]{43}
duffel_token	2	i		duffel_(?:test|live)_[a-z0-9_\-=]{43}
dynatrace_token	4	i		dt0c01\.[a-z0-9]{24}\.[a-z0-9]{64}
easypost_token	2	i		\bEZAK[a-z0-9]{54}\b
easypost_test_token	2	i		\bEZTK[a-z0-9]{54}\b
facebook_token	3	i	facebook	\b(\d{15,16}(\||%)[0-9a-z\-_]{27,40})
facebook_page_token	4	i	eaam eaac	\b(EAA[MC][a-z0-9]{100,1000})
flutterwave_encryption_key	2	i	flwseck_test	FLWSECK_TEST-[a-h0-9]{12}
flutterwave_key	2	i	flwseck_test	FLWSECK_TEST-[a-h0-9]{32}-X
flyio_token	4		fo1_ fm1 fm2_	\b((?:fo1_[\w-]{43}|fm1[ar]_[a-zA-Z0-9+\/]{100,1000}={0,3}|fm2_[a-zA-Z0-9+\/]{100,1000}={0,3}))
frameio_token	0	i		fio-u-[a-z0-9\-_=]{64}
google_key	4			\b(AIza[\w-]{35})
github_token	3		ghu_ ghs_	(?:ghu|ghs)_[0-9a-zA-Z]{36}
github_token	3			github_pat_\w{82}
github_token	3			gho_[0-9a-zA-Z]{36}
github_token	3			ghp_[0-9a-zA-Z]{36}
github_token	3			ghr_[0-9a-zA-Z]{36}
gitlab_token	3			glcbt-[0-9a-zA-Z]{1,5}_[0-9a-zA-Z_-]{20}
gitlab_token	3			gldt-[0-9a-zA-Z_\-]{20}
gitlab_token	3			glffct-[0-9a-zA-Z_\-]{20}
gitlab_token	3			glft-[0-9a-zA-Z_\-]{20}
gitlab_token	3			glimt-[0-9a-zA-Z_\-]{25}
gitlab_token	3			glagent-[0-9a-zA-Z_\-]{50}
gitlab_token	3			gloas-[0-9a-zA-Z_\-]{64}
gitlab_token	3			glpat-[\w-]{20}
gitlab_token	4			\bglpat-[0-9a-zA-Z_-]{27,300}\.[0-9a-z]{2}[0-9a-z]{7}\b
gitlab_token	3			glptt-[0-9a-f]{40}
gitlab_token	3			GR1348941[\w-]{20}
gitlab_token	3			glrt-[0-9a-zA-Z_\-]{20}
gitlab_token	4		glrt-	\bglrt-t\d_[0-9a-zA-Z_\-]{27,300}\.[0-9a-z]{2}[0-9a-z]{7}\b
gitlab_token	3			glsoat-[0-9a-zA-Z_\-]{20}
gitlab_token	3		_gitlab_session=	_gitlab_session=[0-9a-z]{32}
grafana_token	3	i		\b(eyJrIjoi[A-Za-z0-9]{70,400}={0,3})
grafana_token	3	i		\b(glc_[A-Za-z0-9+/]{32,400}={0,3})
grafana_token	3	i		\b(glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8})
harness_key	0		pat. sat.	(?:pat|sat)\.[a-zA-Z0-9_-]{22}\.[a-zA-Z0-9]{24}\.[a-zA-Z0-9]{20}
hashicorp_tf_token	3.5	i	atlasv1	[a-z0-9]{14}\.(?:atlasv1)\.[a-z0-9\-_=]{60,70}
heroku_key_v2	4			\b((HRKU-AA[0-9a-zA-Z_-]{58}))
huggingface_token	2	i		\b(hf_(?:[a-z]{34}))
huggingface_token	2	i		\b(api_org_(?:[a-z]{34}))
infracost_token	3			\b(ico-[a-zA-Z0-9]{32})
intra42_client	3	i	intra s-s4t2ud- s-s4t2af-	\b(s-s4t2(?:ud|af)-[abcdef0123456789]{64})
linear_key	2	i		lin_api_[a-z0-9]{40}
maxmind_key	4		_mmk	\b([A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk)
microsoft_teams_webhook	0		webhook.office.com webhookb2 incomingwebhook	https://[a-z0-9]{1,1000}\.webhook\.office\.com/webhookb2/[a-z0-9]{8}-(?:[a-z0-9]{4}-){3}[a-z0-9]{12}@[a-z0-9]{8}-(?:[a-z0-9]{4}-){3}[a-z0-9]{12}/IncomingWebhook/[a-z0-9]{32}/[a-z0-9]{8}-(?:[a-z0-9]{4}-){3}[a-z0-9]{12}
new_relic_browser_token	0	i		(NRJS-[a-f0-9]{19})
new_relic_insert_key	0	i		(NRII-[a-z0-9-]{32})
new_relic_user_key	0	i	nrak	(NRAK-[a-z0-9]{27})
notion_token	4			\b(ntn_[0-9]{11}[A-Za-z0-9]{32}[A-Za-z0-9]{3})
npm_token	2	i		\b(npm_[a-z0-9]{36})
octopus_key	3			\b(API-[A-Z0-9]{26})
openai_key	3		t3blbkfj	\b(sk-(?:proj|svcacct|admin)-(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})T3BlbkFJ(?:[A-Za-z0-9_-]{74}|[A-Za-z0-9_-]{58})\b|sk-[a-zA-Z0-9]{20}T3BlbkFJ[a-zA-Z0-9]{20})
openshift_user_token	3.5			\b(sha256~[\w-]{43})
perplexity_key	4			\b(pplx-[a-zA-Z0-9]{48})(?:[\x60'"\s;]|\\[nr]|$|\b)
planetscale_token	3	i		\b(pscale_tkn_[\w=\.-]{32,64})
planetscale_token	3			\b(pscale_oauth_[\w=\.-]{32,64})
planetscale_token	3	i		\b(pscale_pw_[\w=\.-]{32,64})
postman_token	3	i		\b(PMAK-[a-f0-9]{24}\-[a-f0-9]{34})
prefect_token	2			\b(pnu_[a-zA-Z0-9]{36})
pulumi_token	2			\b(pul-[a-f0-9]{40})
pypi_token	3			pypi-AgEIcHlwaS5vcmc[\w-]{50,1000}
readme_token	2			\b(rdme_[a-z0-9]{70})
rubygems_token	2			\b(rubygems_[a-f0-9]{48})
scalingo_token	2			\b(tk-us-[\w-]{48})
sendgrid_key	2	i		\b(SG\.[a-z0-9=_\-\.]{66})
sendinblue_token	2	i		\b(xkeysib-[a-f0-9]{64}\-[a-z0-9]{16})
sentry_token	4.5			\bsntrys_eyJpYXQiO[a-zA-Z0-9+/]{10,200}(?:LCJyZWdpb25fdXJs|InJlZ2lvbl91cmwi|cmVnaW9uX3VybCI6)[a-zA-Z0-9+/]{10,200}={0,2}_[a-zA-Z0-9+/]{43}
sentry_token	3.5			\b(sntryu_[a-f0-9]{64})
settlemint_token	3		sm_aat	\b(sm_aat_[a-zA-Z0-9]{16})
settlemint_token	3		sm_pat	\b(sm_pat_[a-zA-Z0-9]{16})
settlemint_token	3		sm_sat	\b(sm_sat_[a-zA-Z0-9]{16})
shippo_token	2			\b(shippo_(?:live|test)_[a-fA-F0-9]{40})
shopify_token	2			shpat_[a-fA-F0-9]{32}
shopify_token	2			shpca_[a-fA-F0-9]{32}
shopify_token	2			shppa_[a-fA-F0-9]{32}
shopify_token	2			shpss_[a-fA-F0-9]{32}
slack_token	2	i	xapp	xapp-\d-[A-Z0-9]{1,1000}-\d{1,1000}-[a-z0-9]{1,1000}
slack_token	3		xoxb	xoxb-[0-9]{10,13}-[0-9]{10,13}[a-zA-Z0-9-]{0,1000}
slack_token	2	i	xoxe.xoxb- xoxe.xoxp-	xoxe.xox[bp]-\d-[A-Z0-9]{163,166}
slack_token	2	i		xoxe-\d-[A-Z0-9]{146}
slack_token	2		xoxb	xoxb-[0-9]{8,14}-[a-zA-Z0-9]{18,26}
slack_token	2		xoxo xoxs	xox[os]-\d{1,1000}-\d{1,1000}-\d{1,1000}-[a-fA-F\d]{1,1000}
slack_token	2		xoxa xoxr	xox[ar]-(?:\d-)?[0-9a-zA-Z]{8,48}
slack_token	2		xoxp- xoxe-	xox[pe](?:-[0-9]{10,13}){3}-[a-zA-Z0-9-]{28,34}
slack_webhook	0		hooks.slack.com	(?:https?://)?hooks.slack.com/(?:services|workflows|triggers)/[A-Za-z0-9+/]{43,56}
sourcegraph_token	3	i	sgp_ sourcegraph	\b(\b(sgp_(?:[a-fA-F0-9]{16}|local)_[a-fA-F0-9]{40}|sgp_[a-fA-F0-9]{40}|[a-fA-F0-9]{40})\b)
square_token	2		sq0atp- eaaa	\b((?:EAAA|sq0atp-)[\w-]{22,60})
stripe_key	2		sk_test sk_live sk_prod rk_test rk_live rk_prod	\b((?:sk|rk)_(?:test|live|prod)_[a-zA-Z0-9]{10,99})
twilio_key	3			SK[0-9a-fA-F]{32}
typeform_token	0	i		(tfp_[a-z0-9\-_\.=]{59})
vault_token	4			\b(hvb\.[\w-]{138,300})
vault_token	3.5	i		\b((?:hvs\.[\w-]{90,120}|s\.(?:[a-z0-9]{24})))
`;

/** Names of providers whose keys show nothing. */
export const PROVIDERS =
  "adafruit airtable algolia alibaba artifactory asana atlassian beamer bintray bitbucket bittrex cloudflare co_api_key codecov cohere coinbase confluence confluent contentful datadog discord droneci dropbox etsy facebook fastly finicity finnhub flickr freshbooks gitter gocardless heroku hubspot intercom jfrog jira kraken kucoin launchdarkly linked-in linked_in linkedin mailchimp mailgun mapbox mattermost meraki message-bird message_bird messagebird netlify new-york-times newyorktimes nytimes okta plaid private-ai private_ai privateai rapidapi sendbird sentry snyk sonar squarespace sumo telegr travis twitch twitter xray yandex zendesk";
