/** Without the punctuation that ends its sentence. */
const webLink = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’”])/i

/**
 * Every second part is a web address. The e-mail's links and the check for foreign links share
 * this, so that no link escapes the check.
 */
export const splitAtWebLinks = (text: string): string[] => text.split(webLink)
