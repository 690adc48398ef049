import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { accommodationBody, delegatePassBody, registrationBody, textPaths } from '../../support/bodies'
import { makePng } from '../../support/files'
import { createTally } from '../harness'
import {
  fillForm,
  fling,
  json,
  openLine,
  readUpload,
  registering,
  send,
  type Target,
  uploading,
  uploadOnce,
  writeHead,
} from '../http'

/** What an attack has to tell, and by what it got more than it should. */
export interface Told {
  note: string
  complaints?: string[]
}

export interface Attack {
  name: string
  /** How long it goes on, in seconds. */
  seconds: number
  /** Bounded in count and time; it uses the loopback only. */
  run: (target: Target, isOver: () => boolean) => Promise<Told>
  /** What somebody must still be able to do afterwards, from elsewhere; gives the complaint if not. */
  after?: (elsewhere: Target) => Promise<string | undefined>
  /** Bounds on what it leaves behind. */
  bounds?: { diskMiB?: number; strangersMails?: number; logMiB?: number }
  /** It needs to be believed about where it comes from: not behind Caddy. */
  needsNoProxy?: true
}

/** Does the work again and again, so many times side by side and at most, and counts the statuses. */
export const repeat = async (
  { lanes, most = Number.POSITIVE_INFINITY, pauseMs = 0 }: { lanes: number; most?: number; pauseMs?: number },
  isOver: () => boolean,
  work: (turn: number, agent: Agent) => Promise<number>,
) => {
  const heard = createTally()
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  let turn = 0
  const run = async () => {
    while (!isOver() && turn < most) {
      turn += 1
      heard.add((await work(turn, agent)) || 'cut')
      await pause(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: lanes }, run))
  agent.destroy()
  return heard
}

/** Keeps so many connections open, at most so many new ones a second; whoever is let go comes again. */
export const hold =
  (lines: number, perSecond: number, makeOpen: (target: Target) => Promise<(index: number) => Socket>): Attack['run'] =>
  async (target, isOver) => {
    const open = await makeOpen(target)
    const held = new Set<Socket>()
    let [opened, letGo] = [0, 0]
    while (!isOver()) {
      for (let count = 0; count < perSecond / 10 && held.size < lines; count += 1) {
        const line = open(opened)
        opened += 1
        held.add(line)
        line.once('close', () => {
          held.delete(line)
          letGo += 1
        })
      }
      await pause(100)
    }
    const note = `${opened} connections, ${held.size} held at the end, ${letGo} let go`
    for (const line of held) line.destroy()
    return { note }
  }

/** A line with these bytes on it, of which nothing that comes back is read unless `reads`. */
export const writeLine = (target: Target, reads: boolean, ...bytes: (string | Buffer)[]): Socket => {
  const socket = openLine(target)
  if (reads) socket.resume()
  for (const part of bytes) socket.write(part)
  return socket
}

export const mebibyte = 1024 * 1024

/** Says how long a body is, and sends less of it. */
export const openUnfinished = (target: Target, path: string, type: object, body: Buffer, missing: number) =>
  writeLine(
    target,
    true,
    writeHead(target, `POST ${path}`, { ...type, 'Content-Length': body.length }),
    body.subarray(0, -missing),
  )

/** Uploads a picture of its own and registers with it. */
export const register = async (
  target: Target,
  agent: Agent,
  email: string,
  bytes: number,
  others = {},
): Promise<number> => {
  const upload = await send(target, { ...uploading(makePng({ bytes })), agent }).catch(() => undefined)
  if (upload?.status !== 200) return upload?.status ?? 0
  const form = fillForm(email, readUpload(upload.text), undefined, others)
  return fling(target, { ...registering(form), agent, patience: 20_000 })
}

/** Nobody's mailboxes; the trial counts what its mail server gets for them. */
export const strangersDomain = 'strangers.example'
/** 40 an hour, by whatever tag, and a few of the window before. */
export const mostForOneMailbox = 45

/** Forms with addresses of others. */
export const flood =
  (lanes: number, most: number, pauseMs: number, email: (turn: number) => string): Attack['run'] =>
  async (target, isOver) => {
    const url = await uploadOnce(target, makePng())
    const heard = await repeat({ lanes, most, pauseMs }, isOver, (turn) =>
      fling(target, { ...registering(fillForm(email(turn), url, 'Your seat was cancelled')), patience: 15_000 }),
    )
    return { note: heard.words() }
  }

export const checkCoupon = (target: Target, body: object | string, headers = {}) =>
  fling(target, {
    method: 'POST',
    path: '/api/coupons/check',
    headers: { ...json, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** An honest form takes one code or two. */
const mostGuesses = 100
export const guess =
  (makeHeaders: (turn: number) => object): Attack['run'] =>
  async (target, isOver) => {
    const heard = await repeat({ lanes: 6 }, isOver, (turn) =>
      checkCoupon(target, { event: 'SeniorQuiz', code: `CEREBRA${turn}` }, makeHeaders(turn)),
    )
    const tried = heard.of(200)
    return { note: heard.words(), complaints: tried > mostGuesses ? [`${tried} codes could be tried`] : [] }
  }

/** As many bytes of combining marks as a body may have, so that sorting them takes the square of their number. */
export const marks = (bytes: number) => `a${'\u0301'.repeat(bytes / 4)}${'\u0316'.repeat(bytes / 4)}`

/** A body with this text at this path, and without the other texts. */
export const placeText = (path: string, text: string): object => {
  const [field = '', index, part = ''] = path.split('.')
  if (index === undefined) return { [field]: text }
  return { [field]: part ? [{ ...registrationBody.members[0], [part]: text }] : [text] }
}

/** Each text field of the three forms, and the coupon. */
export const textCalls = [
  ...[{ path: '/api/coupons/check', needed: { event: 'SeniorQuiz' }, places: ['code'] }],
  ...[{ path: '/api/coupons/check', needed: { code: 'a' }, places: ['event'] }],
  {
    path: '/api/event-registrations',
    needed: { event: 'SeniorQuiz', category: 'student' },
    places: textPaths(registrationBody),
  },
  { path: '/api/delegate-passes', needed: { tier: 'magnus' }, places: textPaths(delegatePassBody) },
  { path: '/api/accommodations', needed: {}, places: textPaths(accommodationBody) },
].flatMap(({ path, needed, places }) => places.map((place) => ({ path, needed, place })))

/** Counts the statuses that come back on one connection. */
export const pipeline = (target: Target, requests: string, heard: ReturnType<typeof createTally>): Promise<void> =>
  new Promise((done) => {
    const socket = writeLine(target, false, requests)
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) heard.add(status)
    })
    socket.on('close', () => done())
  })
