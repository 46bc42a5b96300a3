/** A dropped file, or a place on the disk to read. */
export type DroppedThing = File | FileSystemEntry;

/** What was dropped. It must be asked for before the event ends. */
export const thingsOf = (transfer: DataTransfer): readonly DroppedThing[] =>
  // A file that is on no disk, such as a picture from another page, has no entry.
  [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
