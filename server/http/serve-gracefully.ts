import { createServer, type RequestListener, type Server, type ServerOptions, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type PlainRead, takePlainReads } from './plain-reads'

/** A server of Node that can take its leave. */
export interface GracefulServer {
  server: Server
  /** For a request that is answered later; one that is answered at once needs none of this. */
  waitFor: (outgoing: ServerResponse) => void
  /**
   * Takes nothing new and resolves when the last request has its answer. What is under way is answered with
   * `Connection: close`; a kept connection that is silent by then is not waited for, and neither is one that was only
   * opened, as browsers do beforehand.
   */
  close: () => Promise<void>
}

/** How often it looks for connections that fell silent while it closes, in milliseconds. */
const lookingMs = 50

/**
 * `answerPlainly` is asked first about plain reads, with how long a silent connection is kept, in milliseconds.
 */
export const serveGracefully = (
  options: ServerOptions & { keepAliveTimeout: number },
  answer: RequestListener,
  answerPlainly: (read: PlainRead, keepAliveMs: number) => string | undefined,
): GracefulServer => {
  const connections = new Set<Socket>()
  const underWay = new Set<ServerResponse>()
  let isClosing = false

  const server = createServer(options, (incoming, outgoing) => {
    if (isClosing) outgoing.shouldKeepAlive = false
    answer(incoming, outgoing)
  })
  const { keepAliveTimeout } = options
  const plainReads = takePlainReads(server, keepAliveTimeout, (read) => answerPlainly(read, keepAliveTimeout))
  server.on('connection', (socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })

  const letGo = () => {
    server.closeIdleConnections()
    // Node counts a connection as busy from its beginning on, although it has never sent anything.
    for (const socket of connections) if (socket.bytesRead === 0) socket.destroy()
  }

  return {
    server,
    waitFor: (outgoing) => {
      underWay.add(outgoing)
      outgoing.once('close', () => underWay.delete(outgoing))
    },
    close: async () => {
      isClosing = true
      for (const outgoing of underWay) outgoing.shouldKeepAlive = false
      const closed = new Promise((resolve) => server.close(resolve))
      plainReads.close()
      letGo()
      const looking = setInterval(letGo, lookingMs)
      await closed
      clearInterval(looking)
    },
  }
}
