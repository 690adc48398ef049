import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import {
  forReading,
  type OcrResultItem,
  type ProofsToRead,
} from '../../../festival/contract/ocr-result'
import type { PaymentPicture } from '../../../festival/picture/read-payment-picture'
import { createStore } from '../../../ui/store'
import { CallError, call, refresh, useMayAct } from '../../api'
import { changeSettings, useSettings } from '../../settings'

interface Size {
  width: number
  height: number
}

export interface PictureRequest {
  picture: Blob
  size: Size
}

/** `broken`: no browser can show the picture. `failed`: this browser could not read the picture. */
export type PictureResult =
  | { outcome: 'read'; facts: PaymentPicture; confidence: number }
  | { outcome: 'gone' | 'broken' | 'slow' }
  | { outcome: 'failed'; reason: string }

type Progress = Pick<ProofsToRead, 'pictures' | 'read'>

type Unread = ProofsToRead['proofs'][number]

/** Each function may throw if the server does not answer. */
export interface ReadingDeps {
  listUnread: () => Promise<ProofsToRead>
  read: (proof: Unread) => Promise<PictureResult>
  keep: (item: OcrResultItem) => Promise<unknown>
  untilIdle: () => Promise<void>
  onProgress: (progress: Progress) => void
  signal: AbortSignal
}

const maxSlowTries = 2

/**
 * Marks a picture after two slow attempts, so that the other pictures are read. After any other
 * failure, another browser or the next visit tries again.
 * @param attempts slow attempts per proof; `Infinity` skips the proof
 */
export const readPictures = async (
  deps: ReadingDeps,
  attempts: Map<string, number>,
): Promise<void> => {
  const { listUnread, read, keep, untilIdle, onProgress, signal } = deps
  const findItem = async (unread: Unread): Promise<OcrResultItem | undefined> => {
    const { proof } = unread
    const result = await read(unread)
    if (result.outcome === 'read') {
      return { proof, ...result.facts, confidence: result.confidence }
    }
    const tries = (attempts.get(proof) ?? 0) + 1
    const isSlow = result.outcome === 'slow'
    if (result.outcome !== 'failed' && !(isSlow && tries < maxSlowTries)) {
      return { proof, unreadable: result.outcome }
    }
    attempts.set(proof, isSlow ? tries : Number.POSITIVE_INFINITY)
    return undefined
  }
  while (!signal.aborted) {
    const { proofs, ...progress } = await listUnread()
    onProgress(progress)
    const waiting = proofs.filter(({ proof }) => attempts.get(proof) !== Number.POSITIVE_INFINITY)
    if (waiting.length === 0) {
      return
    }
    for (const unread of waiting) {
      await untilIdle()
      if (signal.aborted) {
        return
      }
      const item = await findItem(unread)
      if (signal.aborted) {
        return
      }
      if (item) {
        await keep(item)
        progress.read++
      }
      onProgress(progress)
    }
  }
}

/** In pixels. Wide enough to read the text of every app. A larger width would only be slower. */
const maxWidth = 810
/** The end of a longer screenshot says nothing about the payment. */
const maxHeight = 4 * maxWidth

/** Enlarges narrow pictures. The result has at most 2.6 million pixels. */
export const readSize = ({ width, height }: Size): Size => {
  const scale = Math.min(maxWidth / width, maxHeight / height)
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}

/** Reads only the header. Returns undefined if the file is not a picture. */
const measure = async (picture: Blob): Promise<Size | undefined> => {
  const image = new Image()
  image.src = URL.createObjectURL(picture)
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
    })
    return image.naturalWidth > 0
      ? { width: image.naturalWidth, height: image.naturalHeight }
      : undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

/** In milliseconds. A phone needs about five seconds per picture. */
const readTimeoutMs = 30_000

const aborted: PictureResult = { outcome: 'failed', reason: 'The worker was ended.' }

