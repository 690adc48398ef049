import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, createTally, inParallel, tell } from '../attack'
import { fling, json } from '../send'
import { openLine, type Target, writeHead } from '../target'

/** Counts the statuses that come back on one connection. */
const pipeline = (target: Target, requests: string, heard: ReturnType<typeof createTally>): Promise<void> =>
  new Promise((done) => {
    const socket = openLine(target)
    socket.setTimeout(2_000, () => socket.destroy())
    socket.on('data', (chunk: Buffer) => {
      for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) heard.add(Number(status))
    })
    socket.on('close', () => done())
    socket.write(requests)
  })

/** What costs its sender 156 kB: nothing of it asks for anything that exists. */
export const emptyPosts: Attack = {
  name: 'H4 3,000 empty POSTs on one connection, again and again',
  seconds: 10,
  run: async (target, isOver) => {
    const heard = createTally()
    const requests = writeHead(target, 'POST /api/x', { 'Content-Length': 0 }).repeat(3_000)
    while (!isOver()) {
      await pipeline(target, requests, heard)
      await pause(1_000)
    }
    return tell(heard.words())
  },
}

export const couponChecks: Attack = {
  name: 'H4 coupon checks of wrong shape from one address',
  seconds: 10,
  run: async (target, isOver) => {
    const heard = createTally()
    let sent = 0
    const check = { method: 'POST' as const, path: '/api/coupons/check', headers: json, body: '{}' }
    await inParallel(
      6,
      () => isOver() || sent >= 3_200,
      async () => {
        sent += 1
        heard.add(await fling(target, check))
      },
    )
    while (!isOver()) await pause(100)
    return tell(heard.words())
  },
}

/** An honest form takes one code or two. */
const mostGuesses = 100

const guess = (code: string) => JSON.stringify({ event: 'SeniorQuiz', code })

export const guesses: Attack = {
  name: 'M2 coupon guesses from one address',
  seconds: 10,
  run: async (target, isOver) => {
    const heard = createTally()
    let sent = 0
    await inParallel(6, isOver, async () => {
      sent += 1
      const body = guess(`CEREBRA${sent}`)
      heard.add(await fling(target, { method: 'POST', path: '/api/coupons/check', headers: json, body }))
    })
    const tried = heard.of(200)
    return tell(heard.words(), tried > mostGuesses ? [`${tried} codes could be tried`] : [])
  },
}

/** Only where the trial writes X-Forwarded-For itself: Caddy would not believe it. */
export const scatteredGuesses: Attack = {
  name: 'M2 coupon guesses from one /48 of IPv6',
  seconds: 8,
  run: async (target, isOver) => {
    const heard = createTally()
    let sent = 0
    await inParallel(6, isOver, async () => {
      sent += 1
      const from = `2001:db8:5:${(Math.floor(sent / 20) % 65_536).toString(16)}::1`
      const headers = { ...json, 'X-Forwarded-For': from }
      heard.add(
        await fling(target, { method: 'POST', path: '/api/coupons/check', headers, body: guess(`CEREBRA${sent}`) }),
      )
    })
    const tried = heard.of(200)
    return tell(heard.words(), tried > mostGuesses ? [`${tried} codes could be tried`] : [])
  },
}
