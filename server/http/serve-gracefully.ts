import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { OperatorError } from '../system/operator-error'
import { bounds, type Timeouts } from './bounds'

/** How often it looks for connections that fell silent while it closes, in milliseconds. */
const pollMs = 50

/** A server of Node that waits for nobody without end and can take its leave. */
export const serveGracefully = (timeouts: Timeouts, answer: RequestListener) => {
  const connections = new Map<Socket, Set<ServerResponse<IncomingMessage>>>()
  let isClosing = false

  const options = {
    maxHeaderSize: bounds.head,
    headersTimeout: timeouts.head,
    requestTimeout: timeouts.request,
    keepAliveTimeout: timeouts.keepAlive,
    connectionsCheckingInterval: timeouts.check,
  }
  const server = createServer(options, (incoming, outgoing) => {
    const { socket } = incoming
    const underWay = connections.get(socket)
    // Node hands over all requests of a packet at once: thousands of them would keep everybody else waiting.
    if (underWay && underWay.size >= bounds.unanswered && !socket.destroyed) {
      destroyQuietly(socket)
    }
    if (socket.destroyed) {
      return
    }
    underWay?.add(outgoing)
    outgoing.once('close', () => underWay?.delete(outgoing))
    outgoing.once('finish', () => drainRest(incoming, timeouts.drain))
    if (isClosing) {
      outgoing.shouldKeepAlive = false
    }
    void answer(incoming, outgoing)
  })
  server.on('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })

  /** Whether the server still has to decide on an answer; how long a body may take is decided where it is read. */
  const isAnswering = (socket: Socket) =>
    [...(connections.get(socket) ?? [])].some(
      ({ headersSent, req }) => !headersSent && (req.complete || !isClosing),
    )

  // Node calls this when neither end has moved a byte for so long, and an answer that is being taken counts as moving.
  server.setTimeout(timeouts.stalledAnswer, (socket) => {
    if (isAnswering(socket)) {
      socket.setTimeout(socket.timeout ?? 0)
    } else {
      socket.destroy()
    }
  })

  const closeIdle = () => {
    server.closeIdleConnections()
    // Node counts a connection as busy from its beginning on, although it has never sent anything.
    for (const socket of connections.keys()) {
      if (socket.bytesRead === 0) {
        socket.destroy()
      }
    }
  }
  const releaseOrphans = () => {
    for (const socket of connections.keys()) {
      if (!isAnswering(socket)) {
        socket.destroy()
      }
    }
  }

  return {
    server,
    /**
     * Takes nothing new and resolves when the last request has its answer. What is under way is answered with
     * `Connection: close`; a kept connection that is silent by then is not waited for, and neither is one that was only
     * opened, as browsers do beforehand, nor somebody who sends or takes nothing more (behaviour 12.4).
     */
    close: async () => {
      isClosing = true
      const closed = new Promise((resolve) => server.close(resolve))
      for (const [socket, underWay] of connections) {
        for (const outgoing of underWay) {
          outgoing.shouldKeepAlive = false
        }
        socket.setTimeout(timeouts.stalledAtStop)
      }
      closeIdle()
      const idleTimer = setInterval(closeIdle, pollMs)
      const orphanTimer = setInterval(releaseOrphans, timeouts.stop)
      await closed
      clearInterval(idleTimer)
      clearInterval(orphanTimer)
    },
  }
}

export type GracefulServer = ReturnType<typeof serveGracefully>

/**
 * Node breaks off each of a connection's requests with an error of its own. Nobody reads these, and writing their stacks down takes
 * most of the time of whoever closes hundreds at once, so they have none.
 */
const destroyQuietly = (socket: Socket) => {
  const usual = Error.stackTraceLimit
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0
  })
  socket.once('close', () => {
    Error.stackTraceLimit = usual
  })
  socket.destroy()
}

/** Of a body that was refused before it was whole, the rest may come for a moment: else its sender hears no answer. */
const drainRest = (incoming: IncomingMessage, ms: number) => {
  if (incoming.complete) {
    return
  }
  const timer = setTimeout(() => {
    if (!incoming.complete) {
      incoming.socket.destroySoon()
    }
  }, ms)
  incoming.socket.once('close', () => clearTimeout(timer))
  incoming.once('end', () => clearTimeout(timer))
}

interface ListenAddress {
  host: string
  port: number
  variable: 'PORT' | 'METRICS_PORT'
}

const reasons: Readonly<Record<string, (listenAddress: ListenAddress) => string>> = {
  EADDRINUSE: ({ variable }) =>
    `another program uses it already. End that one, or choose another ${variable}.`,
  EACCES: ({ variable }) => `this user may not use it. Choose a ${variable} from 1024 on.`,
  EADDRNOTAVAIL: () => 'that is no address of this machine. Mend HOST.',
  ENOTFOUND: () => 'nobody knows that name. Mend HOST.',
}

/**
 * Listens, and gives the address on which it does.
 * @throws OperatorError when the port or the host cannot be had (behaviour 12.47)
 */
export const listenAt = async (
  server: Server,
  listenAddress: ListenAddress,
): Promise<AddressInfo> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(listenAddress.port, listenAddress.host, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']
    if (!reason) {
      throw error
    }
    throw new OperatorError(
      `Port ${listenAddress.port} of ${listenAddress.host} cannot be used: ${reason(listenAddress)}`,
      { cause: error },
    )
  })
  const address = server.address()
  if (!address || typeof address === 'string') {
    throw new Error('The server listens on no port')
  }
  return address
}
