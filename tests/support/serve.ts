import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from './free-port'

const root = resolve(import.meta.dirname, '../..')
const secondsToStart = 120

/** The built server in a process of its own, its data in a temporary folder. */
export interface ServedFestival {
  /** `http://127.0.0.1:PORT`, without a slash at the end. */
  readonly address: string
  readonly dataDir: string
  /** The file of SQLite that it keeps its tables in. */
  readonly databaseFile: string
  /** The process that runs at present. */
  pid: () => number
  /** What the running process has said so far. */
  output: () => string
  /** Starts it again on the same port and data, with other variables if given. */
  restart: (env?: Record<string, string>) => Promise<void>
  /** Asks it to end, and waits until it has; gives its exit code. */
  end: () => Promise<number | null>
  /** Ends it as a power cut would. */
  kill9: () => Promise<void>
  /** Ends it and removes its data. */
  stop: () => Promise<void>
}

/** Undefined once it is ready, and until then why not. Behind a crowd on a busy machine the answer takes seconds. */
const findObstacle = async (address: string): Promise<string | undefined> => {
  try {
    const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) })
    const text = await answer.text()
    return answer.ok ? undefined : `${answer.status} ${text}`
  } catch (error) {
    return String(error)
  }
}

/** Waits for the end of a process that has been told to end. */
const waitForEnd = (server: ChildProcess): Promise<void> =>
  server.exitCode !== null || server.signalCode !== null
    ? Promise.resolve()
    : new Promise((ended) => server.once('exit', () => ended()))

/**
 * Starts the built server on a free port and waits until it is ready. Nothing of this process's environment
 * reaches it but what Node needs; `env` adds to quiet defaults with limits that a trial doesn't meet. `dist` is the
 * folder of another build, `under` the beginning of a command that starts the process, such as `taskset -c 0`.
 * @throws Error with all that the server said, when it doesn't become ready in 30 seconds
 */
export const serveFestival = async (
  env: Record<string, string> = {},
  dist = 'dist',
  under: readonly string[] = [],
): Promise<ServedFestival> => {
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-served-'))
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  let variables = env
  let said = ''

  const start = async (): Promise<ChildProcess> => {
    said = ''
    // The working folder is the temporary one: an organiser's own .env must not decide a test.
    const [command = process.execPath, ...args] = [
      ...under,
      process.execPath,
      resolve(root, dist, 'server/main.js'),
    ]
    const child = spawn(command, args, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH ?? '',
        PORT: String(port),
        DATA_DIR: folder,
        SITE_DIR: resolve(root, dist, 'site'),
        LOG_LEVEL: 'warn',
        LIMIT_ENTRIES: '1000000',
        LIMIT_MAILBOX: '1000000',
        LIMIT_NEW_ADDRESSES: '1000000',
        LIMIT_NEW_ADDRESSES_TOTAL: '1000000',
        DISK_RESERVE_MB: '0',
        ...variables,
      },
    })
    const hear = (chunk: Buffer) => {
      said += chunk.toString()
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    const deadline = Date.now() + secondsToStart * 1_000
    let obstacle: string | undefined = 'nothing was asked'
    while (Date.now() < deadline && child.exitCode === null) {
      obstacle = await findObstacle(address)
      if (obstacle === undefined) {
        return child
      }
      await new Promise((wait) => setTimeout(wait, 50))
    }
    child.kill('SIGKILL')
    throw new Error(`The server did not become ready (${obstacle}). It said:\n${said}`)
  }

  let server = await start()
  const endBy = async (signal: 'SIGTERM' | 'SIGKILL') => {
    server.kill(signal)
    await waitForEnd(server)
    return server.exitCode
  }
  const end = () => endBy('SIGTERM')
  return {
    address,
    dataDir: folder,
    databaseFile: join(folder, 'cerebra.sqlite'),
    pid: () => server.pid ?? 0,
    output: () => said,
    restart: async (others) => {
      await end()
      variables = others ?? variables
      server = await start()
    },
    end,
    kill9: async () => {
      await endBy('SIGKILL')
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
