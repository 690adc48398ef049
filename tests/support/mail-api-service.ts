import { listen, type TestServer } from './listen'

interface ApiCall {
  headers: Record<string, string | string[] | undefined>
  body: unknown
}

type Answer =
  | { status: number; body: object; headers?: Record<string, string> }
  | 'cut'
  | 'hang'
  | 'page'

/** A fake mail provider's API over real HTTP. */
export interface MailApiService extends TestServer {
  readonly taken: ApiCall[]
  answer: Answer
}

export const startMailApiService = async (): Promise<MailApiService> => {
  const listening = await listen(async (request, response) => {
    let text = ''
    for await (const chunk of request) {
      text += chunk
    }
    const { answer } = service
    if (answer === 'hang') {
      return
    }
    if (answer === 'page') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html>')
      return
    }
    if (answer === 'cut') {
      response.writeHead(200, { 'Content-Length': '100' }).write('{"id":')
      setTimeout(() => response.destroy(), 20)
      return
    }
    if (answer.status < 300) {
      service.taken.push({ headers: request.headers, body: JSON.parse(text) })
    }
    response
      .writeHead(answer.status, { 'Content-Type': 'application/json', ...answer.headers })
      .end(JSON.stringify(answer.body))
  })
  const service: MailApiService = {
    ...listening,
    taken: [],
    answer: { status: 200, body: { id: 'one' } },
  }
  return service
}
