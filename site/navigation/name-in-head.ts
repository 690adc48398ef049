import { canonicalPath } from '../canonical-path'
import type { Screen } from './screen'

/** Where the site is published, as the first page's own link says: a mirror is not the canonical place. */
let publicOrigin: string | undefined

const setCanonical = (path: string | undefined) => {
  const found = document.head.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  publicOrigin ??= found ? new URL(found.href).origin : location.origin
  if (!path) return found?.remove()
  const link = found ?? document.head.appendChild(document.createElement('link'))
  link.rel = 'canonical'
  link.href = publicOrigin + path
}

const setIndexing = (isWanted: boolean) => {
  const found = document.head.querySelector<HTMLMetaElement>('meta[name="robots"]')
  if (isWanted) return found?.remove()
  const meta = found ?? document.head.appendChild(document.createElement('meta'))
  meta.name = 'robots'
  meta.content = 'noindex'
}

/** Says in the document's head what the screen's own file would: title, description, canonical link, whether to index it. */
export const nameInHead = ({ description, match }: Screen): void => {
  document.title = description.title
  document.head.querySelector('meta[name="description"]')?.setAttribute('content', description.description)
  setCanonical(match && canonicalPath(match))
  setIndexing(match !== undefined && !match.route.unlisted)
}
