import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type RequestOptions, request } from 'node:https'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../support/files'
import { serveFestival } from '../support/serve'

const root = resolve(import.meta.dirname, '../..')
const host = 'cerebra.localhost'
const mebibyte = 1024 * 1024

interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
  /** Bytes of the body that were taken before the answer came. */
  sent: number
}

/** Asks Caddy as a browser does, trusting its certificate only. */
const createAsk =
  (port: number, ca: string) =>
  (path: string, options: RequestOptions = {}, body?: Iterable<Buffer>): Promise<Answer> =>
    new Promise((answered, fail) => {
      let sent = 0
      const asking = request(
        { host: '127.0.0.1', servername: host, port, path, ca, agent: false, ...options },
        (answer) => {
          const chunks: Buffer[] = []
          answer.on('data', (chunk: Buffer) => chunks.push(chunk))
          answer.on('end', () => {
            answered({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(chunks).toString(),
              sent,
            })
            asking.destroy()
          })
        },
      )
      asking.on('error', fail)
      const feed = async () => {
        for (const chunk of body ?? []) {
          if (asking.destroyed) return
          sent += chunk.length
          if (!asking.write(chunk))
            await Promise.race([new Promise((ready) => asking.once('drain', ready)), pause(500)])
        }
        asking.end()
      }
      void feed()
    })

const multipart = (file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="upload_preset"\r\n\r\npayment\r\n'),
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="p.png"\r\n\r\n'),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ])

/** OWASP's list of secure headers, and what it asks of each; `undefined` wants the header away. */
const owasp: [name: string, wanted: RegExp | undefined][] = [
  ['strict-transport-security', /^max-age=31536000; includeSubDomains/],
  ['x-frame-options', /^deny$/i],
  ['x-content-type-options', /^nosniff$/],
  ['content-security-policy', /default-src '(?:none|self)'.*frame-ancestors 'none'/],
  ['x-permitted-cross-domain-policies', /^none$/],
  ['referrer-policy', /^(?:no-referrer|strict-origin-when-cross-origin)$/],
  ['cross-origin-embedder-policy', /^require-corp$/],
  ['cross-origin-opener-policy', /^same-origin$/],
  ['cross-origin-resource-policy', /^same-origin$/],
  ['permissions-policy', /camera=\(\).*microphone=\(\)/],
  ['cache-control', /no-store|no-cache/],
  ['x-dns-prefetch-control', /^off$/],
  ['server', undefined],
  ['x-powered-by', undefined],
  ['via', undefined],
]

/** `npm run trial:proxy`: the built server behind Caddy with TLS, by the Caddyfile of deploy/ (behaviour 13.13). */
export const main = async (): Promise<void> => {
  if (spawnSync('caddy', ['version']).status !== 0) {
    console.log('Caddy is not installed (apt-get install caddy); nothing was tried.')
    return
  }
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-proxy-'))
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const festival = await serveFestival({
    PUBLIC_URL: `https://${host}:${port}`,
    TRUST_PROXY: '1',
    LIMIT_SUBMISSIONS: '3',
  })
  let caddy: ChildProcess | undefined
  const lines: [name: string, holds: boolean, seen: string][] = []
  try {
    const config = readFileSync(join(root, 'deploy/Caddyfile'), 'utf8')
      .replace('{\n', `{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n`)
      .replace(/^(\{\$SITE_ADDRESS.*\{)$/m, '$1\n\ttls internal')
    writeFileSync(join(folder, 'Caddyfile'), config)
    caddy = spawn('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: {
        PATH: process.env.PATH ?? '',
        HOME: folder,
        XDG_DATA_HOME: folder,
        SITE_ADDRESS: `https://${host}:${port}`,
        SERVER_PORT: new URL(festival.address).port,
      },
    })
    const certificate = join(folder, 'caddy/pki/authorities/local/root.crt')
    for (let wait = 0; wait < 100 && !existsSync(certificate); wait += 1) await pause(100)
    const ask = createAsk(port, readFileSync(certificate, 'utf8'))
    const head = { Host: `${host}:${port}` }
    for (let wait = 0; wait < 50; wait += 1) {
      const answer = await ask('/healthz', { headers: head }).catch(() => undefined)
      if (answer?.status === 200) break
      await pause(100)
    }

    for (const path of ['/', '/api/event-registrations'])
      for (const [name, wanted] of owasp) {
        const value = (await ask(path, { headers: head })).headers[name]
        const seen = value === undefined ? 'absent' : String(value)
        lines.push([`${path} ${name}`, wanted ? wanted.test(seen) : value === undefined, seen.slice(0, 60)])
      }

    const type = { ...head, 'Content-Type': 'multipart/form-data; boundary=b' }
    const upload = await ask('/image/upload', { method: 'POST', headers: type }, [multipart(makePng())])
    const { secure_url }: { secure_url: string } = JSON.parse(upload.text)
    const opened = await ask(new URL(secure_url).pathname, { headers: head })
    lines.push([
      'an upload, and its file again',
      upload.status === 200 && opened.status === 200,
      `${upload.status}, ${opened.status}`,
    ])
    const flood = Array.from({ length: 256 }, () => Buffer.alloc(mebibyte / 4))
    const large = await ask('/image/upload', { method: 'POST', headers: type }, [
      multipart(Buffer.alloc(0)).subarray(0, -12),
      ...flood,
    ])
    lines.push([
      'a body of 64 MiB is refused while it arrives',
      large.status === 413 && large.sent < 32 * mebibyte,
      `${large.status} after ${(large.sent / mebibyte).toFixed(1)} MiB`,
    ])

    const post = async (forwarded: string, localAddress: string) => {
      const headers = { ...head, 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded }
      return (await ask('/api/coupons/check', { method: 'POST', headers, localAddress }, [Buffer.from('{}')])).status
    }
    const statuses = []
    for (let index = 0; index < 5; index += 1) statuses.push(await post(`198.51.100.${index}`, '127.0.0.2'))
    lines.push([
      'a visitor that claims other addresses is one visitor',
      statuses.join() === '422,422,422,429,429',
      statuses.join(),
    ])
    const other = await post('198.51.100.1', '127.0.0.3')
    lines.push(['another visitor is another', other === 422, String(other)])
    const strange = await ask('/', { headers: { Host: 'evil.example' } })
    lines.push(['another host’s name is not served', !strange.text.includes('evil.example'), String(strange.status)])
  } finally {
    caddy?.kill('SIGTERM')
    await festival.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const failed = lines.filter(([, holds]) => !holds).length
  for (const [name, holds, seen] of lines) console.log(`${holds ? 'holds' : 'FAILS'}  ${name}: ${seen}`)
  console.log(`Behind Caddy: ${lines.length - failed} hold, ${failed} fail`)
  if (failed > 0) process.exitCode = 1
}
