import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { dayAt } from '../../festival/content/slot'
import type { Doors } from '../../festival/contract/desk-doors'
import type { DoorEntry, DoorList, DoorScan, ScansReceived } from '../../festival/contract/door'
import { issueMissingTickets } from '../../server/db/tickets'
import { createPhone, makeScan, type TestPhone } from '../support/doors'
import { fillEntries } from '../support/fill-entries'
import { addSession, killInTurn, runOnEngines, type Scene } from './desk/scene'
import { readOptions, report } from './harness'
import { isCut } from './participant'

const people = 1_500
const phonesPerDoor = 2
const timeoutMs = 20_000
/** How often a phone contacts the server. */
const contactMs = 15_000
const pages = ['/', '/events', '/schedule', '/register?event=SeniorQuiz']

interface Totals {
  complaints: string[]
  /** The scans that receipts name. */
  stored: Map<string, DoorScan>
  listMs: number[]
  /** How long batches of scans waited for their receipts, and visitors for pages. */
  receiptMs: number[]
  pageMs: number[]
}

const measure = async <T>(times: number[], work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await work()
  times.push(performance.now() - startedAt)
  return result
}

const describeTimes = (what: string, times: readonly number[]): string => {
  const sorted = times.toSorted((left, right) => left - right)
  const find = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  return `${times.length} ${what}: p50 ${find(0.5)}, p99 ${find(0.99)}, slowest ${find(1)} ms`
}

const openRequest =
  ({ servers }: Scene, headers: Record<string, string> = {}) =>
  async (path: string, init: RequestInit = {}): Promise<Response> => {
    for (;;) {
      const { address } = servers[randomInt(servers.length)] ?? { address: '' }
      try {
        const response = await fetch(address + path, {
          ...init,
          headers: { ...init.headers, Origin: address, ...headers },
          signal: AbortSignal.timeout(timeoutMs),
        })
        // A response with an incomplete body counts as lost.
        const body = await response.arrayBuffer()
        return new Response(body.byteLength === 0 ? null : body, response)
      } catch (error) {
        if (!isCut(error)) {
          throw error
        }
        await pause(50)
      }
    }
  }

const expectOk = (response: Response, what: string, { complaints }: Totals): boolean => {
  if (response.status !== 200) {
    complaints.push(`${what} got ${response.status}`)
  }
  return response.status === 200
}

/** Applies changes to the list as a phone does. */
const updateList = async (
  phone: TestPhone,
  list: { version: string; entries: Map<string, DoorEntry> },
  totals: Totals,
) => {
  const response = await measure(totals.listMs, () => phone.send(`list?since=${list.version}`))
  if (!expectOk(response, 'a list', totals)) {
    return
  }
  const changes: DoorList = await response.json()
  if (changes.isWhole) {
    list.entries.clear()
  }
  for (const entry of changes.entries) {
    list.entries.set(entry.id, entry)
  }
  for (const id of changes.removed) {
    list.entries.delete(id)
  }
  list.version = changes.version
}

/** Sends about every third request again, as if its response had been lost. */
const sendScans = async (phone: TestPhone, scans: DoorScan[], unsent: number, totals: Totals) => {
  const { cookie } = phone
  let response = await measure(totals.receiptMs, () => phone.sendScans({ scans, unsent }))
  if (randomInt(3) === 0) {
    phone.cookie = cookie
    response = await phone.sendScans({ scans, unsent })
  }
  if (!expectOk(response, 'a batch of scans', totals)) {
    return
  }
  const { stored, refused }: ScansReceived = await response.json()
  for (const scan of scans.filter(({ id }) => stored.includes(id))) {
    totals.stored.set(scan.id, scan)
  }
  if (refused.length > 0) {
    totals.complaints.push(`${refused.length} scans were refused: ${refused[0]?.message}`)
  }
}

const runPhone = async (
  phone: TestPhone,
  entryIds: readonly string[],
  minutes: number,
  totals: Totals,
): Promise<void> => {
  const list = { version: '', entries: new Map<string, DoorEntry>() }
  const scanMs = (minutes * 60_000) / entryIds.length
  let waiting: DoorScan[] = []
  let contactedAt = 0
  const isContactDue = () =>
    minutes > 0 ? performance.now() - contactedAt >= contactMs : randomInt(25) === 0
  for (const [index, entryId] of entryIds.entries()) {
    waiting.push(makeScan(entryId, { at: new Date().toISOString() }))
    // Like an offline phone, collects scans before it sends them.
    if (waiting.length < 100 && index < entryIds.length - 1 && !isContactDue()) {
      await pause(minutes > 0 ? scanMs : randomInt(4))
      continue
    }
    contactedAt = performance.now()
    await sendScans(phone, waiting, 0, totals)
    waiting = []
    await updateList(phone, list, totals)
    if (minutes === 0) {
      await pause(randomInt(2_500, 5_000))
    }
  }
  await pause(4_000)
  await updateList(phone, list, totals)
  const arrived = [...list.entries.values()].filter(({ people: [person] }) => person?.arrivedAt)
  const own = arrived.filter(({ id }) => entryIds.includes(id)).length
  if (own !== entryIds.length || list.entries.size !== people) {
    totals.complaints.push(
      `a phone’s list has ${list.entries.size} entries and ${own} of its ${entryIds.length} people`,
    )
  }
}

