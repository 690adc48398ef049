import type { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { forReading } from '../../../festival/desk/evidence'
import { CallFailed, call, queryKeys } from '../../api'
import { watchIdle } from './idle'
import { PictureReader } from './picture-reader'
import { type Progress, type ReadingParts, readPictures } from './read-pictures'

let progress: Progress | undefined
const listeners = new Set<() => void>()

const show = (next: Progress): void => {
  progress = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How far the reading of pictures is; undefined until the server said how many there are. */
export const useReadingProgress = (): Progress | undefined => useSyncExternalStore(subscribe, () => progress)

/** So long after the last picture, or after a fault, it is looked for new ones, in milliseconds. */
const lookAgainMs = 60_000

const wait = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, lookAgainMs)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

const load = async ({ address }: { address: string }, signal: AbortSignal): Promise<Blob | 'gone'> => {
  const answer = await fetch(`${address}?for=${forReading}`, { signal })
  if (answer.status === 410 || answer.status === 404) return 'gone'
  if (!answer.ok) throw new CallFailed(undefined)
  return answer.blob()
}

const readAll = async (client: QueryClient, signal: AbortSignal): Promise<void> => {
  const reader = new PictureReader()
  signal.addEventListener('abort', () => reader.close())
  const tried = new Map<string, number>()
  const parts: ReadingParts = {
    listUnread: () => call('listUnread', { signal }),
    load: (proof) => load(proof, signal),
    read: (picture) => reader.read(picture),
    keep: async (items) => {
      await call('postEvidence', { body: { items }, signal })
      void client.invalidateQueries({ queryKey: queryKeys.record })
    },
    untilIdle: watchIdle(signal),
    onProgress: show,
    signal,
  }
  while (!signal.aborted) {
    try {
      await readPictures(parts, tried)
    } catch {
      // The server or the network rests; what was not kept is read again.
    }
    await wait(signal)
  }
}

/** Reads pictures until the signal: in one tab of a browser only, for two would do the same twice. */
export const startReading = (client: QueryClient, signal: AbortSignal): void => {
  const read = () => readAll(client, signal)
  // Browsers have locks on secure addresses only.
  const done = navigator.locks ? navigator.locks.request('cerebra:desk:reading', { signal }, read) : read()
  done.catch(() => undefined)
}
