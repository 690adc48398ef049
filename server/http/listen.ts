import type { AddressInfo, Server } from 'node:net'
import { OperatorError } from '../system/operator-error'

interface Place {
  host: string
  port: number
  /** The variable that names the port. */
  variable: 'PORT' | 'METRICS_PORT'
}

/** What the system says against listening, in words. */
const reasons: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ variable }) => `another program uses it already. End that one, or choose another ${variable}.`,
  EACCES: ({ variable }) => `this user may not use it. Choose a ${variable} from 1024 on.`,
  EADDRNOTAVAIL: () => 'that is no address of this machine. Mend HOST.',
  ENOTFOUND: () => 'nobody knows that name. Mend HOST.',
}

/**
 * Listens, and gives the address on which it does.
 * @throws OperatorError when the port or the host cannot be had (behaviour 12.47)
 */
export const listenAt = async (server: Server, place: Place): Promise<AddressInfo> => {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(place.port, place.host, () => {
      server.off('error', reject)
      resolve()
    })
  }).catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? '']
    if (!reason) throw error
    throw new OperatorError(`Port ${place.port} of ${place.host} cannot be used: ${reason(place)}`, { cause: error })
  })
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('The server listens on no port')
  return address
}
