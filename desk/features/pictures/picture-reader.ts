import type { PaymentPicture } from '../../../festival/picture/read-payment-picture'
import type { Size } from './unpack-picture'

/** What the worker is asked. */
export interface PictureQuestion {
  picture: Blob
  size: Size
}

/** `broken`: no browser can show it. `slow`: it took too long. `failed`: the reading itself does not work here. */
export type PictureAnswer =
  | { outcome: 'read'; facts: PaymentPicture; confidence: number }
  | { outcome: 'broken' | 'slow' }
  | { outcome: 'failed'; reason: string }

/** Past this the worker is given up, in milliseconds; a phone takes some five seconds for a picture. */
const longestMs = 30_000

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
  #giveUp: ((answer: PictureAnswer) => void) | undefined

  async read(picture: Blob): Promise<PictureAnswer> {
    const size = await measure(picture)
    return size ? this.#ask({ picture, size }) : { outcome: 'broken' }
  }

  /** Ends the worker and with it what it was asked. */
  close(answer: PictureAnswer = { outcome: 'failed', reason: 'The worker was ended.' }): void {
    this.#worker?.terminate()
    this.#worker = undefined
    this.#giveUp?.(answer)
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
      const limit = setTimeout(() => this.close({ outcome: 'slow' }), longestMs)
      this.#giveUp = settle
      worker.onmessage = ({ data }: MessageEvent<PictureAnswer>) => settle(data)
      worker.onerror = () => this.close()
      worker.postMessage(question)
    })
  }
}
