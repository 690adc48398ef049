/**
 * What a registrant typed, so that no mail program makes a link of it: a space after each dot between words, and before
 * the slashes of an address (behaviour 7.30). Everything stays readable, and nothing invisible is added: organisers copy
 * names from these e-mails. Bare domains are linked too, so refusing `://` in the forms would not be enough.
 */
export const breakLinks = (typed: string): string =>
  typed
    .replaceAll('://', ': //')
    .replace(/(?<=[\p{L}\p{N}_-])[.。．｡](?=[\p{L}\p{N}_-]{2})/gu, '. ')
