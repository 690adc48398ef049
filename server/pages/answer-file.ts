import type { Encoding, SiteFile } from './site'

interface Asked {
  acceptEncoding: string | undefined
  ifNoneMatch: string | undefined
}

/**
 * The best encoding that the visitor takes; one that it names with q=0 is refused. Browsers name what they take, so
 * quality values beyond that don't order anything.
 */
const chooseEncoding = (file: SiteFile, accept: string | undefined): Encoding | undefined => {
  const taken = new Set(
    (accept ?? '').split(',').flatMap((part) => {
      const [name = '', quality = ''] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      return /^q=0(?:\.0*)?$/.test(quality) ? [] : [name]
    }),
  )
  if (file.encoded.br && taken.has('br')) return 'br'
  return file.encoded.gzip && taken.has('gzip') ? 'gzip' : undefined
}

/** One file of the site as an answer: encoded as the visitor likes, or 304 for what it has already (behaviour 12.6). */
export const answerFile = (
  file: SiteFile,
  { acceptEncoding, ifNoneMatch }: Asked,
  status: number,
  headers: Record<string, string>,
): Response => {
  const encoding = chooseEncoding(file, acceptEncoding)
  const etag = `"${file.hash}${encoding ? `-${encoding}` : ''}"`
  const all: Record<string, string> = {
    ...headers,
    'Cache-Control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: etag,
    ...(file.encoded.br || file.encoded.gzip ? { Vary: 'Accept-Encoding' } : {}),
  }
  if (status === 200 && matches(ifNoneMatch, etag)) return new Response(null, { status: 304, headers: all })
  const body = (encoding && file.encoded[encoding]) ?? file.plain
  all['Content-Type'] = file.type
  all['Content-Length'] = String(body.byteLength)
  if (encoding) all['Content-Encoding'] = encoding
  return new Response(body, { status, headers: all })
}

const matches = (ifNoneMatch: string | undefined, etag: string): boolean => {
  if (ifNoneMatch === undefined) return false
  const known = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
