// What the Worker of a local server and the process that started it say to each other.

/** Of a request to the process: the address that it is to ask. */
export const WEB_URL_HEADER = "x-recall-url";

/** Of its answer: nobody was asked, and why. */
export const REFUSED_HEADER = "x-recall-refused";
