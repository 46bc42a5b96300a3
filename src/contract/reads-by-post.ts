/** Routes that carry a question in their body and change nothing that others can see. */
export const READS_BY_POST: readonly string[] = ["/v1/search", "/v1/searches", "/v1/ask", "/v1/explain"];
