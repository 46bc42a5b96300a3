/** The state of the database that a write left, and that a read asks for at least. */
export const BOOKMARK_HEADER = "x-recall-bookmark";
/** Bookmarks that one request carries: more writes than these are not under way at once. */
export const MAX_BOOKMARKS = 8;
/** Names a write: the server carries it out once, however often it is sent. */
export const IDEMPOTENCY_HEADER = "idempotency-key";
/** By which door a client sends: `cli`, `page`, `hook`; what it says of itself, for the list of tokens. */
export const DOOR_HEADER = "x-recall-door";
/** On an answer that was kept from the first time. */
export const REPLAY_HEADER = "idempotent-replay";
/** Half of what proves that a browser is signed in; the other half is the cookie's. Only the page knows it. */
export const SIGN_IN_HEADER = "x-recall-sign-in";
/** Where a browser's page keeps its sign-in, `<id>.<key>`, in its local storage. */
export const SIGN_IN_ITEM = "edge-recall.sign-in";
