import type { Encoding, SiteFile } from './site'

export interface RequestHeaders {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

export interface PreparedResponse {
  status: number
  headers: Readonly<Record<string, string>>
  body: Uint8Array<ArrayBuffer> | null
}

interface Variant {
  etag: string
  complete: PreparedResponse
  unchanged: PreparedResponse
}

/** Prepares one response per encoding, because most requests are for pages. */
export class PreparedFile {
  readonly #status: number
  readonly #plain: Variant
  readonly #encoded: Partial<Record<Encoding, Variant>> = {}

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

  respond({ acceptEncoding = '', ifNoneMatch }: RequestHeaders): PreparedResponse {
    const variant =
      (acceptsEncoding(acceptEncoding, 'br') && this.#encoded.br) ||
      (acceptsEncoding(acceptEncoding, 'gzip') && this.#encoded.gzip) ||
      this.#plain
    const isUnchanged =
      ifNoneMatch !== undefined && this.#status === 200 && matchesEtag(ifNoneMatch, variant.etag)
    return isUnchanged ? variant.unchanged : variant.complete
  }
}

const prepare = (
  file: SiteFile,
  shared: Record<string, string>,
  status: number,
  encoding: Encoding | undefined,
  body: Uint8Array<ArrayBuffer>,
): Variant => {
  const etag = encoding ? `"${file.hash}-${encoding}"` : `"${file.hash}"`
  const sharedHeaders: Record<string, string> = {
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...shared,
    ETag: etag,
  }
  if (file.encoded.br || file.encoded.gzip) {
    sharedHeaders.Vary = 'Accept-Encoding'
  }
  const bodyHeaders: Record<string, string> = {
    'Content-Type': file.type,
    'Content-Length': String(body.byteLength),
  }
  if (encoding) {
    bodyHeaders['Content-Encoding'] = encoding
  }
  return {
    etag,
    complete: { status, headers: { ...sharedHeaders, ...bodyHeaders }, body },
    unchanged: { status: 304, headers: sharedHeaders, body: null },
  }
}

/** Maximum length of Accept-Encoding. Browsers send about 25 characters. */
const maxAcceptLength = 256

/** Only q=0 is considered, because browsers use no other quality values. */
const acceptsEncoding = (acceptEncoding: string, encoding: Encoding): boolean =>
  acceptEncoding.length <= maxAcceptLength &&
  acceptEncoding.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((text) => text.trim().toLowerCase())
    return name === encoding && !parameters.some((text) => /^q=0(?:\.0*)?$/.test(text))
  })

const matchesEtag = (ifNoneMatch: string, etag: string): boolean => {
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
