import * as v from 'valibot'
import { formats, type Preset } from '../../festival/forms/upload'
import type { CheckedFile } from './file-type'

export interface ImageHostConfig {
  /** The address up to `/image/upload`, without a trailing slash. */
  url: string
  presets: Readonly<Record<Preset, string>>
}

/** The message is logged, so it never quotes the response of the host. */
export class ImageHostError extends Error {
  override readonly name = 'ImageHostError'
  constructor(
    message: string,
    /**
     * `unavailable`: the host is down, slow, busy or broken. `upload-failed`: the host refused the
     * file, or returned an invalid response.
     */
    readonly code: 'unavailable' | 'upload-failed',
  ) {
    super(message)
  }
}

/** In milliseconds, for a whole upload of up to 4 MiB. */
const defaultTimeoutMs = 30_000

/** Forms send this address to the server, so it must be visible ASCII of limited length. */
const responseSchema = v.pipe(
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

export const openImageHost = (config: ImageHostConfig, timeoutMs = defaultTimeoutMs) => ({
  /** @throws ImageHostError and no other error */
  async forward({ type, bytes }: CheckedFile, preset: Preset): Promise<string> {
    const form = new FormData()
    form.append('upload_preset', config.presets[preset])
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), `proof.${formats[type]}`)
    const { status, text } = await post(`${config.url}/image/upload`, form, timeoutMs)
    const failure = `The image host returned ${status}`
    if (status === 429 || status >= 500) {
      throw new ImageHostError(failure, 'unavailable')
    }
    if (status !== 200) {
      throw new ImageHostError(failure, 'upload-failed')
    }
    const parsed = v.safeParse(responseSchema, text)
    if (!parsed.success) {
      throw new ImageHostError('The image host returned no address', 'upload-failed')
    }
    return parsed.output.secure_url
  },
})

export type ImageHost = ReturnType<typeof openImageHost>

const post = async (
  url: string,
  body: FormData,
  timeoutMs: number,
): Promise<{ status: number; text: string }> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      // A redirect would send participants' files to an unconfigured address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, text: await response.text() }
  } catch {
    throw new ImageHostError('The image host did not respond in time', 'unavailable')
  }
}