const startDoor = async (scene: Scene, secret: string, entryIds: readonly string[]) => {
  const request = openRequest(scene, { Cookie: `desk=${secret}` })
  const ask = (path: string, body: object) =>
    request(`/api/desk/doors${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  const id = randomUUID()
  await ask('?event=SeniorQuiz', { id, day: dayAt(Date.now()) })
  const phones: TestPhone[] = []
  while (phones.length < phonesPerDoor) {
    const { address } = await (await ask(`/${id}/phones`, {})).json()
    const phone = createPhone(openRequest(scene))
    await phone.pair(address.split('#')[1])
    phones.push(phone)
  }
  return phones.map((phone, index) => ({
    phone,
    entryIds: entryIds.filter((_id, place) => place % phonesPerDoor === index),
  }))
}

const shuffle = (ids: readonly string[]): string[] =>
  ids
    .map((id) => ({ id, order: randomInt(1_000_000) }))
    .sort((left, right) => left.order - right.order)
    .map(({ id }) => id)

const checkDoors = async (scene: Scene, secret: string, totals: Totals): Promise<void> => {
  const rows = await scene.db.selectFrom('attendance').selectAll().execute()
  const { stored, complaints } = totals
  if (rows.length !== stored.size || rows.some(({ id }) => !stored.has(id))) {
    complaints.push(`receipts name ${stored.size} scans, and ${rows.length} are saved`)
  }
  const request = openRequest(scene, { Cookie: `desk=${secret}` })
  const { doors }: Doors = await (await request('/api/desk/doors')).json()
  const counted = doors.reduce((sum, door) => sum + door.people, 0)
  if (counted !== people) {
    complaints.push(`the doors count ${counted} of ${people} people`)
  }
  for (const phone of doors.flatMap(({ phones }) => phones)) {
    if (phone.isCopied) {
      complaints.push('a phone was flagged as copied')
    }
  }
}

/** Simulates a visitor, who opens about ten pages a second. */
const readPages = async (scene: Scene, totals: Totals, isOver: () => boolean): Promise<void> => {
  const request = openRequest(scene)
  for (let index = 0; !isOver(); index += 1) {
    const page = pages[index % pages.length] ?? '/'
    expectOk(await measure(totals.pageMs, () => request(page)), page, totals)
    await pause(100)
  }
}

const runKills = async (scene: Scene, kills: number, minutes: number): Promise<string[]> => {
  const { engine, verifiers, db } = scene
  const totals: Totals = {
    complaints: [],
    stored: new Map(),
    listMs: [],
    receiptMs: [],
    pageMs: [],
  }
  const entryIds = (await fillEntries(db, 1, people)).map(({ id }) => id)
  await issueMissingTickets(db, new Date())
  const secret = await addSession(db, verifiers[0].email)
  // A tenth of the people are scanned at both doors.
  const both = entryIds.slice(0, people / 10)
  const middle = people / 2
  const doors = [
    await startDoor(scene, secret, shuffle([...entryIds.slice(0, middle)])),
    await startDoor(scene, secret, shuffle([...both, ...entryIds.slice(middle)])),
  ]
  let isOver = false
  const scanning = doors
    .flat()
    .map(({ phone, entryIds: own }) => runPhone(phone, own, minutes, totals))
  const killMs = minutes > 0 ? minutes * 30_000 : 1_000
  const others = [
    killInTurn(scene, kills, { from: killMs, to: killMs + 2_000 }, () => isOver),
    readPages(scene, totals, () => isOver),
  ]
  await Promise.all(scanning)
  isOver = true
  await Promise.all(others)
  await checkDoors(scene, secret, totals)
  console.log(
    `${engine}: at most ${kills} kills, ${totals.stored.size} scans of ${people} people.`,
    `${describeTimes('lists', totals.listMs)}.`,
    `${describeTimes('receipts', totals.receiptMs)}.`,
    `${describeTimes('pages', totals.pageMs)}.`,
  )
  return totals.complaints
}

/**
 * `npm run trial:doors [-- --kills 10 --minutes 4 --engine sqlite|postgres]`: four phones at two
 * doors scan 1,500 people while servers are killed with SIGKILL, responses are lost, and a visitor
 * reads pages. With `--minutes`, the phones scan at an even pace. Runs on both engines by default.
 * Each scan must be saved once, all lists and counts must agree, and no phone must be
 * locked out.
 */
export const main = async (args: string[]): Promise<void> => {
  const defaults = { kills: 10, minutes: 0, engine: 'sqlite,postgres' }
  const { engine: engines, kills, minutes } = readOptions(args, defaults)
  const complaints = await runOnEngines(engines, (scene) => runKills(scene, kills, minutes))
  report('killing servers while phones at doors scan tickets', complaints)
}
