/**
 * Prevents mail programs from turning a participant's text into links. Adds visible spaces only,
 * because organisers copy names from these e-mails. Replacing `://` would not be enough, because
 * bare domains become links too.
 */
export const breakLinks = (typed: string): string =>
  typed
    .replaceAll('://', ': //')
    .replace(/(?<=[\p{L}\p{N}_-])[.。．｡](?=[\p{L}\p{N}_-]{2})/gu, '. ')
