/** SQL: the workspace of that number is not being handed over to another database, so that it may be worked on. */
export const isOpen = (workspace: string): string =>
  `NOT EXISTS (SELECT 1 FROM moves v WHERE v.workspace = ${workspace} AND v.shut > 0)`;
