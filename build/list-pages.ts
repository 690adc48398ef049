import type { Match } from '../site/routes'

/** A screen's address and what it names. */
interface Listed {
  address: string
  match: Match
}

/** The name of the file that holds an address's page: `/events/a` is `events/a.html`, `/b?c=d` is `b/d.html`. */
export const fileOf = (address: string): string => {
  const [path = '/', query] = address.split('?')
  const name = path === '/' ? '/index' : path
  return query ? `${name.slice(1)}/${query.split('=')[1]}.html` : `${name.slice(1)}.html`
}

/** Which file each address shows, aliases included; where the query chooses, which file each choice shows. */
export const listPages = (screens: readonly Listed[]) => {
  const pages: Record<string, string> = {}
  const byQuery: Record<string, { param: string; files: Record<string, string>; fallback: string }> = {}
  for (const { address, match } of screens) {
    const { choice, paths } = match.route
    const chosen = match.props.choice
    for (const path of paths) {
      if (!choice || !chosen) {
        pages[path] = fileOf(address)
        continue
      }
      const canonical = choice.fallback ? `${paths[0]}?${choice.name}=${choice.fallback}` : paths[0]
      byQuery[path] ??= { param: choice.name, files: {}, fallback: fileOf(canonical) }
      byQuery[path].files[chosen] = fileOf(address)
    }
  }
  return { pages, byQuery }
}
