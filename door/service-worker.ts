/// <reference lib="webworker" />

import { isDoorPage } from '../festival/contract/pages'
import { pairedCache } from './paired-cache'

declare const self: ServiceWorkerGlobalScope

/** The URLs of the page and all its files. */
declare const __DOOR_FILES__: readonly string[]
/** Changes when the content of any file changes. */
declare const __DOOR_VERSION__: string

const cacheName = `door-files-${__DOOR_VERSION__}`

/** A paired phone keeps its version, so that nothing changes while people are being let in. */
const install = async () => {
  if (self.registration.active && (await caches.has(pairedCache))) {
    throw new Error('The phone is paired.')
  }
  const cache = await caches.open(cacheName)
  await cache.addAll(__DOOR_FILES__)
  await self.skipWaiting()
}

const activate = async () => {
  const names = await caches.keys()
  const outdated = names.filter((name) => name.startsWith('door-files-') && name !== cacheName)
  await Promise.all(outdated.map((name) => caches.delete(name)))
  await self.clients.claim()
}

const respond = async (request: Request) => {
  const options = { ignoreSearch: true, cacheName }
  return (await caches.match(request, options)) ?? fetch(request)
}

self.addEventListener('install', (event) => event.waitUntil(install()))
self.addEventListener('activate', (event) => event.waitUntil(activate()))
self.addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url)
  if (isDoorPage(pathname)) {
    event.respondWith(respond(event.request))
  }
})
