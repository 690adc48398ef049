import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { AttendanceList, AttendanceMark } from '../../festival/contract/attendance'
import type { Db } from '../../server/db/schema'
import { fillEntries } from '../support/fill-entries'
import { addSession, killInTurn, runOnEngines, type Scene } from './desk/scene'
import { readOptions, report } from './harness'
import { isCut } from './participant'

const entries = 40
const marksPerClient = 250
const clients = 8
const marksPerRequest = 20
const timeoutMs = 20_000
const list = '/api/desk/attendance?event=SeniorQuiz'

const makeMarks = (entryIds: readonly string[]): AttendanceMark[] =>
  Array.from({ length: clients * marksPerClient }, () => ({
    id: randomUUID(),
    entryId: entryIds[randomInt(entryIds.length)] ?? '',
    member: randomInt(1, 4),
    isPresent: randomInt(3) > 0,
    // There are few different times, so the ids often decide the order.
    at: new Date(Date.now() - randomInt(60) * 1_000).toISOString(),
  }))

/** Like the desk, repeats the same request until a response arrives. */
const sendWithRetry = async (address: string, secret: string, marks: AttendanceMark[]) => {
  for (;;) {
    try {
      const response = await fetch(`${address}${list}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Origin: address, Cookie: `desk=${secret}` },
        body: JSON.stringify({ marks }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      return { status: response.status, text: await response.text() }
    } catch (error) {
      if (!isCut(error)) {
        throw error
      }
      await pause(50)
    }
  }
}

/** Finds present people in SQL, independently of the server's own code. */
const findPresent = async (db: Db): Promise<string[]> => {
  const rows = await db
    .selectFrom('attendance as mark')
    .select(['entry_id', 'member'])
    .where('present', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('attendance as later')
            .select('later.id')
            .whereRef('later.entry_id', '=', 'mark.entry_id')
            .whereRef('later.member', '=', 'mark.member')
            .where(({ or, and, eb, ref }) =>
              or([
                eb('later.at', '>', ref('mark.at')),
                and([eb('later.at', '=', ref('mark.at')), eb('later.id', '>', ref('mark.id'))]),
              ]),
            ),
        ),
      ),
    )
    .execute()
  return rows.map(({ entry_id, member }) => `${entry_id} ${member}`).sort()
}

const readPresent = async (address: string, secret: string): Promise<string[]> => {
  const response = await fetch(`${address}${list}`, { headers: { Cookie: `desk=${secret}` } })
  const { entries: listed }: AttendanceList = await response.json()
  return listed
    .flatMap(({ entryId, people }) =>
      people.filter(({ isPresent }) => isPresent).map(({ member }) => `${entryId} ${member}`),
    )
    .sort()
}

/** Every client sends a quarter of the marks, in random order, so that each mark is sent twice. */
const sendFromClient = async (
  { servers, verifiers, db }: Scene,
  client: number,
  marks: readonly AttendanceMark[],
  complaints: string[],
): Promise<void> => {
  const address = servers[client % servers.length]?.address ?? ''
  const secret = await addSession(db, verifiers[client % 2]?.email ?? '')
  const own = marks.filter((_mark, index) => index % 4 === client % 4)
  own.sort(() => randomInt(3) - 1)
  for (let start = 0; start < own.length; start += marksPerRequest) {
    const batch = own.slice(start, start + marksPerRequest)
    const { status, text } = await sendWithRetry(address, secret, batch)
    if (status !== 200 || text !== '{"refused":[]}') {
      complaints.push(`a request got ${status} ${text.slice(0, 200)}`)
    }
    await pause(randomInt(60))
  }
}

const runKills = async (scene: Scene, kills: number): Promise<string[]> => {
  const { engine, servers, verifiers, db } = scene
  const complaints: string[] = []
  const marks = makeMarks((await fillEntries(db, 1, entries)).map(({ id }) => id))
  const sending = Array.from({ length: clients }, (_none, client) =>
    sendFromClient(scene, client, marks, complaints),
  )
  await Promise.all([killInTurn(scene, kills, { from: 100, to: 600 }), ...sending])
  const saved = await db.selectFrom('attendance').select('id').execute()
  const savedIds = new Set(saved.map(({ id }) => id))
  const lost = marks.filter(({ id }) => !savedIds.has(id)).length
  if (lost > 0 || saved.length !== marks.length) {
    complaints.push(`${marks.length} marks were sent, ${saved.length} saved, ${lost} lost`)
  }
  const secret = await addSession(db, verifiers[0].email)
  const inSql = await findPresent(db)
  for (const { address } of servers) {
    if (String(await readPresent(address, secret)) !== String(inSql)) {
      complaints.push(`${address} shows other people as present than SQL`)
    }
  }
  console.log(
    `${engine}: ${kills} kills, ${saved.length} of ${marks.length} marks saved,`,
    `${inSql.length} people present`,
  )
  return complaints
}

/**
 * `npm run trial:attendance [-- --kills 10 --engine sqlite|postgres]`: eight clients send 2,000
 * marks twice and out of order while servers are killed with SIGKILL, by default on both engines.
 * Each mark must be saved once, and the list must agree with SQL.
 */
export const main = async (args: string[]): Promise<void> => {
  const { engine: engines, kills } = readOptions(args, { kills: 10, engine: 'sqlite,postgres' })
  const complaints = await runOnEngines(engines, (scene) => runKills(scene, kills))
  report('killing servers while people are marked as present', complaints)
}
