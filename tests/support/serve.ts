import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from './free-port'

const root = resolve(import.meta.dirname, '../..')
const secondsToStart = 120

/** The built server in its own process, with a temporary data folder. */
export interface ServedFestival {
  /** The address `http://127.0.0.1:PORT`, without a trailing slash. */
  readonly address: string
  readonly dataDir: string
  readonly databaseFile: string
  pid: () => number
  output: () => string
  /** Restarts the server with the same port and data. `env` replaces its variables. */
  restart: (env?: Record<string, string>) => Promise<void>
  /** Shuts the server down and returns the exit code. */
  end: () => Promise<number | null>
  /** Kills the server with SIGKILL, which it cannot handle. */
  kill9: () => Promise<void>
  stop: () => Promise<void>
}

/** Says why the server is not ready. On a busy machine, a response can take seconds. */
const findObstacle = async (address: string): Promise<string | undefined> => {
  try {
    const response = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(10_000) })
    const text = await response.text()
    return response.ok ? undefined : `${response.status} ${text}`
  } catch (error) {
    return String(error)
  }
}

const waitForEnd = (server: ChildProcess): Promise<void> =>
  server.exitCode !== null || server.signalCode !== null
    ? Promise.resolve()
    : new Promise((ended) => server.once('exit', () => ended()))

/**
 * Starts the built server on a free port and waits until it is ready. The server inherits only the
 * variables that Node needs. `env` adds to the default settings, whose limits no trial reaches.
 * `dist` is the build's folder. An example of `commandPrefix` is `taskset -c 0`.
 * @throws Error with the server's output if it is not ready in time
 */
export const serveFestival = async (
  env: Record<string, string> = {},
  dist = 'dist',
  commandPrefix: readonly string[] = [],
): Promise<ServedFestival> => {
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-served-'))
  const port = await findFreePort()
  const address = `http://127.0.0.1:${port}`
  let variables = env
  let output = ''

  const start = async (): Promise<ChildProcess> => {
    output = ''
    // The server runs in the temporary folder, so that it ignores a local .env.
    const commandLine = [...commandPrefix, process.execPath, resolve(root, dist, 'server/main.js')]
    const [command = process.execPath, ...args] = commandLine
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
        // A server for real visitors does not start without its address.
        PUBLIC_URL: variables.NODE_ENV === 'production' ? address : '',
        ...variables,
      },
    })
    const collect = (chunk: Buffer) => {
      output += chunk.toString()
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const deadline = Date.now() + secondsToStart * 1_000
    let obstacle: string | undefined = 'not checked yet'
    while (Date.now() < deadline && child.exitCode === null) {
      obstacle = await findObstacle(address)
      if (obstacle === undefined) {
        return child
      }
      await new Promise((wait) => setTimeout(wait, 50))
    }
    child.kill('SIGKILL')
    throw new Error(`The server did not become ready (${obstacle}). Its output:\n${output}`)
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
    output: () => output,
    restart: async (newEnv) => {
      await end()
      variables = newEnv ?? variables
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
