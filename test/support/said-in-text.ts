/** A relation as a text says it: from, type, to. */
export type Said = readonly [from: string, type: string, to: string];

/**
 * Statements that make a text say a relation in each of the chunks that a condition on `c` and its document `d` names, also
 * between what it does not name.
 */
export function saidInText([from, type, to]: Said, chunks: string): readonly string[] {
  const side = (slug: string, part: "to" | "by", other: string) =>
    `INSERT INTO mentions (workspace, slug, name, type, passages, evidence, spots)
     SELECT d.workspace, '${slug}', '${slug}', 'other', 0, 0, json_group_object(CAST(d.num AS TEXT),
       json_object('at', coalesce(d.dated_at, 0), '${part}', json_object(c.rid || ' ${type} ${other}', 1)))
     FROM chunks c JOIN documents d ON d.num = c.document WHERE ${chunks} GROUP BY d.workspace
     ON CONFLICT (workspace, slug) DO UPDATE SET spots = json_patch(mentions.spots, excluded.spots)`;
  const listed = `UPDATE documents SET names = (SELECT json_group_array(value) FROM (SELECT value FROM json_each(documents.names)
      UNION SELECT value FROM json_each('${JSON.stringify([from, to])}')))
    WHERE num IN (SELECT d.num FROM chunks c JOIN documents d ON d.num = c.document WHERE ${chunks})`;
  return [side(from, "to", to), side(to, "by", from), listed];
}
