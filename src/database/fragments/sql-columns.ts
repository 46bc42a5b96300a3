/** The column of a field: `timesObserved` is in `times_observed`. */
export const columnOf = (field: string): string =>
  field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Columns of a table under the names of their fields: `d.type, d.times_observed AS timesObserved`. */
export const selectFields = (table: string, fields: readonly string[]): string =>
  fields.map((field) => `${table}.${columnOf(field)} AS ${field}`).join(", ");

/** Columns of an INSERT. */
export const insertFields = (fields: readonly string[]): string => fields.map(columnOf).join(", ");

/** The same fields of each row of `json_each`, or of an object in it. */
export const jsonFields = (fields: readonly string[], object = ""): string =>
  fields.map((field) => `value->>'$${object}.${field}'`).join(", ");

/** Fields of a table's row as a JSON object; `nested` are columns that hold JSON. */
export const jsonObject = (fields: readonly string[], nested: readonly string[]): string =>
  `json_object(${fields
    .map((field) => `'${field}', ${nested.includes(field) ? `json(${columnOf(field)})` : columnOf(field)}`)
    .join(", ")})`;