/** @throws if the server does not answer */
const openReader = (signal: AbortSignal): ReadingDeps['read'] => {
  let worker: Worker | undefined
  let settle: ((result: PictureResult) => void) | undefined
  const close = (result: PictureResult) => {
    worker?.terminate()
    worker = undefined
    settle?.(result)
  }
  signal.addEventListener('abort', () => close(aborted))
  return async ({ address }) => {
    const response = await fetch(`${address}?for=${forReading}`, { signal })
    if (response.status === 410 || response.status === 404) {
      return { outcome: 'gone' }
    }
    if (!response.ok) {
      throw new CallError(undefined)
    }
    const picture = await response.blob()
    const size = await measure(picture)
    if (!size) {
      return { outcome: 'broken' }
    }
    if (signal.aborted) {
      return aborted
    }
    worker ??= new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
    worker.onmessage = ({ data }: MessageEvent<PictureResult>) => settle?.(data)
    worker.onerror = () => close(aborted)
    worker.postMessage({ picture, size: readSize(size) } satisfies PictureRequest)
    const timer = setTimeout(() => close({ outcome: 'slow' }), readTimeoutMs)
    return new Promise<PictureResult>((resolve) => {
      settle = resolve
    }).finally(() => clearTimeout(timer))
  }
}

const idleMs = 1_500
const activityEvents = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'input'] as const

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Resolves once the user has been idle for `idleMs`. */
const watchIdle = (signal: AbortSignal): ReadingDeps['untilIdle'] => {
  let lastActivity = performance.now()
  const recordActivity = () => {
    lastActivity = performance.now()
  }
  for (const eventName of activityEvents) {
    addEventListener(eventName, recordActivity, { capture: true, passive: true, signal })
  }
  return async () => {
    for (;;) {
      const remainingMs = lastActivity + idleMs - performance.now()
      if (remainingMs <= 0 || signal.aborted) {
        return
      }
      await wait(remainingMs)
    }
  }
}

/** Undefined until the server has counted the pictures. */
const progressStore = createStore<Progress | undefined>(() => undefined)

const pollIntervalMs = 60_000

const readAll = async (client: QueryClient, signal: AbortSignal): Promise<void> => {
  const attempts = new Map<string, number>()
  const deps: ReadingDeps = {
    listUnread: () => call('listUnread', { signal }),
    read: openReader(signal),
    keep: async (item) => {
      await call('postOcrResults', { body: { items: [item] }, signal })
      refresh(client, 'readEntry')
    },
    untilIdle: watchIdle(signal),
    onProgress: (progress) => progressStore.write({ ...progress }),
    signal,
  }
  while (!signal.aborted) {
    // If the server or the network fails, unsaved pictures are read again later.
    await readPictures(deps, attempts).catch(() => undefined)
    const stopped = new Promise((resolve) =>
      signal.addEventListener('abort', resolve, { once: true }),
    )
    await Promise.race([wait(pollIntervalMs), stopped])
  }
}

/** Only one tab per browser reads, because two tabs would do the same work twice. */
export const PictureReader = () => {
  const client = useQueryClient()
  const { reading } = useSettings()
  const mayRead = useMayAct('verifier')
  useEffect(() => {
    if (!reading || !mayRead) {
      return
    }
    const stop = new AbortController()
    const { signal } = stop
    const read = () => readAll(client, signal)
    // Browsers offer locks only in a secure context.
    const done = navigator.locks
      ? navigator.locks.request('cerebra:desk:reading', { signal }, read)
      : read()
    done.catch(() => undefined)
    return () => stop.abort()
  }, [client, reading, mayRead])
  return null
}

export const ReadingBar = () => {
  const { reading } = useSettings()
  const mayRead = useMayAct('verifier')
  const { pictures, read } = progressStore.use() ?? { pictures: 0, read: 0 }
  if (!mayRead || (reading && read >= pictures)) {
    return null
  }
  return (
    <section aria-label="Reading pictures" className="border-t border-rule bg-leaf">
      {reading && (
        <progress
          aria-label="Pictures scanned"
          max={pictures}
          value={read}
          className="block h-1 w-full appearance-none border-0 bg-rule [&::-moz-progress-bar]:bg-lymph [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-lymph"
        />
      )}
      <p className="flex items-center justify-between gap-2 pl-4 text-sm">
        <span className="figures text-faded">
          {reading
            ? `${read} of ${pictures} pictures scanned`
            : 'Pictures are not scanned on this device.'}
        </span>
        <button
          type="button"
          className="press px-4 font-semibold"
          onClick={() => changeSettings({ reading: !reading })}
        >
          {reading ? 'Pause' : 'Start'}
        </button>
      </p>
    </section>
  )
}
