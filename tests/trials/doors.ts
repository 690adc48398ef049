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

interface Totals {
  complaints: string[]
  /** Scans that were named in a receipt. */
  stored: Map<string, DoorScan>
  listMs: number[]
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
  const startedAt = performance.now()
  const response = await phone.send(`list?since=${list.version}`)
  if (!expectOk(response, 'a list', totals)) {
    return
  }
  const changes: DoorList = await response.json()
  totals.listMs.push(performance.now() - startedAt)
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
  let response = await phone.sendScans({ scans, unsent })
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
  totals: Totals,
): Promise<void> => {
  const list = { version: '', entries: new Map<string, DoorEntry>() }
  let waiting: DoorScan[] = []
  for (const [index, entryId] of entryIds.entries()) {
    waiting.push(makeScan(entryId, { at: new Date().toISOString() }))
    // Like an offline phone, collects scans before it sends them.
    if (waiting.length < 100 && index < entryIds.length - 1 && randomInt(25) > 0) {
      await pause(randomInt(4))
      continue
    }
    await sendScans(phone, waiting, 0, totals)
    waiting = []
    await updateList(phone, list, totals)
    await pause(randomInt(2_500, 5_000))
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

const runKills = async (scene: Scene, kills: number): Promise<string[]> => {
  const { engine, verifiers, db } = scene
  const totals: Totals = { complaints: [], stored: new Map(), listMs: [] }
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
  const scanning = doors.flat().map(({ phone, entryIds: own }) => runPhone(phone, own, totals))
  const killed = killInTurn(scene, kills, { from: 1_000, to: 3_000 }, () => isOver)
  await Promise.all(scanning)
  isOver = true
  await killed
  await checkDoors(scene, secret, totals)
  const times = totals.listMs.toSorted((left, right) => left - right)
  console.log(
    `${engine}: at most ${kills} kills, ${totals.stored.size} scans of ${people} people,`,
    `${times.length} lists, median ${Math.round(times[times.length >> 1] ?? 0)} ms,`,
    `slowest ${Math.round(times.at(-1) ?? 0)} ms`,
  )
  return totals.complaints
}

/**
 * `npm run trial:doors [-- --kills 10 --engine sqlite|postgres]`: four phones at two doors scan
 * 1,500 people while servers are killed with SIGKILL and responses are lost. Runs on both engines
 * by default. Each scan must be saved once, all lists and counts must agree, and no phone must be
 * locked out.
 */
export const main = async (args: string[]): Promise<void> => {
  const { engine: engines, kills } = readOptions(args, { kills: 10, engine: 'sqlite,postgres' })
  const complaints = await runOnEngines(engines, (scene) => runKills(scene, kills))
  report('killing servers while phones at doors scan tickets', complaints)
}
