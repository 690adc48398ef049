import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../../support/files'
import { createTally } from '../harness'
import {
  aimAt,
  fillForm,
  fling,
  json,
  multipart,
  packScreenshot,
  registering,
  send,
  uploading,
  uploadOnce,
  writeHead,
} from '../http'
import { takeTasks } from '../tasks'
import {
  type Attack,
  checkCoupon,
  flood,
  guess,
  hold,
  marks,
  mebibyte,
  mostForOneMailbox,
  openUnfinished,
  pipeline,
  placeText,
  register,
  repeat,
  strangersDomain,
  type Told,
  textCalls,
  writeLine,
} from './means'

/** What the trial lets lie that no record refers to, in MiB; one address may have a quarter of it. */
export const unclaimedMiB = 256

const victim = `victim@${strangersDomain}`

/** Everything that one telephone can do to everybody, the worst first. */
export const attacks: readonly Attack[] = [
  {
    name: 'C1 megabytes of combining marks in every text field',
    seconds: 10,
    run: async (target, isOver) => {
      const texts = [60_000, 1_040_000].map(marks)
      const heard = await repeat({ lanes: 2 }, isOver, (turn) => {
        const call = textCalls[Math.floor(turn / 2) % textCalls.length]
        if (!call) throw new Error('There are no texts')
        const { path, needed, place } = call
        const body = JSON.stringify({ ...needed, ...placeText(place, texts[turn % 2] ?? '') })
        return fling(target, { method: 'POST', path, headers: json, body })
      })
      return { note: heard.words() }
    },
  },
  {
    name: 'H1 400 who ask for a file of 4 MiB and never read',
    seconds: 15,
    run: hold(400, 25, async (target) => {
      const url = await uploadOnce(target, makePng({ bytes: 4 * mebibyte - 1_000 }))
      return () => writeLine(target, false, writeHead(target, `GET ${new URL(url).pathname}`))
    }),
  },
  {
    name: 'H1 500 who ask for pages on and on and never read',
    seconds: 12,
    run: hold(500, 100, async (target) => () => writeLine(target, false, writeHead(target, 'GET /').repeat(400))),
  },
  {
    name: 'H2 1,800 JSON bodies that stop before their last byte',
    seconds: 18,
    // Half of them of a mebibyte, half of what a form may have.
    run: hold(1_800, 110, async (target) => (index) => {
      const body = Buffer.alloc(index % 2 === 0 ? mebibyte : 64 * 1024, 'a')
      return openUnfinished(target, '/api/event-registrations', json, body, 1)
    }),
  },
  {
    // What they have in common must not cost more with each.
    name: 'A4 931 good registrations with one screenshot and one UTR',
    seconds: 30,
    run: async (target, isOver) => {
      const heard = await repeat({ lanes: 8, most: 931 }, isOver, (turn, agent) =>
        register(target, agent, `copy-${turn}@${strangersDomain}`, 20_000, { utr: '412345678901' }),
      )
      return { note: heard.words() }
    },
  },
  {
    name: 'A7 3,050 small uploads from one address',
    seconds: 40,
    run: async (target, isOver) => {
      const upload = uploading(makePng())
      const heard = await repeat({ lanes: 6, most: 3_050 }, isOver, (_turn, agent) =>
        fling(target, { ...upload, agent }),
      )
      return { note: heard.words() }
    },
  },
  {
    name: 'A7 3,100 good forms from one address',
    seconds: 60,
    run: async (target, isOver) => {
      const heard = await repeat({ lanes: 6, most: 3_100 }, isOver, (turn, agent) =>
        register(target, agent, `many-${turn}@${strangersDomain}`, 8_000 + turn),
      )
      return { note: heard.words() }
    },
  },
  {
    name: 'H3 uploads without end from one address',
    seconds: 14,
    bounds: { diskMiB: unclaimedMiB / 4 + 16 },
    run: async (target, isOver) => {
      const upload = { ...uploading(makePng({ bytes: 4 * mebibyte - 1_000 })), patience: 10_000 }
      // Some 25 MiB a second, which is more than a telephone has.
      const heard = await repeat({ lanes: 3, most: 350, pauseMs: 400 }, isOver, () => fling(target, upload))
      return { note: heard.words() }
    },
  },
  {
    // What costs its sender 156 kB: nothing of it asks for anything that exists.
    name: 'H4 3,000 empty POSTs on one connection, again and again',
    seconds: 10,
    run: async (target, isOver) => {
      const heard = createTally()
      const requests = writeHead(target, 'POST /api/x', { 'Content-Length': 0 }).repeat(3_000)
      for (; !isOver(); await pause(1_000)) await pipeline(target, requests, heard)
      return { note: heard.words() }
    },
  },
  {
    name: 'H4 coupon checks of wrong shape from one address',
    seconds: 10,
    run: async (target, isOver) => {
      const heard = await repeat({ lanes: 6, most: 3_200 }, isOver, () => checkCoupon(target, '{}'))
      return { note: heard.words() }
    },
  },
  {
    // A header that a careless expression reads for a quarter of a second.
    name: 'H5 Accept-Encoding with 15,000 spaces',
    seconds: 10,
    run: async (target, isOver) => {
      const headers = [3_000, 15_000].map((spaces) => ({ 'Accept-Encoding': `a${' '.repeat(spaces)}b` }))
      const heard = await repeat({ lanes: 4, pauseMs: 20 }, isOver, (turn, agent) =>
        fling(target, { path: '/', headers: headers[turn % 2] ?? {}, agent }),
      )
      return { note: heard.words() }
    },
  },
  {
    name: 'H6 63 unfinished uploads and 37 small ones',
    seconds: 14,
    run: hold(100, 10, async (target) => {
      const [large, small] = [4 * mebibyte - 1_000, 400_000].map((bytes) => packScreenshot(makePng({ bytes })))
      return (index) => {
        const body = (index % 100 < 63 ? large : small) ?? Buffer.alloc(0)
        return openUnfinished(target, '/image/upload', multipart, body, 4_096)
      }
    }),
  },
  {
    name: 'M1 registrations with made-up addresses',
    seconds: 12,
    // 300 at once, and then five a minute.
    bounds: { strangersMails: 305 },
    run: flood(12, 3_000, 0, (turn) => `stranger-${turn}@${strangersDomain}`),
  },
  {
    name: 'M1 one mailbox under 200 tags',
    seconds: 8,
    bounds: { strangersMails: mostForOneMailbox },
    run: flood(6, 200, 150, (turn) => `flood+${turn}@${strangersDomain}`),
  },
  {
    name: 'M1 forty-five forms with one person’s address, then that person',
    seconds: 8,
    bounds: { strangersMails: mostForOneMailbox },
    run: flood(3, 45, 300, () => victim),
    after: async (elsewhere) => {
      const { status } = await send(elsewhere, registering(fillForm(victim, await uploadOnce(elsewhere, makePng()))))
      return status === 201 ? undefined : `the person whose address it is was answered ${status}`
    },
  },
  { name: 'M2 coupon guesses from one address', seconds: 10, run: guess(() => ({})) },
  {
    name: 'M2 coupon guesses from one /48 of IPv6',
    seconds: 8,
    needsNoProxy: true,
    run: guess((turn) => ({
      'X-Forwarded-For': `2001:db8:5:${(Math.floor(turn / 20) % 65_536).toString(16)}::1`,
    })),
  },
  {
    name: 'slow headers on 500 connections',
    seconds: 12,
    run: hold(500, 150, async (target) => () => {
      const socket = writeLine(target, true, writeHead(target, 'GET /').slice(0, -2))
      const trickle = setInterval(() => socket.write('X-A: b\r\n'), 1_000)
      socket.once('close', () => clearInterval(trickle))
      return socket
    }),
  },
  {
    name: '2,000 connections that say nothing',
    seconds: 12,
    run: hold(2_000, 500, async (target) => () => writeLine(target, true)),
  },
  {
    // Everything that might write a line.
    name: 'a flood of what the log may tell of',
    seconds: 10,
    bounds: { logMiB: 8 },
    run: async (target, isOver) => {
      const long = 'x'.repeat(3_000)
      const flings = [
        () => fling(target, { path: `/${long}` }),
        () => checkCoupon(target, '{'),
        () => fling(target, { method: 'POST', path: `/api/${long}`, body: '' }),
        () => checkCoupon(target, '', { 'Sec-Fetch-Site': 'cross-site' }),
        () => fling(target, { method: 'POST', path: '/image/upload', headers: json, body: long }),
      ]
      const heard = await repeat({ lanes: 4 }, isOver, (turn) => (flings[turn % flings.length] ?? (async () => 0))())
      return { note: heard.words() }
    },
  },
]

/** What is asked of the attacking process. */
export interface Attacking {
  name: string
  address: string
  from: string
}

export interface Attacked extends Told {
  cpuSeconds: number
}

/** The attacking process. Others are watched for as long as an attack may take, even if it is done before. */
export const main = (): Promise<void> =>
  takeTasks(async ({ name, address, from }: Attacking): Promise<Attacked> => {
    const attack = attacks.find((one) => one.name === name)
    if (!attack) throw new Error(`There is no attack ${name}`)
    const end = performance.now() + attack.seconds * 1_000
    const before = process.cpuUsage()
    const told = await attack.run(aimAt(address, from), () => performance.now() > end)
    await pause(end - performance.now())
    const { user, system } = process.cpuUsage(before)
    return { ...told, cpuSeconds: (user + system) / 1_000_000 }
  })
