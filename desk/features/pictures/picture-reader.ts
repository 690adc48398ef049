import type { PaymentPicture } from '../../../festival/picture/read-payment-picture'
import type { Size } from './unpack-picture'

/** What the worker is asked. */
export interface PictureQuestion {
  picture: Blob
  size: Size
}

/** `broken`: no browser can show it. `failed`: it may be read another time. */
export type PictureAnswer =
  | { outcome: 'read'; facts: PaymentPicture; confidence: number }
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

  async read(picture: Blob): Promise<PictureAnswer> {
    const size = await measure(picture)
    return size ? this.#ask({ picture, size }) : { outcome: 'broken' }
  }

  close(): void {
    this.#worker?.terminate()
    this.#worker = undefined
  }

  #ask(question: PictureQuestion): Promise<PictureAnswer> {
    this.#worker ??= new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' })
    const worker = this.#worker
    return new Promise((resolve) => {
      const fail = (reason: string) => {
        this.close()
        resolve({ outcome: 'failed', reason })
      }
      const limit = setTimeout(() => fail('It took too long.'), longestMs)
      worker.onmessage = ({ data }: MessageEvent<PictureAnswer>) => {
        clearTimeout(limit)
        resolve(data)
      }
      worker.onerror = () => {
        clearTimeout(limit)
        fail('The worker stopped.')
      }
      worker.postMessage(question)
    })
  }
}
