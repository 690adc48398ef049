import { splitAtWebLinks } from '../text/web-links'

/** What belongs to the festival itself, so that a message may lead there. */
export interface OwnAddresses {
  /** The site's address, without a slash at the end. */
  site: string
  /** The festival's e-mail address. */
  email: string
}

/** An address of the web or of e-mail, with or without a scheme, as mail programs make links of them. */
const address = /:\/\/|\bwww\b|\bmailto:|[\p{L}\p{N}][.。．｡·]\p{L}{2}|\d{1,3}(?:\.\d{1,3}){3}/iu

/** Characters of plain addresses of the site: neither an @ nor a backslash, which make its name the user of another site. */
const plainAddress = /^[\w:./?#=&%~+-]+$/

/** Visitors upload files, so only pages are the site's own words. No page has an escape or an empty part in its path. */
const isPage = (path: string): boolean => !/%|\/\/|^\/(?:files|api|image)(?:\/|$)/i.test(path)

const maxShownLength = 60

/** Whether an address, with or without its scheme, leads to a page of the site. */
const isOwnPage = (address: string, site: string): boolean => {
  const own = new URL(site)
  const hasScheme = address.toLowerCase().startsWith(`${own.protocol}//`)
  const full = hasScheme ? address : `${own.protocol}//${address}`
  if (!plainAddress.test(full) || !URL.canParse(full)) {
    return false
  }
  const { origin, username, password, pathname } = new URL(full)
  return origin === own.origin && username === '' && password === '' && isPage(pathname)
}

/** The links in a text that lead away from the festival's own site and address, as they were written. */
export const findForeignLinks = (text: string, { site, email }: OwnAddresses): string[] => {
  const parts = splitAtWebLinks(text)
  const foreign = parts.filter((part, index) => index % 2 === 1 && !isOwnPage(part, site))
  // Mail programs also make links of other words, and may see letters that look alike as the same.
  const rest = parts.map((part) => (foreign.includes(part) ? ' ' : part)).join('')
  const words = rest
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[.,;:!?'’"“”)>\]]+$/gu, ''))
    .filter(
      (word) =>
        address.test(word) && word.toLowerCase() !== email.toLowerCase() && !isOwnPage(word, site),
    )
  return [...foreign, ...words].map((link) => link.slice(0, maxShownLength))
}
