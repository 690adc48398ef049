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

/** How often idle connections are closed during shutdown, in milliseconds. */
const pollMs = 50

export const serveGracefully = (timeouts: Timeouts, listener: RequestListener) => {
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
    const pending = connections.get(socket)
    // Node passes on all requests of a packet at once. Thousands of them would block other clients.
    if (pending && pending.size >= bounds.unanswered && !socket.destroyed) {
      destroyQuietly(socket)
    }
    if (socket.destroyed) {
      return
    }
    pending?.add(outgoing)
    outgoing.once('close', () => pending?.delete(outgoing))
    outgoing.once('finish', () => drainRest(incoming, timeouts.drain))
    if (isClosing) {
      outgoing.shouldKeepAlive = false
    }
    void listener(incoming, outgoing)
  })
  server.on('connection', (socket) => {
    connections.set(socket, new Set())
    socket.once('close', () => connections.delete(socket))
  })

  /** Whether the server is still preparing a response. Body readers have their own time limits. */
  const isResponding = (socket: Socket) => {
    const responses = Array.from(connections.get(socket) ?? [])
    return responses.some(({ headersSent, req }) => !headersSent && (req.complete || !isClosing))
  }

  // Node calls this after a time without a byte in either direction.
  server.setTimeout(timeouts.stalledResponse, (socket) => {
    if (isResponding(socket)) {
      socket.setTimeout(socket.timeout ?? 0)
    } else {
      socket.destroy()
    }
  })

  const closeIdle = () => {
    server.closeIdleConnections()
    // Node counts a new connection as busy even before its first byte.
    for (const socket of connections.keys()) {
      if (socket.bytesRead === 0) {
        socket.destroy()
      }
    }
  }
  const dropStalledClients = () => {
    for (const socket of connections.keys()) {
      if (!isResponding(socket)) {
        socket.destroy()
      }
    }
  }

  return {
    server,
    /**
     * Accepts no new connections, and resolves when the last request has its response. Does not
     * wait for idle connections or stalled clients.
     */
    close: async () => {
      isClosing = true
      const closed = new Promise((resolve) => server.close(resolve))
      for (const [socket, pending] of connections) {
        for (const outgoing of pending) {
          outgoing.shouldKeepAlive = false
        }
        socket.setTimeout(timeouts.stalledAtStop)
      }
      closeIdle()
      const idleTimer = setInterval(closeIdle, pollMs)
      const stallTimer = setInterval(dropStalledClients, timeouts.stop)
      await closed
      clearInterval(idleTimer)
      clearInterval(stallTimer)
    },
  }
}

export type GracefulServer = ReturnType<typeof serveGracefully>

/**
 * Node creates an error for each request of a closed connection. No code reads these errors, and
 * creating their stacks would take most of the time.
 */
const destroyQuietly = (socket: Socket) => {
  const usualLimit = Error.stackTraceLimit
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0
  })
  socket.once('close', () => {
    Error.stackTraceLimit = usualLimit
  })
  socket.destroy()
}

/** Reads the rest of a refused body for a short time. Otherwise the sender receives no response. */
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

const nameHostVariable = (variable: ListenAddress['variable']) =>
  variable === 'PORT' ? 'HOST' : 'METRICS_HOST'

const reasons: Readonly<Record<string, (listenAddress: ListenAddress) => string>> = {
  EADDRINUSE: ({ variable }) =>
    `another program already uses it. Stop that program, or choose another ${variable}.`,
  EACCES: ({ variable }) => `this user may not use it. Choose a ${variable} of 1024 or above.`,
  EADDRNOTAVAIL: ({ variable }) =>
    `this is not an address of this machine. Fix ${nameHostVariable(variable)}.`,
  ENOTFOUND: ({ variable }) => `this name cannot be resolved. Fix ${nameHostVariable(variable)}.`,
}

/** @throws OperatorError when the port or the host is not available */
export const listenAt = async (
  server: Server,
  listenAddress: ListenAddress,
): Promise<AddressInfo> => {
  const { host, port } = listenAddress
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']
    if (!reason) {
      throw error
    }
    throw new OperatorError(`Port ${port} of ${host} cannot be used: ${reason(listenAddress)}`, {
      cause: error,
    })
  })
  const address = server.address()
  if (!address || typeof address === 'string') {
    throw new Error('The server is not listening on a port')
  }
  return address
}
