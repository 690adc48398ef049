import { createServer, type RequestListener } from 'node:http'

export interface TestServer {
  url: string
  stop: () => Promise<void>
}

/** Listens on a free port. `stop` closes open connections. */
export const listen = async (handler: RequestListener): Promise<TestServer> => {
  const server = createServer(handler)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
