import * as v from 'valibot'
import { formats, type Preset } from '../../festival/forms/upload'
import type { CheckedFile } from './file-type'

export interface ImageHostConfig {
  /** What stands before `/image/upload`, without a slash at the end. */
  url: string
  /** The service's name of the preset for each of our purposes. */
  presets: Readonly<Record<Preset, string>>
}

/** Why a file was not taken. The message goes into logs, so it never quotes the service. */
export class ImageHostError extends Error {
  override readonly name = 'ImageHostError'
  constructor(
    message: string,
    /** `unavailable`: away, slow, busy or broken. `upload-failed`: it refused, or its answer makes no sense. */
    readonly code: 'unavailable' | 'upload-failed',
  ) {
    super(message)
  }
}

/** Milliseconds for the whole of a forward, 4 MiB up included. */
const defaultTimeoutMs = 30_000

/** An address that the forms may hand back to us: a bounded line of visible ASCII characters. */
const answerSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    secure_url: v.pipe(
      v.string(),
      v.url(),
      v.startsWith('https://'),
      v.maxLength(1_000),
      v.regex(/^[\x21-\x7e]+$/),
    ),
  }),
)

/** Hands files on, after our own checks, by `POST …/image/upload` (behaviour 6.11). */
export const openImageHost = (config: ImageHostConfig, timeoutMs = defaultTimeoutMs) => ({
  /** Gives the address of a checked file. @throws ImageHostError; the only error that a host throws. */
  async forward({ type, bytes }: CheckedFile, preset: Preset): Promise<string> {
    const form = new FormData()
    form.append('upload_preset', config.presets[preset])
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), `proof.${formats[type]}`)
    const { status, text } = await post(`${config.url}/image/upload`, form, timeoutMs)
    const failure = `The image host answered ${status}`
    if (status === 429 || status >= 500) {
      throw new ImageHostError(failure, 'unavailable')
    }
    if (status !== 200) {
      throw new ImageHostError(failure, 'upload-failed')
    }
    const answer = v.safeParse(answerSchema, text)
    if (!answer.success) {
      throw new ImageHostError('The image host named no address', 'upload-failed')
    }
    return answer.output.secure_url
  },
})

export type ImageHost = ReturnType<typeof openImageHost>

const post = async (
  url: string,
  body: FormData,
  timeoutMs: number,
): Promise<{ status: number; text: string }> => {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body,
      // A redirect would take what registrants sent to an address that nobody configured.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: answer.status, text: await answer.text() }
  } catch {
    throw new ImageHostError('The image host did not answer in time, or not at all', 'unavailable')
  }
}
