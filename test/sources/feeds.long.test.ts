import { describe, expect, it } from "vitest";
import { readFeed } from "../../src/sources/adapters/feed/read-feed.ts";
import { sourceWorld } from "./source-world.ts";

// As GitHub, YouTube, Blogger, Slashdot's family and newspapers write theirs; the words are our own.

/** Releases as GitHub tells them: addresses without a host, text as escaped HTML. */
const RELEASES = `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:media="http://search.yahoo.com/mrss/" xml:lang="en-US">
  <id>tag:github.com,2008:https://github.com/birds/heron/releases</id>
  <link type="text/html" rel="alternate" href="https://github.com/birds/heron/releases"/>
  <link type="application/atom+xml" rel="self" href="https://github.com/birds/heron/releases.atom"/>
  <title>Release notes from heron</title>
  <updated>2026-06-01T23:49:41+02:00</updated>
  <entry>
    <id>tag:github.com,2008:Repository/1/v3.9.0</id>
    <updated>2026-06-01T23:49:41+02:00</updated>
    <link rel="alternate" type="text/html" href="/birds/heron/releases/tag/v3.9.0"/>
    <title>v3.9.0</title>
    <content type="html">&lt;p&gt;Herons &amp;amp; egrets &lt;strong&gt;fish&lt;/strong&gt;.&lt;/p&gt;</content>
    <author><name>ana</name></author>
    <media:thumbnail height="30" width="30" url="https://avatars.acme.io/1"/>
  </entry>
</feed>`;

/** A video channel: the text stands in a group. */
const VIDEOS = `<feed xmlns:yt="http://www.youtube.com/xml/schemas/2015" xmlns:media="http://search.yahoo.com/mrss/" xmlns="http://www.w3.org/2005/Atom">
 <title>Birds</title>
 <entry>
  <id>yt:video:aB1</id>
  <title>Storks</title>
  <link rel="alternate" href="https://www.youtube.com/watch?v=aB1"/>
  <published>2026-05-14T18:03:34+00:00</published>
  <media:group>
   <media:title>Storks</media:title>
   <media:content url="https://www.youtube.com/v/aB1?version=3" type="application/x-shockwave-flash"/>
   <media:description>Storks nest on chimneys.</media:description>
  </media:group>
 </entry>
</feed>`;

/** Atom with markup as markup, and a reply's address beside the entry's. */
const XHTML = `<feed xmlns="http://www.w3.org/2005/Atom" xmlns:x="http://www.w3.org/1999/xhtml"><title type="text">Blog</title>
 <entry><id>urn:uuid:1</id><title type="html">Of &lt;b&gt;cranes&lt;/b&gt;</title>
  <link rel="replies" href="https://blog.acme.io/1/comments"/><link rel="alternate" href="https://blog.acme.io/1"/>
  <updated>2026-01-02T03:04:05Z</updated>
  <content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Cranes &lt;call&gt; <a href="https://a.dev/">afar</a>.</p></div></content>
 </entry></feed>`;

/** RSS 1.0: items beside the channel, dates of Dublin Core. */
const RDF = `<?xml version="1.0" encoding="UTF-8"?>
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
  xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
 <channel rdf:about="https://news.acme.io/">
  <title>News</title><link>https://news.acme.io/</link><description/>
  <items><rdf:Seq><rdf:li rdf:resource="https://news.acme.io/1"/><rdf:li rdf:resource="https://news.acme.io/2"/></rdf:Seq></items>
 </channel>
 <item rdf:about="https://news.acme.io/1">
  <title><![CDATA[Owls hunt]]></title><link>https://news.acme.io/1</link>
  <description><![CDATA[Owls hunt by night. [...]]]></description>
  <content:encoded><![CDATA[<p>Owls hunt by night, without a sound.</p>]]></content:encoded>
  <dc:title>Owls hunt</dc:title><dc:date>2026-02-19T06:01:00-08:00</dc:date>
 </item>
 <item rdf:about="https://news.acme.io/2"><title>Rooks</title><link>https://news.acme.io/2</link><description>Rooks gather.</description></item>
</rdf:RDF>`;

describe("the entries of a feed", () => {
  it("of GitHub's Atom, with text that was escaped", () => {
    expect(readFeed(RELEASES)?.entries).toEqual([
      {
        ...{ id: "tag:github.com,2008:Repository/1/v3.9.0", link: "/birds/heron/releases/tag/v3.9.0" },
        ...{ title: "v3.9.0", html: "<p>Herons &amp; egrets <strong>fish</strong>.</p>" },
        at: Date.UTC(2026, 5, 1, 21, 49, 41),
      },
    ]);
  });

  it("of a video channel, with the text of its group", () => {
    expect(readFeed(VIDEOS)?.entries).toMatchObject([
      { title: "Storks", html: "Storks nest on chimneys.", link: "https://www.youtube.com/watch?v=aB1" },
    ]);
  });

  it("of Atom that has markup, by the address that is the entry's own", () => {
    const [entry] = readFeed(XHTML)?.entries ?? [];
    expect(entry).toMatchObject({ title: "Of cranes", link: "https://blog.acme.io/1" });
    expect(entry?.html).toBe('<div><p>Cranes &lt;call> <a href="https://a.dev/">afar</a>.</p></div>');
  });

  it("of RSS 1.0, the whole text before the summary", () => {
    expect(readFeed(RDF)?.entries).toEqual([
      {
        ...{ id: "https://news.acme.io/1", link: "https://news.acme.io/1", title: "Owls hunt" },
        html: "<p>Owls hunt by night, without a sound.</p>",
        at: Date.UTC(2026, 1, 19, 14, 1),
      },
      {
        ...{ id: "https://news.acme.io/2", link: "https://news.acme.io/2", title: "Rooks" },
        ...{ html: "Rooks gather.", at: undefined },
      },
    ]);
  });
});

describe("a feed that is pulled", () => {
  const { site, source, pull, paths, text, all } = sourceWorld();

  it.each([
    ["atom.xml", RELEASES, "Herons & egrets", "birds/heron/releases/tag/v3.9.0"],
    ["rdf.xml", RDF, "Owls hunt by night, without", "https://news.acme.io/1"],
  ])(
    "is documents by day and title, each with an address that leads to it: %s",
    async (name, feed, words, to) => {
      const made = await site({
        [`/${name}`]: (response) => response.writeHead(200, { "content-type": "application/xml" }).end(feed),
      });
      const workspace = await source({ location: `${made.url}${name}` });
      await pull();
      const [first = "none"] = await paths(workspace);
      expect(first).toMatch(/^2026-\d\d-\d\d-[a-z0-9-]+\.md$/);
      expect(await text(workspace, first)).toContain(words);
      const [row] = await all<{ source: string }>(
        `SELECT source FROM documents WHERE workspace = ${workspace} AND path = '${first}'`,
      );
      expect(row?.source).toBe(new URL(to, made.url).href);
    },
  );
});
