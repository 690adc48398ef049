import { setTimeout as pause } from 'node:timers/promises'
import { hasCaddy, startCaddy } from '../support/caddy'
import { makePng } from '../support/files'
import { findFreePort } from '../support/free-port'
import { servePublicFestival } from '../support/public-festival'
import { type Ask, createAsk } from './proxy/ask'
import { checkHeaders, type Line } from './proxy/headers'
import { tryAbsence, tryRestart } from './proxy/restart'

const mebibyte = 1024 * 1024

const multipart = (file: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="upload_preset"\r\n\r\npayment\r\n'),
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="p.png"\r\n\r\n'),
    file,
    Buffer.from('\r\n--b--\r\n'),
  ])

const tryUploads = async (ask: Ask): Promise<Line[]> => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=b' }
  const upload = await ask('/image/upload', { method: 'POST', headers }, [multipart(makePng())])
  const { secure_url }: { secure_url: string } = JSON.parse(upload.text)
  const opened = await ask(new URL(secure_url).pathname)
  const flood = Array.from({ length: 256 }, () => Buffer.alloc(mebibyte / 4))
  const start = multipart(Buffer.alloc(0)).subarray(0, -12)
  const large = await ask('/image/upload', { method: 'POST', headers }, [start, ...flood])
  return [
    [
      'an upload, and its file again',
      upload.status === 200 && opened.status === 200,
      `${upload.status}, ${opened.status}`,
    ],
    [
      'a body of 64 MiB is refused while it arrives',
      large.status === 413 && large.sent < 32 * mebibyte,
      `${large.status} after ${(large.sent / mebibyte).toFixed(1)} MiB`,
    ],
  ]
}

/** Wrong coupons that one address may try in an hour (behaviour 13.5), whatever address it claims. */
const guesses = 30

const tryAddresses = async (ask: Ask): Promise<Line[]> => {
  const guess = async (forwarded: string, localAddress: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': forwarded }
    const body = Buffer.from(JSON.stringify({ event: 'SeniorQuiz', code: 'WRONG' }))
    return (await ask('/api/coupons/check', { method: 'POST', headers, localAddress }, [body])).status
  }
  const statuses = []
  for (let index = 0; index <= guesses; index += 1) statuses.push(await guess(`198.51.100.${index}`, '127.0.0.2'))
  const other = await guess('198.51.100.1', '127.0.0.3')
  const strange = await ask('/', { headers: { Host: 'evil.example' } })
  return [
    [
      'a visitor that claims other addresses is one visitor',
      statuses.slice(0, -1).every((status) => status === 200) && statuses.at(-1) === 429,
      `${statuses.filter((status) => status === 200).length} guesses, then ${statuses.at(-1)}`,
    ],
    ['another visitor is another', other === 200, String(other)],
    ['another host’s name is not served', !strange.text.includes('evil.example'), String(strange.status)],
  ]
}

/** Each encoding has its own ETag, and a length. */
const tryEncodings = async (ask: Ask): Promise<Line[]> => {
  const seen = []
  for (const encoding of [undefined, 'gzip', 'br']) {
    const { headers } = await ask('/', { headers: encoding === undefined ? {} : { 'Accept-Encoding': encoding } })
    seen.push({
      wanted: encoding,
      came: headers['content-encoding'],
      etag: headers.etag,
      length: headers['content-length'],
    })
  }
  return [
    [
      'the encoding that was asked for',
      seen.every(({ wanted, came }) => wanted === came),
      seen.map(({ came }) => `${came}`).join(),
    ],
    ['an ETag of its own', new Set(seen.map(({ etag }) => etag)).size === 3, seen.map(({ etag }) => `${etag}`).join()],
    ['a length', seen.every(({ length }) => Number(length) > 0), seen.map(({ length }) => `${length}`).join()],
  ]
}

/** `npm run trial:proxy`: the built server behind Caddy with TLS, by the Caddyfile of deploy/ (behaviour 13.13). */
export const main = async (): Promise<void> => {
  if (!hasCaddy()) {
    console.log('Caddy is not installed (apt-get install caddy); nothing was tried.')
    return
  }
  const url = `https://cerebra.localhost:${await findFreePort()}`
  const festival = await servePublicFestival(url, {
    TRUST_PROXY: '1',
    LIMIT_SUBMISSIONS: String(guesses),
    COUPON_CODE: 'PROXYTRIAL',
  })
  const lines: Line[] = []
  try {
    const caddy = await startCaddy(url, new URL(festival.address).port)
    try {
      const ask = createAsk(url, caddy.ca)
      for (let wait = 0; wait < 50; wait += 1) {
        const answer = await ask('/healthz').catch(() => undefined)
        if (answer?.status === 200) break
        await pause(100)
      }
      for (const path of ['/', '/api/event-registrations']) lines.push(...checkHeaders(path, await ask(path)))
      lines.push(...(await tryEncodings(ask)), ...(await tryUploads(ask)), ...(await tryAddresses(ask)))
      lines.push(...(await tryRestart(ask, festival)), ...(await tryAbsence(ask, festival)))
    } finally {
      caddy.stop()
    }
  } finally {
    await festival.stop()
  }
  const failed = lines.filter(([, holds]) => !holds).length
  for (const [name, holds, seen] of lines) console.log(`${holds ? 'holds' : 'FAILS'}  ${name}: ${seen}`)
  console.log(`Behind Caddy: ${lines.length - failed} hold, ${failed} fail`)
  if (failed > 0) process.exitCode = 1
}
