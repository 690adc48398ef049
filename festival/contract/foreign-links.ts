import { splitAtWebLinks } from '../text/web-links'

/** Any message may link to these addresses. */
export interface OwnAddresses {
  /** Has no trailing slash. */
  site: string
  email: string
}

/** Finds addresses as mail programs do, with or without a scheme. */
const addressPattern =
  /:\/\/|\bwww\b|\bmailto:|[\p{L}\p{N}][.。．｡·]\p{L}{2}|\d{1,3}(?:\.\d{1,3}){3}/iu

/**
 * Excludes `@` and backslashes, which would turn the site's name into a user name on another site.
 */
const plainAddress = /^[\w:./?#=&%~+-]+$/

/** Only pages count as the site's own content, because visitors upload files. */
const isPage = (path: string): boolean => !/%|\/\/|^\/(?:files|api|image)(?:\/|$)/i.test(path)

const maxShownLength = 60

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

export const findForeignLinks = (text: string, { site, email }: OwnAddresses): string[] => {
  const parts = splitAtWebLinks(text)
  const foreign = parts.filter((part, index) => index % 2 === 1 && !isOwnPage(part, site))
  // Mail programs turn other words into links, too, and may treat look-alike letters as equal.
  const rest = parts.map((part) => (foreign.includes(part) ? ' ' : part)).join('')
  const words = rest
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\p{N}]+|[.,;:!?'’"“”)>\]]+$/gu, ''))
    .filter(
      (word) =>
        addressPattern.test(word) &&
        word.toLowerCase() !== email.toLowerCase() &&
        !isOwnPage(word, site),
    )
  return [...foreign, ...words].map((link) => link.slice(0, maxShownLength))
}
