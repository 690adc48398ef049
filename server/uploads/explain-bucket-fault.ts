import type { S3Config } from './s3-store'

/** What a store answers about keys and bucket, by S3's own names for it. */
const words: Readonly<Record<string, string>> = {
  NoSuchBucket: 'has no such bucket. Make it, or mend S3_BUCKET.',
  InvalidAccessKeyId: 'does not know the key. Mend S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'does not take the key’s secret. Mend S3_SECRET_ACCESS_KEY, or S3_REGION.',
  AccessDenied: 'does not let this key in. It must list, read, write and delete there.',
}

/** A sentence for the operator about a bucket that could not be asked; undefined for what is no fault of a bucket's. */
export const explainBucketFault = (error: unknown, { endpoint, bucket }: S3Config): string | undefined => {
  if (!(error instanceof Error)) return undefined
  const where = `The store at ${endpoint ?? 'Amazon'}, bucket ${bucket},`
  const said = words[error.name]
  if (said !== undefined) return `${where} ${said}`
  const code = 'code' in error ? String(error.code) : error.name
  if (/^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|EPROTO|CERT_|ERR_TLS|TimeoutError|AbortError)/.test(code))
    return `${where} does not answer (${code}). Is it up, and are S3_ENDPOINT and S3_REGION right?`
  return '$metadata' in error
    ? `${where} answers with a fault (${error.name}). Is S3_ENDPOINT a store of S3?`
    : undefined
}
