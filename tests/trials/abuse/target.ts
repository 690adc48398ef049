import { connect, type Socket } from 'node:net'

/** Where an attack or a visit goes, and which address of this machine it comes from. */
export interface Target {
  host: string
  port: number
  /** Such as 127.0.0.66; a campus behind one address shares it. */
  from: string
}

export const aimAt = (address: string, from: string): Target => {
  const { hostname, port } = new URL(address)
  return { host: hostname, port: Number(port), from }
}

/**
 * The headers that each request needs. The server trusts one proxy in this trial: where none stands between, the trial
 * says itself what a proxy would have seen, and where Caddy does, Caddy writes over it.
 */
export const headersOf = ({ host, port, from }: Target): Record<string, string> => ({
  Host: `${host}:${port}`,
  'X-Forwarded-For': from,
})

/** The head of a request by hand, to the empty line. */
export const writeHead = (target: Target, line: string, headers: Record<string, string | number> = {}): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ ...headersOf(target), ...headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')

/** Opens a connection from the target's address; it never throws, a broken one is just closed. */
export const openLine = ({ host, port, from }: Target): Socket => {
  const socket = connect({ host, port, localAddress: from })
  socket.on('error', () => {})
  return socket
}
