/**
 * Keeps mail programs from turning a participant's text into links: adds a space after dots between
 * words and before the slashes of an address. The text stays readable and gets no invisible
 * characters, because organisers copy names from these e-mails. Bare domains become links too, so
 * refusing `://` in the forms would not be enough.
 */
export const breakLinks = (typed: string): string =>
  typed
    .replaceAll('://', ': //')
    .replace(/(?<=[\p{L}\p{N}_-])[.。．｡](?=[\p{L}\p{N}_-]{2})/gu, '. ')
