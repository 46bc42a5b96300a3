/** What the platform's own module has of which the OAuth provider's file extends a class: nothing of it runs in Node. */
export class WorkerEntrypoint {}
