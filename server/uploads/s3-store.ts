import { createHash } from 'node:crypto'
import { addAbortSignal, Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
  type S3ClientConfig,
} from '@aws-sdk/client-s3'
import type { FileStore, OpenedFile, StoredFile } from './file-store'

export interface S3Config {
  /** If undefined, Amazon's endpoint for the region is used. */
  endpoint: string | undefined
  region: string
  bucket: string
  /** The start of every key. Keys without the prefix are never listed or removed. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

/** In milliseconds. A participant waits for at most `whole`. */
export interface S3Timeouts {
  connect: number
  whole: number
  /** The time for removing a file whose write has failed. */
  undo: number
}

const defaultTimeouts: S3Timeouts = { connect: 5_000, whole: 15_000, undo: 3_000 }

const maxConnections = 256

/** Each object is stored completely or not at all, because the store checks its length and MD5. */
export const openS3Store = (
  config: S3Config,
  timeouts: S3Timeouts = defaultTimeouts,
): FileStore => {
  const options: S3ClientConfig = {
    region: config.region,
    credentials: { accessKeyId: config.accessKeyId, secretAccessKey: config.secretAccessKey },
    forcePathStyle: config.forcePathStyle,
    // One retry hides a broken connection.
    maxAttempts: 2,
    // Waiting for a free connection counts towards the connection timeout, so many uploads at once
    // need enough connections.
    requestHandler: {
      connectionTimeout: timeouts.connect,
      httpAgent: { maxSockets: maxConnections },
      httpsAgent: { maxSockets: maxConnections },
    },
    // Every store accepts MD5. The newer checksums were introduced by Amazon, and some other stores
    // refuse them.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  }
  if (config.endpoint !== undefined) {
    options.endpoint = config.endpoint
  }
  const client = new S3Client(options)
  const makeAddress = (name: string) => ({ Bucket: config.bucket, Key: `${config.prefix}${name}` })
  const timeoutAfter = (milliseconds: number) => ({
    abortSignal: AbortSignal.timeout(milliseconds),
  })

  async function* list(): AsyncIterable<StoredFile> {
    let ContinuationToken: string | undefined
    do {
      const page = await client.send(
        new ListObjectsV2Command({
          Bucket: config.bucket,
          Prefix: config.prefix,
          ContinuationToken,
        }),
        timeoutAfter(timeouts.whole),
      )
      for (const { Key, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified) {
          yield { name: Key.slice(config.prefix.length), changedAt: LastModified }
        }
      }
      ContinuationToken = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (ContinuationToken !== undefined)
  }

  const remove = async (name: string, milliseconds: number) => {
    await client.send(new DeleteObjectCommand(makeAddress(name)), timeoutAfter(milliseconds))
  }

  const get = async (name: string, abortSignal: AbortSignal): Promise<OpenedFile | undefined> => {
    try {
      const { Body, ContentLength } = await client.send(new GetObjectCommand(makeAddress(name)), {
        abortSignal,
      })
      if (!(Body instanceof Readable)) {
        throw new Error('The store returned no body')
      }
      if (ContentLength === undefined) {
        throw new Error('The store did not give the length of a file')
      }
      return { size: ContentLength, stream: Body }
    } catch (error) {
      if (error instanceof NoSuchKey) {
        return undefined
      }
      throw error
    }
  }

  return {
    async write(name, bytes) {
      const ContentMD5 = createHash('md5').update(bytes).digest('base64')
      const put = new PutObjectCommand({
        ...makeAddress(name),
        Body: bytes,
        ContentLength: bytes.length,
        ContentMD5,
      })
      try {
        await client.send(put, timeoutAfter(timeouts.whole))
      } catch (error) {
        // The file may have been stored although the response was lost. If it cannot be removed
        // now, a later cleanup removes it, because it has no row.
        await remove(name, timeouts.undo).catch(() => {})
        throw error
      }
    },

    async read(name) {
      const { abortSignal } = timeoutAfter(timeouts.whole)
      const file = await get(name, abortSignal)
      return file && readWhole(addAbortSignal(abortSignal, file.stream), file.size)
    },

    async open(name) {
      // Limits the time until the store responds. The reader decides how long the body takes.
      const limit = new AbortController()
      const timer = setTimeout(() => limit.abort(), timeouts.whole)
      try {
        return await get(name, limit.signal)
      } finally {
        clearTimeout(timer)
      }
    },

    remove: (name) => remove(name, timeouts.whole),

    list,

    close: () => client.destroy(),
  }
}

const readWhole = async (body: Readable, length: number): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = []
  for await (const chunk of body) {
    chunks.push(Buffer.from(chunk))
  }
  const bytes = new Uint8Array(Buffer.concat(chunks))
  if (bytes.length !== length) {
    throw new Error('The store returned only part of a file')
  }
  return bytes
}

const explanations: Readonly<Record<string, string>> = {
  NoSuchBucket: 'has no such bucket. Create it, or fix S3_BUCKET.',
  InvalidAccessKeyId: 'does not know the access key. Fix S3_ACCESS_KEY_ID.',
  SignatureDoesNotMatch: 'rejects the key’s secret. Fix S3_SECRET_ACCESS_KEY or S3_REGION.',
  AccessDenied: 'denies access to this key. It must be allowed to list, read, write and delete.',
}

const networkErrors = [
  'ECONN',
  'ENOTFOUND',
  'EAI_',
  'ETIMEDOUT',
  'EHOST',
  'ENET',
  'EPIPE',
  'EPROTO',
  'CERT_',
  'ERR_TLS',
  'TimeoutError',
  'AbortError',
]

/** Returns a sentence for the operator, or undefined if the bucket did not cause the error. */
export const explainBucketFault = (
  error: unknown,
  { endpoint, bucket }: S3Config,
): string | undefined => {
  if (!(error instanceof Error)) {
    return undefined
  }
  const where = `The store at ${endpoint ?? 'Amazon'}, bucket ${bucket},`
  const explanation = explanations[error.name]
  if (explanation !== undefined) {
    return `${where} ${explanation}`
  }
  const code = 'code' in error ? String(error.code) : error.name
  if (networkErrors.some((start) => code.startsWith(start))) {
    return `${where} does not respond (${code}). Check that it is running and that S3_ENDPOINT and S3_REGION are correct.`
  }
  if ('$metadata' in error) {
    const hint = endpoint ? ' Check that S3_ENDPOINT is the address of an S3 store.' : ''
    return `${where} returned an error (${error.name}).${hint}`
  }
  return undefined
}
