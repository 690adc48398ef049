/// <reference lib="webworker" />

import {
  cleanupOutdatedCaches,
  matchPrecache,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { registerRoute, setCatchHandler } from 'workbox-routing'
import { NetworkFirst } from 'workbox-strategies'
import { myEntryPage } from '../../festival/contract/my-entry'
import { isDeskPage } from '../../festival/contract/pages'
import { isServerPath } from '../../festival/forms/api'

declare const self: ServiceWorkerGlobalScope

/** The build's files that every page needs, each with its revision. */
declare const __PRECACHE__: PrecacheEntry[]

const pagesCache = 'pages'
const shell = '/shell.html'

precacheAndRoute(__PRECACHE__, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

// What the server alone answers, and the organisers' desk, is never kept, and never answered from here. A page comes from the network while there is one that answers; without it from the last visit, and a page never seen
// from the empty shell, whose scripts are all here (behaviour 9.9).
// The address of a private link holds its secret, so that page is never kept either.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' &&
    !isServerPath(url.pathname) &&
    !isDeskPage(url.pathname) &&
    url.pathname !== myEntryPage,
  new NetworkFirst({ cacheName: pagesCache, networkTimeoutSeconds: 4 }),
)
setCatchHandler(async ({ request }) => {
  const isPage = request instanceof Request && request.mode === 'navigate'
  return (isPage && (await matchPrecache(shell))) || Response.error()
})

// Pages of an older build name scripts that this build no longer has.
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete(pagesCache))
})
self.addEventListener('install', () => {
  void self.skipWaiting()
})
