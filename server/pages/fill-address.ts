import { publicAttribute, standInRevision, standInUrl } from '../../festival/contract/built-address'

export interface SiteAddress {
  /** Without a trailing slash. */
  publicUrl: string
  /** Whether real visitors are expected. If so, sales and events end at their set times. */
  isPublic: boolean
}

/** Whether a file contains the site's address, or the hash of a file that does. */
export const needsAddress = (name: string): boolean =>
  name.endsWith('.html') || ['robots.txt', 'sitemap.xml', 'sw.js'].includes(name)

export const fillAddress = (text: string, { publicUrl, isPublic }: SiteAddress): string => {
  const filled = text.replaceAll(standInUrl, () => publicUrl)
  return isPublic ? filled : filled.replace(` ${publicAttribute}`, '')
}

/** Devices fetch the offline shell again when its revision in the service worker changes. */
export const fillRevision = (worker: string, shellHash: string): string =>
  worker.replaceAll(standInRevision, shellHash)
