import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { openDatabase } from '../../../server/db/open-database'
import { serveFestival } from '../../support/serve'
import { readResident } from '../resident'
import { type BadBytes, badBytes } from './bad-bytes'

const atOnce = 40
const silenceMs = 400
const mostGrowth = 64

/** Sends the bytes and gives the statuses that came back before the line fell silent or was closed. */
const sendBytes = (port: number, { pieces, cuts }: BadBytes): Promise<string[]> =>
  new Promise((done) => {
    let heard = ''
    const socket = connect({ port, host: '127.0.0.1' })
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1')
    })
    socket.on('error', () => {})
    socket.on('close', () => done([...heard.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status = '']) => status)))
    const [first, second] = pieces
    socket.write(first ?? '')
    setImmediate(() => {
      if (socket.destroyed) return
      socket.write(second ?? '')
      if (cuts) socket.destroySoon()
    })
  })

/** So many bad connections to the built server in a process of its own. @returns what went wrong */
export const fuzzBySocket = async (connections: number, seed: number): Promise<string[]> => {
  const metricsPort = 20_000 + (process.pid % 20_000)
  const festival = await serveFestival({ METRICS_PORT: String(metricsPort) })
  const complaints: string[] = []
  const statuses = new Map<string, number>()
  try {
    const port = Number(new URL(festival.address).port)
    const all = fc.sample(badBytes, { numRuns: connections, seed })
    const send = async (waiting: BadBytes[]) => {
      for (let bytes = waiting.pop(); bytes; bytes = waiting.pop()) {
        const heard = await sendBytes(port, bytes)
        for (const status of heard.length === 0 ? ['no answer'] : heard) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          if (status.startsWith('5')) complaints.push(`${status} to ${fc.stringify(bytes).slice(0, 600)}`)
        }
      }
    }
    const sendAll = (part: BadBytes[]) => Promise.all(Array.from({ length: atOnce }, () => send(part)))
    await sendAll(all.slice(0, connections / 4))
    const before = await readResident(metricsPort)
    await sendAll(all.slice(connections / 4))
    const after = await readResident(metricsPort)
    const words = [...statuses].sort().map(([status, times]) => `${status} ×${times}`)
    console.log(
      `${connections} bad connections: ${words.join(', ')}; resident ${before.toFixed(0)} → ${after.toFixed(0)} MiB`,
    )
    if (after - before > mostGrowth) complaints.push('the memory of the server grew')
    const alive = await fetch(`${festival.address}/readyz`)
    if (alive.status !== 200) complaints.push(`the server is not alive: ${alive.status}`)
    const files = readdirSync(join(festival.dataDir, 'files'))
    if (files.length > 0) complaints.push(`${files.length} files are left`)
    const db = await openDatabase({ engine: 'sqlite', file: festival.databaseFile })
    try {
      for (const table of ['EventRegistration', 'submission', 'message', 'upload'] as const) {
        const rows = await db.selectFrom(table).selectAll().execute()
        if (rows.length > 0) complaints.push(`${rows.length} rows are left in ${table}`)
      }
    } finally {
      await db.destroy()
    }
    if (/uncaught|unhandled/i.test(festival.output())) complaints.push(festival.output().slice(0, 500))
  } finally {
    await festival.stop()
  }
  return complaints
}
