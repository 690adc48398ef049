import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { dirname, join } from 'node:path'
import { listen, type TestServer } from './listen'

/** Amazon's pages have 1,000 keys. With fewer keys, tests read several pages. */
const pageSize = 10

class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
  ) {
    super(code)
  }
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) {
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const listKeys = async (bucket: string, prefix: string): Promise<string[]> => {
  const entries = await readdir(bucket, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(bucket.length + 1))
    .filter((key) => key.startsWith(prefix))
    .toSorted()
}

/** The token for a page is the last key of the previous page. */
const writeList = async (bucket: string, query: URLSearchParams): Promise<string> => {
  const after = query.get('continuation-token') ?? ''
  const keys = await listKeys(bucket, query.get('prefix') ?? '')
  const left = keys.filter((key) => key > after)
  const page = left.slice(0, pageSize)
  const contents = await Promise.all(
    page.map(async (key) => {
      const { mtime, size } = await stat(join(bucket, key))
      return `<Contents><Key>${key}</Key><LastModified>${mtime.toISOString()}</LastModified><Size>${size}</Size></Contents>`
    }),
  )
  const isTruncated = left.length > pageSize
  const token = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${contents.join('')}${token}</ListBucketResult>`
}

/** Renames the complete file into place, so that a broken upload leaves no object. */
const put = async (request: IncomingMessage, staging: string, file: string): Promise<void> => {
  const bytes = await readBody(request)
  const digest = createHash('md5').update(bytes).digest('base64')
  if (request.headers['content-md5'] !== digest) {
    throw new S3Error(400, 'BadDigest')
  }
  const part = join(staging, randomUUID())
  await writeFile(part, bytes)
  await mkdir(dirname(file), { recursive: true })
  await rename(part, file)
}

const respond = async (
  request: IncomingMessage,
  response: ServerResponse,
  { buckets, staging }: { buckets: string; staging: string },
): Promise<void> => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3.test')
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) {
    throw new S3Error(403, 'AccessDenied')
  }
  const [bucketName = '', ...parts] = pathname.slice(1).split('/')
  const bucket = join(buckets, bucketName)
  await stat(bucket).catch(() => {
    throw new S3Error(404, 'NoSuchBucket')
  })
  const key = parts.map(decodeURIComponent).join('/')
  const file = join(bucket, key)
  if (request.method === 'GET' && key === '') {
    response.setHeader('Content-Type', 'application/xml')
    response.end(await writeList(bucket, searchParams))
    return
  }
  switch (request.method) {
    case 'PUT':
      await put(request, staging, file)
      response.end()
      return
    case 'DELETE':
      await rm(file, { force: true })
      response.writeHead(204).end()
      return
    default: {
      const bytes = await readFile(file).catch(() => {
        throw new S3Error(404, 'NoSuchKey')
      })
      response.setHeader('Content-Length', bytes.length)
      response.end(bytes)
    }
  }
}

/** A bucket is a folder in `folder`, and an object is a file. Signatures are not checked. */
export const startS3Server = async (folder: string): Promise<TestServer> => {
  const folders = { buckets: join(folder, 'buckets'), staging: join(folder, 'staging') }
  await mkdir(folders.buckets)
  await mkdir(folders.staging)
  return listen((request, response) => {
    respond(request, response, folders).catch((error: unknown) => {
      const known = error instanceof S3Error ? error : new S3Error(500, 'InternalError')
      response.writeHead(known.status, { 'Content-Type': 'application/xml' })
      response.end(`<?xml version="1.0"?><Error><Code>${known.code}</Code></Error>`)
    })
  })
}
