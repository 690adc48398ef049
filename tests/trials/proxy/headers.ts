import type { Answer } from './ask'

/** What was tried, whether it holds, and what was seen. */
export type Line = [name: string, holds: boolean, seen: string]

/** OWASP's list of secure headers, and what it asks of each; `undefined` wants the header away. */
const owasp: [name: string, wanted: RegExp | undefined][] = [
  ['strict-transport-security', /^max-age=31536000(?:; includeSubDomains)?$/],
  ['x-frame-options', /^deny$/i],
  ['x-content-type-options', /^nosniff$/],
  ['content-security-policy', /default-src '(?:none|self)'.*frame-ancestors 'none'/],
  ['x-permitted-cross-domain-policies', /^none$/],
  ['referrer-policy', /^(?:no-referrer|strict-origin-when-cross-origin)$/],
  ['cross-origin-embedder-policy', /^require-corp$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['permissions-policy', /camera=\(\).*microphone=\(\)/],
  ['cache-control', /no-store|no-cache/],
  ['x-dns-prefetch-control', /^off$/],
  ['server', undefined],
  ['x-powered-by', undefined],
  ['via', undefined],
]

/** Holds an answer's headers against that list. */
export const checkHeaders = (name: string, { headers }: Answer): Line[] =>
  owasp.map(([header, wanted]) => {
    const value = headers[header]
    const seen = value === undefined ? 'absent' : String(value)
    return [`${name} ${header}`, wanted ? wanted.test(seen) : value === undefined, seen.slice(0, 60)]
  })
