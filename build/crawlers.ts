import { callFolders } from '../festival/api'
import { canonicalPath } from '../site/canonical-path'
import type { Match } from '../site/routes'

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** The sitemap: the canonical address of every screen that search engines may list (behaviour 9.12). */
export const makeSitemap = (matches: readonly Match[], publicUrl: string): string => {
  const listed = matches.filter(({ route }) => !route.unlisted).map(canonicalPath)
  const entries = [...new Set(listed)].map((path) => `<url><loc>${escapeXml(publicUrl + path)}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** Everything may be read but what answers forms; an unlisted page says so itself, and must be readable to say it. */
export const makeRobots = (publicUrl: string): string =>
  `User-agent: *\n${callFolders.map((folder) => `Disallow: ${folder}/\n`).join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`
