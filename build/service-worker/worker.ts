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
import { isDeskPage, isDoorPage } from '../../festival/contract/pages'
import { isServerPath } from '../../festival/forms/api'

declare const self: ServiceWorkerGlobalScope

declare const __PRECACHE__: PrecacheEntry[]

const pagesCache = 'pages'
const shell = '/shell.html'

precacheAndRoute(__PRECACHE__, { directoryIndex: '', cleanURLs: false })
cleanupOutdatedCaches()

// This worker never caches server routes, the desk, the door page, or the page of private links,
// whose address contains a secret. Other pages come from the network, or else from the last visit,
// or else from the empty shell.
registerRoute(
  ({ request, url }) =>
    request.mode === 'navigate' &&
    !isServerPath(url.pathname) &&
    !isDeskPage(url.pathname) &&
    !isDoorPage(url.pathname) &&
    url.pathname !== myEntryPage,
  new NetworkFirst({ cacheName: pagesCache, networkTimeoutSeconds: 4 }),
)
setCatchHandler(async ({ request }) => {
  const isPage = request instanceof Request && request.mode === 'navigate'
  return (isPage && (await matchPrecache(shell))) || Response.error()
})

// Cached pages of an older build refer to scripts that no longer exist.
self.addEventListener('activate', (event) => {
  event.waitUntil(caches.delete(pagesCache))
})
self.addEventListener('install', () => {
  void self.skipWaiting()
})
