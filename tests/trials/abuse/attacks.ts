import { Agent } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../../support/files'
import { createTally } from '../harness'
import {
  fillForm,
  json,
  makeRegistrationRequest,
  makeTarget,
  makeUploadRequest,
  multipart,
  openConnection,
  packScreenshot,
  readUpload,
  send,
  sendForStatus,
  type Target,
  uploadOnce,
  writeHead,
} from '../http'
import { takeTasks } from '../tasks'

interface AttackResult {
  note: string
}

export interface Attack {
  name: string
  /** The duration in seconds. */
  seconds: number
  /** Whether the attacker has a private link to an entry, which an organiser then rejects. */
  isParticipant?: boolean
  /** Makes visits less frequent, because visits fill the tables during a long attack. */
  msBetweenPages?: number
  /** The attack is limited in count and time, and uses only the loopback. */
  run: (target: Target, isOver: () => boolean, entry?: AttackedEntry) => Promise<AttackResult>
}

export interface AttackedEntry {
  secret: string
  label: string
  email: string
}

const repeat = async (
  {
    lanes,
    most = Number.POSITIVE_INFINITY,
    pauseMs = 0,
  }: { lanes: number; most?: number; pauseMs?: number },
  isOver: () => boolean,
  work: (turn: number, agent: Agent) => Promise<number> | number,
) => {
  const statuses = createTally()
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  let turn = 0
  const run = async () => {
    while (!isOver() && turn < most) {
      turn += 1
      statuses.add((await work(turn, agent)) || 'cut')
      await pause(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: lanes }, run))
  agent.destroy()
  return statuses
}

/** Keeps connections open and replaces closed connections, up to a limit per second. */
const holdConnections =
  (
    maxConnections: number,
    perSecond: number,
    makeOpen: (target: Target) => Promise<(index: number) => Socket>,
  ): Attack['run'] =>
  async (target, isOver) => {
    const open = await makeOpen(target)
    const held = new Set<Socket>()
    let opened = 0
    let closed = 0
    while (!isOver()) {
      for (let count = 0; count < perSecond / 10 && held.size < maxConnections; count += 1) {
        const socket = open(opened)
        opened += 1
        held.add(socket)
        socket.once('close', () => {
          held.delete(socket)
          closed += 1
        })
      }
      await pause(100)
    }
    const note = `${opened} connections, ${held.size} held at the end, ${closed} closed`
    for (const socket of held) {
      socket.destroy()
    }
    return { note }
  }

/** Opens a connection and sends these bytes. Ignores responses unless `reads` is true. */
const connectAndSend = (target: Target, reads: boolean, ...bytes: (string | Buffer)[]): Socket => {
  const socket = openConnection(target)
  if (reads) {
    socket.resume()
  }
  for (const part of bytes) {
    socket.write(part)
  }
  return socket
}

const mebibyte = 1024 * 1024

const openUnfinished = (
  target: Target,
  path: string,
  type: object,
  body: Buffer,
  missing: number,
) =>
  connectAndSend(
    target,
    true,
    writeHead(target, `POST ${path}`, { ...type, 'Content-Length': body.length }),
    body.subarray(0, -missing),
  )

const register = async (
  target: Target,
  agent: Agent,
  email: string,
  bytes: number,
  others = {},
): Promise<number> => {
  const upload = await send(target, { ...makeUploadRequest(makePng({ bytes })), agent }).catch(
    () => undefined,
  )
  if (upload?.status !== 200) {
    return upload?.status ?? 0
  }
  const form = fillForm(email, readUpload(upload.text), undefined, others)
  return sendForStatus(target, { ...makeRegistrationRequest(form), agent, timeout: 20_000 })
}

/** 8 KB of nested lists. */
const nestedLists = '['.repeat(4_000) + ']'.repeat(4_000)

/**
 * Repeats every call that a private link allows, with valid, invalid and deeply nested bodies.
 */
const abuseEntry = async (
  target: Target,
  isOver: () => boolean,
  { secret, label, email }: AttackedEntry,
): Promise<AttackResult> => {
  let version = 1
  const responses = createTally()
  const call = async (name: string, path: string, body: string, agent: Agent): Promise<number> => {
    const sent = {
      method: 'POST' as const,
      path: `/api/my-submission/${path}`,
      headers: json,
      body,
      agent,
    }
    const response = await send(target, sent).catch(() => undefined)
    responses.add(`${name} ${response?.status ?? 'cut'}`)
    const seen = /"version":(\d+)/.exec(response?.text ?? '')?.[1]
    if (seen) {
      version = Number(seen)
    }
    return response?.status ?? 0
  }
  const rename = (turn: number) => {
    const leader = { name: 'Asha Test', phone: '0123456789', year: 'Final year' }
    const letters = String.fromCharCode(97 + (turn % 26), 97 + (Math.floor(turn / 26) % 26))
    return JSON.stringify({
      secret,
      version,
      fields: { members: [leader, { name: `Bala ${letters}`, year: '' }] },
    })
  }
  const calls = [
    (_turn: number, agent: Agent) => call('view', 'open', JSON.stringify({ secret }), agent),
    (turn: number, agent: Agent) => call('change', 'correct', rename(turn), agent),
    (_turn: number, agent: Agent) =>
      call('file', 'file', JSON.stringify({ secret, field: 'payment_screenshot_url' }), agent),
    (_turn: number, agent: Agent) =>
      call(
        'wrong change',
        'correct',
        JSON.stringify({ secret, version, fields: { members: [{}] } }),
        agent,
      ),
    (_turn: number, agent: Agent) =>
      call(
        'nested',
        'correct',
        `{"secret":"${secret}","version":1,"fields":{"a":${nestedLists}}}`,
        agent,
      ),
    (_turn: number, agent: Agent) =>
      call('nested view', 'open', `{"secret":${nestedLists}}`, agent),
    (_turn: number, agent: Agent) =>
      call('ask', 'links', JSON.stringify({ id: label, email }), agent),
    (_turn: number, agent: Agent) => call('renew', 'renew', JSON.stringify({ secret }), agent),
  ]
  const statuses = await repeat(
    { lanes: 4 },
    isOver,
    (turn, agent) => calls[turn % calls.length]?.(turn, agent) ?? 0,
  )
  return { note: `${statuses.sum()} requests: ${responses.format()}` }
}

