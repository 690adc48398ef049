/** Without the punctuation that ends its sentence. */
const webLink = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’”])/i

/**
 * Every second part is an address. E-mails and the check for foreign links share this, so that no
 * link escapes the check.
 */
export const splitAtWebLinks = (text: string): string[] => text.split(webLink)
