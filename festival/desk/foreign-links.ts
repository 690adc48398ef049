/** What belongs to the festival itself, so that a message may lead there. */
export interface OwnAddresses {
  /** The site's address, without a slash at the end. */
  site: string
  /** The festival's e-mail address. */
  email: string
}

/** An address of the web or of e-mail, with or without a scheme, as mail programs make links of them. */
const address = /:\/\/|\bwww\b|\bmailto:|[\p{L}\p{N}][.。．｡·]\p{L}{2}|\d{1,3}(?:\.\d{1,3}){3}/iu

/** What may follow the site's address. Neither an @ nor a backslash, which make it the name of a user of another site. */
const ownRest = /^(?:[/?#][\w./?#=&%~+-]*)?$/

const longestShown = 60

/** The links in a text that lead away from the festival's own site and address, as they were written. */
export const findForeignLinks = (text: string, { site, email }: OwnAddresses): string[] => {
  const bareSite = site.replace(/^https?:\/\//, '')
  const isOwn = (word: string): boolean => {
    const lower = word.toLowerCase()
    if (lower === email.toLowerCase()) return true
    const start = [site, bareSite].find((own) => lower.startsWith(own.toLowerCase()))
    return start !== undefined && ownRest.test(word.slice(start.length))
  }
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(/[\s<>"“”()]+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[.,;:!?'’\]]+$/gu, ''))
    .filter((word) => address.test(word) && !isOwn(word))
    .map((word) => word.slice(0, longestShown))
}
