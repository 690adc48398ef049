import type { Encoding, SiteFile } from './site'

/** What a visitor's browser says about a file that it asks for. */
export interface RequestHeaders {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export interface PreparedAnswer {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer> | null
}

interface Variant {
  etag: string
  whole: PreparedAnswer
  unchanged: PreparedAnswer
}

/**
 * One file of the site with its answers made beforehand, one for each encoding: on the day it opens, pages are asked
 * for more than anything else (behaviour 12.6).
 */
export class PreparedFile {
  readonly #status: number
  readonly #plain: Variant
  readonly #encoded: Partial<Record<Encoding, Variant>> = {}

  /** `headers` are those that don't depend on the encoding. */
  constructor(file: SiteFile, headers: Record<string, string>, status: number) {
    this.#status = status
    this.#plain = prepare(file, headers, status, undefined, file.plain)
    for (const encoding of ['br', 'gzip'] as const) {
      const bytes = file.encoded[encoding]
      if (bytes) {
        this.#encoded[encoding] = prepare(file, headers, status, encoding, bytes)
      }
    }
  }

  /** Encoded as the visitor likes, or 304 for what it has already. */
  answer({ acceptEncoding = '', ifNoneMatch }: RequestHeaders): PreparedAnswer {
    const variant =
      (acceptsEncoding(acceptEncoding, 'br') && this.#encoded.br) ||
      (acceptsEncoding(acceptEncoding, 'gzip') && this.#encoded.gzip) ||
      this.#plain
    const isKnown =
      ifNoneMatch !== undefined && this.#status === 200 && matchesEtag(ifNoneMatch, variant.etag)
    return isKnown ? variant.unchanged : variant.whole
  }
}

const prepare = (
  file: SiteFile,
  shared: Record<string, string>,
  status: number,
  encoding: Encoding | undefined,
  body: Uint8Array<ArrayBuffer>,
): Variant => {
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  const sharedHeaders = {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...shared,
    ETag: etag,
    ...(file.encoded.br || file.encoded.gzip ? { Vary: 'Accept-Encoding' } : {}),
  }
  const bodyHeaders = {
    'Content-Type': file.type,
    'Content-Length': String(body.byteLength),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  }
  return {
    etag,
    whole: { status, headers: { ...sharedHeaders, ...bodyHeaders }, body },
    unchanged: { status: 304, headers: sharedHeaders, body: null },
  }
}

/** Browsers send some 25 characters; whoever sends this many gets the plain file. */
const maxAcceptLength = 256

/**
 * Whether a visitor takes this encoding; one that it names with q=0 is refused. Browsers name what they take, so quality
 * values beyond that don't order anything.
 */
const acceptsEncoding = (acceptEncoding: string, encoding: Encoding): boolean =>
  acceptEncoding.length <= maxAcceptLength &&
  acceptEncoding.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
  })

const matchesEtag = (ifNoneMatch: string, etag: string): boolean => {
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
