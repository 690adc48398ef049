import { createServer } from 'node:net'

/** A port of this machine that nobody listens on at the moment. */
export const findFreePort = (): Promise<number> =>
  new Promise((found, fail) => {
    const probe = createServer()
    probe.once('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? found(address.port) : fail(new Error('The probe got no port')),
      )
    })
  })
