import { createHmac, randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import {
  type Door,
  type DoorEntry,
  type DoorList,
  type DoorScan,
  pairSchema,
  type ScansReceived,
  sendScansSchema,
  type UnlistedScan,
} from '../../festival/contract/door'
import { doorCallFolder, doorWorker } from '../../festival/contract/pages'
import { listen, type TestServer } from './listen'

const key = Buffer.from('the key of the door').toString('base64url')

export const hashTicketCode = (code: string): string =>
  createHmac('sha256', Buffer.from(key, 'base64url')).update(code).digest('base64url')

export const signCode = 'TESTTESTTESTTEST'

export const makeDoor = (endsAt: string): Door => ({
  id: 'door-2',
  name: 'Senior Quiz · Door 2',
  endsAt,
  testCode: hashTicketCode(signCode),
  key,
})

export const makeDoorEntry = (
  id: string,
  code: string,
  names: readonly string[],
  changes: Partial<DoorEntry> = {},
): DoorEntry => ({
  id,
  label: `EVT-${id.padStart(6, '0')}`,
  state: 'verified',
  waitingNumber: 0,
  code: hashTicketCode(code),
  replacedCodes: [],
  college: 'Medical College, Kottayam',
  phoneEnd: '0000',
  people: names.map((name, index) => ({
    member: index + 1,
    name,
    arrivedAt: null,
    arrivedAtDoor: '',
  })),
  ...changes,
})

export interface FakeDoor extends TestServer {
  door: Door
  entries: DoorEntry[]
  readonly scans: DoorScan[]
  readonly unlisted: UnlistedScan[]
  /** Ids of scans that the server refuses. */
  readonly refusedEntryIds: Set<string>
  isRemoved: boolean
  /** How far the server's clock is ahead of the phones' clocks. */
  aheadMs: number
  /** Replaces the version in the service worker, like a new build. */
  build: string
  readonly calls: string[]
}

const readText = async (message: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of message) {
    chunks.push(Buffer.from(chunk))
  }
  return Buffer.concat(chunks).toString()
}

const sendJson = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(value))

const refuse = (response: ServerResponse, status: 401 | 410, detail: string) => {
  const code = status === 401 ? 'signed-out' : 'gone'
  sendJson(response, status, { type: 'about:blank', title: code, status, code, detail })
}

/** The earliest scan of a person counts. */
const addArrivals = (entry: DoorEntry, scans: readonly DoorScan[], door: string): DoorEntry => ({
  ...entry,
  people: entry.people.map((person) => {
    const own = scans.filter(
      ({ entryId, member }) => entryId === entry.id && member === person.member,
    )
    const latest = own.toSorted((left, right) => right.at.localeCompare(left.at))[0]
    const arrivals = own.filter(({ isPresent }) => isPresent).map(({ at }) => at)
    return latest?.isPresent
      ? { ...person, arrivedAt: arrivals.sort()[0] ?? null, arrivedAtDoor: door }
      : person
  }),
})

/**
 * An in-memory version of the door phones' API (`festival/contract/door.ts`). Other requests go to
 * the server at `target`. The secret "spent" is refused.
 */
export const startFakeDoor = async (
  target: string,
  door: Door,
  entries: DoorEntry[],
): Promise<FakeDoor> => {
  let version = randomUUID()

  const pair = (response: ServerResponse, body: unknown) => {
    const { secret } = v.parse(pairSchema, body)
    if (secret === 'spent') {
      refuse(response, 401, 'This code was used before. Ask for a new one.')
      return
    }
    fake.isRemoved = false
    response.writeHead(204).end()
  }
  const receive = (response: ServerResponse, body: unknown) => {
    const { scans, unlisted } = v.parse(sendScansSchema, body)
    const received: ScansReceived = { stored: [], refused: [] }
    for (const scan of scans) {
      if (fake.refusedEntryIds.has(scan.entryId)) {
        received.refused.push({ id: scan.id, message: 'This entry was erased.' })
        continue
      }
      received.stored.push(scan.id)
      if (!fake.scans.some(({ id }) => id === scan.id)) {
        fake.scans.push(scan)
      }
    }
    for (const scan of unlisted) {
      received.stored.push(scan.id)
      if (!fake.unlisted.some(({ id }) => id === scan.id)) {
        fake.unlisted.push(scan)
      }
    }
    version = randomUUID()
    sendJson(response, 200, received)
  }
  const list = (response: ServerResponse, since: string | null) => {
    if (new Date().toISOString() >= fake.door.endsAt) {
      refuse(response, 410, 'This door is closed.')
      return
    }
    const answer: DoorList = {
      door: fake.door,
      version,
      now: new Date(Date.now() + fake.aheadMs).toISOString(),
      isWhole: since !== version,
      entries:
        since === version
          ? []
          : fake.entries.map((entry) => addArrivals(entry, fake.scans, 'Door 2')),
      removed: [],
    }
    sendJson(response, 200, answer)
  }
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const answer = await fetch(target + request.url, { redirect: 'manual' })
    const headers = Object.fromEntries(answer.headers)
    for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) {
      delete headers[name]
    }
    const body = Buffer.from(await answer.arrayBuffer())
    const isRebuilt = fake.build !== '' && request.url === doorWorker
    const text = () =>
      body.toString().replace(/door-files-[0-9a-f]{16}/, `door-files-${fake.build}`)
    response.writeHead(answer.status, headers).end(isRebuilt ? text() : body)
  }
  const answerCall = async (request: IncomingMessage, response: ServerResponse, url: URL) => {
    const call = url.pathname.slice(doorCallFolder.length + 1)
    fake.calls.push(call)
    const text = await readText(request)
    if (call === 'pair') {
      pair(response, JSON.parse(text))
    } else if (fake.isRemoved) {
      refuse(response, 401, 'This phone was removed.')
    } else if (call === 'scans') {
      receive(response, JSON.parse(text))
    } else {
      list(response, url.searchParams.get('since'))
    }
  }

  const server = await listen((request, response) => {
    const url = new URL(request.url ?? '/', target)
    const isCall = url.pathname.startsWith(`${doorCallFolder}/`)
    const answer = isCall ? answerCall(request, response, url) : forward(request, response)
    answer.catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  const fake: FakeDoor = {
    ...server,
    door,
    entries,
    scans: [],
    unlisted: [],
    refusedEntryIds: new Set(),
    isRemoved: false,
    aheadMs: 0,
    build: '',
    calls: [],
  }
  return fake
}
