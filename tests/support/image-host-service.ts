import { randomUUID } from 'node:crypto'
import { listen, type TestServer } from './listen'

export interface HostedFile {
  path: string | undefined
  preset: unknown
  name: string
  type: string
  bytes: Buffer
}

/** A fake Cloudinary over real HTTP. */
export interface ImageHostService extends TestServer {
  readonly hosted: HostedFile[]
  /** If undefined, uploads succeed with a new address. */
  answer: { status: number; body: string; headers?: Record<string, string> } | 'hang' | undefined
}

const readForm = async (
  request: AsyncIterable<Uint8Array>,
  contentType: string,
): Promise<FormData> => {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) {
    chunks.push(chunk)
  }
  return new Response(new Uint8Array(Buffer.concat(chunks)), {
    headers: { 'Content-Type': contentType },
  }).formData()
}

export const startImageHost = async (): Promise<ImageHostService> => {
  const listening = await listen(async (request, response) => {
    const form = await readForm(request, request.headers['content-type'] ?? '')
    const { answer } = service
    if (answer === 'hang') {
      return
    }
    if (answer) {
      response
        .writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
        .end(answer.body)
      return
    }
    const file = form.get('file')
    if (!(file instanceof File)) {
      return void response.writeHead(400).end('{"error":{"message":"No file"}}')
    }
    const bytes = Buffer.from(await file.arrayBuffer())
    service.hosted.push({
      path: request.url,
      preset: form.get('upload_preset'),
      name: file.name,
      type: file.type,
      bytes,
    })
    const public_id = randomUUID()
    const secure_url = `https://images.test/v1/${public_id}.${file.name.split('.').at(-1)}`
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(
      JSON.stringify({ public_id, secure_url, bytes: bytes.length, resource_type: 'image' }),
    )
  })
  const service: ImageHostService = { ...listening, hosted: [], answer: undefined }
  return service
}
