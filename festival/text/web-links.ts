/** An address of the web, without the marks that end its sentence. */
const webLink = /(https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'’”])/i

/**
 * Splits a text at its web addresses: every second part is an address. The e-mail's links and the check for links to other
 * sites both use this, so that nothing becomes a link that the check did not see.
 */
export const splitAtWebLinks = (text: string): string[] => text.split(webLink)