/** Attacks whose effect only a crowd can measure. Tests of the server cover other attacks. */
export const attacks: readonly Attack[] = [
  {
    name: 'H1 400 connections that request a file of 4 MiB and never read',
    seconds: 15,
    run: holdConnections(400, 25, async (target) => {
      const url = await uploadOnce(target, makePng({ bytes: 4 * mebibyte - 1_000 }))
      return () => connectAndSend(target, false, writeHead(target, `GET ${new URL(url).pathname}`))
    }),
  },
  {
    name: 'H1 500 connections that keep requesting pages and never read',
    seconds: 12,
    run: holdConnections(
      500,
      100,
      async (target) => () => connectAndSend(target, false, writeHead(target, 'GET /').repeat(400)),
    ),
  },
  {
    name: 'H2 1,800 JSON bodies that stop before their last byte',
    seconds: 18,
    // Half of the bodies declare one MiB, and half the limit of a form, 64 KiB.
    run: holdConnections(1_800, 110, async (target) => (index) => {
      const body = Buffer.alloc(index % 2 === 0 ? mebibyte : 64 * 1024, 'a')
      return openUnfinished(target, '/api/event-registrations', json, body, 1)
    }),
  },
  {
    // Entries that share values must not become slower with each further entry.
    name: 'A4 931 valid registrations with one screenshot and one UTR',
    seconds: 30,
    run: async (target, isOver) => {
      const statuses = await repeat({ lanes: 8, most: 931 }, isOver, (turn, agent) =>
        register(target, agent, `copy-${turn}@students.example`, 20_000, { utr: '412345678901' }),
      )
      return { note: statuses.format() }
    },
  },
  {
    name: 'A7 3,050 small uploads from one address',
    seconds: 40,
    run: async (target, isOver) => {
      const upload = makeUploadRequest(makePng())
      const statuses = await repeat({ lanes: 6, most: 3_050 }, isOver, (_turn, agent) =>
        sendForStatus(target, { ...upload, agent }),
      )
      return { note: statuses.format() }
    },
  },
  {
    name: 'A7 3,100 valid forms from one address',
    seconds: 60,
    run: async (target, isOver) => {
      const statuses = await repeat({ lanes: 6, most: 3_100 }, isOver, (turn, agent) =>
        register(target, agent, `many-${turn}@students.example`, 8_000 + turn),
      )
      return { note: statuses.format() }
    },
  },
  {
    name: 'H6 63 unfinished uploads and 37 small ones',
    seconds: 14,
    run: holdConnections(100, 10, async (target) => {
      const large = packScreenshot(makePng({ bytes: 4 * mebibyte - 1_000 }))
      const small = packScreenshot(makePng({ bytes: 400_000 }))
      return (index) => {
        const body = index % 100 < 63 ? large : small
        return openUnfinished(target, '/image/upload', multipart, body, 4_096)
      }
    }),
  },
  {
    name: 'private-link: one participant repeats every call of the link on four connections',
    seconds: 60,
    isParticipant: true,
    msBetweenPages: 250,
    run: async (target, isOver, entry) => {
      if (!entry) {
        throw new Error('This attack needs an entry')
      }
      return abuseEntry(target, isOver, entry)
    },
  },
  {
    name: '2,000 connections that send nothing',
    seconds: 12,
    run: holdConnections(2_000, 500, async (target) => () => connectAndSend(target, true)),
  },
]

export interface AttackTask {
  name: string
  seconds: number
  address: string
  from: string
  entry?: AttackedEntry | undefined
}

export interface AttackOutcome extends AttackResult {
  cpuSeconds: number
}

/** Takes the full duration even if the attack ends earlier. */
export const main = (): Promise<void> =>
  takeTasks(async ({ name, seconds, address, from, entry }: AttackTask): Promise<AttackOutcome> => {
    const attack = attacks.find((candidate) => candidate.name === name)
    if (!attack) {
      throw new Error(`There is no attack ${name}`)
    }
    const end = performance.now() + seconds * 1_000
    const before = process.cpuUsage()
    const result = await attack.run(makeTarget(address, from), () => performance.now() > end, entry)
    await pause(end - performance.now())
    const { user, system } = process.cpuUsage(before)
    return { ...result, cpuSeconds: (user + system) / 1_000_000 }
  })
