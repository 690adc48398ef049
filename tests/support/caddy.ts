import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const caddyfile = resolve(import.meta.dirname, '../../deploy/Caddyfile')

/** Caddy in front of a local server, configured by `deploy/Caddyfile`. */
export interface RunningCaddy {
  /** The certificate of Caddy's own authority, or an empty string for plain HTTP. */
  readonly ca: string
  stop: () => void
}

export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0

const responds = async (address: string): Promise<boolean> => {
  const response = await fetch(`${address}/healthz`).catch(() => undefined)
  return response?.ok === true
}

/**
 * Starts Caddy for an address such as `https://cerebra.localhost:20443` in front of a local port.
 * Use `http:` for measurements, to exclude the cost of encryption.
 * @throws Error if it does not respond within 20 seconds
 */
export const startCaddy = async (
  siteAddress: string,
  serverPort: string,
): Promise<RunningCaddy> => {
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-caddy-'))
  const isPlain = siteAddress.startsWith('http:')
  const config = readFileSync(caddyfile, 'utf8')
    .replace('{\n', '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n')
    .replace(/^(\{\$SITE_ADDRESS.*\{)$/m, isPlain ? '$1' : '$1\n\ttls internal')
  writeFileSync(join(folder, 'Caddyfile'), config)
  // Like `CPUWeight` in deploy/cerebra.service, this gives the server priority.
  const command = [
    '-n',
    '6',
    'caddy',
    'run',
    '--config',
    join(folder, 'Caddyfile'),
    '--adapter',
    'caddyfile',
  ]
  const caddy = spawn('nice', command, {
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH ?? '',
      HOME: folder,
      XDG_DATA_HOME: folder,
      SITE_ADDRESS: siteAddress,
      SERVER_PORT: serverPort,
    },
  })
  const stop = () => {
    caddy.kill('SIGTERM')
    rmSync(folder, { recursive: true, force: true })
  }
  const certificate = join(folder, 'caddy/pki/authorities/local/root.crt')
  const isUp = async () => (isPlain ? await responds(siteAddress) : existsSync(certificate))
  for (let wait = 0; wait < 200; wait += 1) {
    if (await isUp()) {
      const ca = isPlain ? '' : readFileSync(certificate, 'utf8')
      return { ca, stop }
    }
    await pause(100)
  }
  stop()
  throw new Error(isPlain ? 'Caddy does not respond' : 'Caddy created no certificate')
}
