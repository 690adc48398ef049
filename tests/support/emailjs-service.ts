import { listen, type TestServer } from './listen'

export interface TemplateCall {
  method: string | undefined
  path: string | undefined
  contentType: string | undefined
  body: unknown
}

/** A fake EmailJS over real HTTP. */
export interface EmailJsService extends TestServer {
  readonly taken: TemplateCall[]
  calls: number
  answer: { status: number; text: string; headers?: Record<string, string> } | 'hang'
}

export const startEmailJsService = async (): Promise<EmailJsService> => {
  const listening = await listen(async (request, response) => {
    let text = ''
    for await (const chunk of request) {
      text += chunk
    }
    service.calls += 1
    const { answer } = service
    if (answer === 'hang') {
      return
    }
    if (answer.status === 200 || answer.text === 'OK') {
      const { method, url: path, headers } = request
      service.taken.push({
        method,
        path,
        contentType: headers['content-type'],
        body: JSON.parse(text),
      })
    }
    response
      .writeHead(answer.status, { 'Content-Type': 'text/plain', ...answer.headers })
      .end(answer.text)
  })
  const service: EmailJsService = {
    ...listening,
    taken: [],
    calls: 0,
    answer: { status: 200, text: 'OK' },
  }
  return service
}
