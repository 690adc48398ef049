import type { Fingerprints } from '../../../festival/desk/evidence'
import type { PaymentPicture } from '../../../festival/picture/read-payment-picture'
import type { Likeness } from './print-shelf'
import type { Size } from './unpack-picture'

/** A picture and whose it is. */
export interface GivenPicture {
  picture: Blob
  proof: string
  submission: string
}

/** What the worker is asked: to read a picture, or to know prints that other browsers made. */
export type PictureQuestion =
  | ({ kind: 'read'; size: Size } & GivenPicture)
  | { kind: 'learn'; prints: Fingerprints['fingerprints'] }

/** `broken`: no browser can show it. `failed`: it may be read another time. */
export type PictureAnswer =
  | { outcome: 'read'; facts: PaymentPicture; confidence: number; print?: string; alike: Likeness[] }
  | { outcome: 'learnt'; alike: Likeness[] }
  | { outcome: 'broken' }
  | { outcome: 'failed'; reason: string }

/** Past this the worker is given up, in milliseconds; a phone takes some five seconds for a picture. */
const longestMs = 90_000

/** A picture's own measures, from its head: nothing is unpacked for them. Undefined for what is no picture. */
const measure = async (picture: Blob): Promise<Size | undefined> => {
  const address = URL.createObjectURL(picture)
  const image = new Image()
  try {
    await new Promise((resolve, reject) => {
      image.onload = resolve
      image.onerror = reject
      image.src = address
    })
    return image.naturalWidth > 0 ? { width: image.naturalWidth, height: image.naturalHeight } : undefined
  } catch {
    return undefined
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Reads pictures in a worker, one at a time. */
export class PictureReader {
  #worker: Worker | undefined
  /** Answers what the worker is asked just now. */
  #giveUp: (() => void) | undefined

  async read(given: GivenPicture): Promise<PictureAnswer> {
    const size = await measure(given.picture)
    return size ? this.#ask({ kind: 'read', size, ...given }) : { outcome: 'broken' }
  }

  /** Which pictures that were read here look like these prints. */
  async learn(prints: Fingerprints['fingerprints']): Promise<Likeness[]> {
    const answer = await this.#ask({ kind: 'learn', prints })
    return answer.outcome === 'learnt' ? answer.alike : []
  }

  /** Whether the worker knows prints; a new one knows none. */
  get isOpen(): boolean {
    return this.#worker !== undefined
  }

  /** Ends the worker; what it was asked has failed. */
  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#giveUp?.()
  }

  #ask(question: PictureQuestion): Promise<PictureAnswer> {
    this.#worker ??= new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
    const worker = this.#worker
    return new Promise((resolve) => {
      const settle = (answer: PictureAnswer) => {
        clearTimeout(limit)
        this.#giveUp = undefined
        resolve(answer)
      }
      const limit = setTimeout(() => this.close(), longestMs)
      this.#giveUp = () => settle({ outcome: 'failed', reason: 'The worker was ended.' })
      worker.onmessage = ({ data }: MessageEvent<PictureAnswer>) => settle(data)
      worker.onerror = () => this.close()
      worker.postMessage(question)
    })
  }
}
