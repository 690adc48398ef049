import { identity } from '#edition/identity'
import { workshops } from '../festival/content/catalogue'
import { palette } from '../festival/content/palette'
import { callFolders } from '../festival/forms/api'
import { canonicalPath } from '../site/navigation/canonical-path'
import type { Match } from '../site/routes'
import { escapeText } from './plates/picture'

/** Stores `/events/a` as `events/a.html`, and `/b?c=d` as `b/d.html`. */
export const nameFile = (address: string): string => {
  const [path = '/', query] = address.split('?')
  const name = path === '/' ? '/index' : path
  return query ? `${name.slice(1)}/${query.split('=')[1]}.html` : `${name.slice(1)}.html`
}

/**
 * Maps addresses, including aliases, to files. `byQuery` contains the pages that a query parameter
 * selects.
 */
export const listPages = (screens: readonly { address: string; match: Match }[]) => {
  const pages: Record<string, string> = {}
  const byQuery: Record<
    string,
    { param: string; files: Record<string, string>; fallback: string }
  > = {}
  for (const { address, match } of screens) {
    const { choice, paths } = match.route
    const value = match.props.choice
    for (const path of paths) {
      if (!choice || !value) {
        pages[path] = nameFile(address)
        continue
      }
      const canonical = choice.fallback ? `${paths[0]}?${choice.name}=${choice.fallback}` : paths[0]
      byQuery[path] ??= { param: choice.name, files: {}, fallback: nameFile(canonical) }
      byQuery[path].files[value] = nameFile(address)
    }
  }
  return { pages, byQuery }
}

export const makeSitemap = (matches: readonly Match[], publicUrl: string): string => {
  const listedMatches = matches.filter(({ route }) => !route.unlisted).map(canonicalPath)
  const entries = [...new Set(listedMatches)].map(
    (path) => `<url><loc>${escapeText(publicUrl + path)}</loc></url>`,
  )
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`
}

/** Does not disallow unlisted pages, because crawlers must read the `noindex` in them. */
export const makeRobots = (publicUrl: string): string =>
  `User-agent: *\n${callFolders.map((folder) => `Disallow: ${folder}/\n`).join('')}\nSitemap: ${publicUrl}/sitemap.xml\n`

const icon = (src: string, size: number, purpose = 'any') => ({
  src,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
})

const shortcut = (name: string, url: string) => ({ name, url, icons: [icon('/icon-192.png', 192)] })

const shortcuts = [shortcut('Schedule', '/schedule'), shortcut('My festival', '/my-festival')]
if (workshops.length > 0) {
  shortcuts.push(shortcut('Workshops', '/workshops'))
}

export const makeManifest = (): string =>
  JSON.stringify({
    id: '/',
    name: identity.title,
    short_name: identity.shortTitle,
    description: identity.description,
    lang: 'en-IN',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: palette.light.paper,
    theme_color: palette.light.paper,
    categories: ['education', 'events'],
    icons: [
      icon('/icon-192.png', 192),
      icon('/icon-512.png', 512),
      icon('/icon-maskable.png', 512, 'maskable'),
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts,
  })
