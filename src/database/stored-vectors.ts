/**
 * The vector of the embedding `e`, null where an outer join found none. As digits, because D1 answers a BLOB as a list of
 * numbers, at three times the CPU and twice the bytes.
 */
export const VECTOR = "nullif(hex(e.vector), '')";
