import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../server/app/start'
import { readConfig } from '../../server/config/config'
import { makeUploadForm } from './files'
import { createTestFiles } from './test-files'
import { createTestStore } from './test-store'

export type ServedApp = Awaited<ReturnType<typeof serveApp>>

/** A server in this process, with empty stores and without a site. */
export const serveApp = async (
  env: Record<string, string> = {},
  timeouts?: Parameters<typeof startServer>[1],
) => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-served-'))
  const tables = await createTestStore(folder)
  const files = await createTestFiles(folder)
  const settings = {
    DATA_DIR: folder,
    SITE_DIR: join(folder, 'no-site'),
    LOG_LEVEL: 'silent',
    ...env,
  }
  const config = { ...readConfig(settings), port: 0, store: tables.store, files: files.config }
  const server = await startServer(
    env.METRICS_PORT ? { ...config, metricsPort: 0 } : config,
    timeouts,
  )
  const { port } = server.address
  let stopping: Promise<void> | undefined
  const stop = () => (stopping ??= server.stop())
  return {
    address: `http://127.0.0.1:${port}`,
    metricsAddress: `http://127.0.0.1:${server.metricsPort}`,
    files,
    stop,
    countMails: async () => (await readdir(join(folder, 'mail'))).length,
    connect: () => connect(port, '127.0.0.1').on('error', () => {}),
    /** Returns everything that the server sends until it hangs up. */
    exchangeRaw: (send: (socket: Socket) => unknown): Promise<string> =>
      new Promise((resolve) => {
        let received = ''
        const socket = connect(port, '127.0.0.1', () => void send(socket))
        socket.on('data', (chunk) => {
          received += chunk.toString('latin1')
        })
        socket.on('error', () => {})
        socket.on('close', () => resolve(received))
      }),
    /** Stops the server if needed, and removes its data. */
    remove: async () => {
      await stop()
      await tables.drop()
      await files.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export const uploadTo = (address: string, picture: Buffer): Promise<Response> =>
  fetch(`${address}/image/upload`, { method: 'POST', body: makeUploadForm(picture) })
