/** Excludes the punctuation that ends a sentence. */
const webLink = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’”])/i

/**
 * Every second part is an address. The e-mails and the check for foreign links share this function,
 * so that the check misses no link.
 */
export const splitAtWebLinks = (text: string): string[] => text.split(webLink)
