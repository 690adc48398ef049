import { createServer } from 'node:http'
import { listenAt } from '../http/listen'
import type { Metrics } from './metrics'

/** The listener of the measurements. */
export interface MetricsServer {
  port: number
  stop: () => Promise<void>
}

/**
 * Answers `GET /metrics` on a port of its own that only this machine reaches, so no proxy can pass it on by mistake.
 * @throws OperatorError when the port is taken
 */
export const serveMetrics = async (metrics: Pick<Metrics, 'read'>, port: number): Promise<MetricsServer> => {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end()
      return
    }
    metrics.read().then(
      ({ type, text }) => response.writeHead(200, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  const address = await listenAt(server, { host: '127.0.0.1', port, variable: 'METRICS_PORT' })
  return {
    port: address.port,
    stop: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
