import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Current, Decided, DecideOne, Undone } from '../../../festival/contract/decision'
import type { Store } from '../../../server/db/open-database'
import type { Db } from '../../../server/db/schema'
import { hashSecret, makeSecret } from '../../../server/system/secret'
import { type ServedFestival, serveFestival } from '../../support/serve'
import { waitForMail } from '../audit'
import { checkCopies } from '../check-copies'
import { inFolder, makeClock, type TrialClock, withStores, withTables } from '../harness'
import { type Mailbox, openMailbox } from '../mailbox'
import { attempt, isCut, makeParticipant } from '../participant'

export type DecideResponse =
  | { status: 200; body: Decided }
  | { status: number; body: { code: string; current?: Current; detail?: string } }

export interface Verifier {
  email: string
  /** @throws if the connection breaks */
  decide: (press: DecideOne) => Promise<DecideResponse>
  /** Like the desk, repeats the same command until a response arrives. */
  decideWithRetry: (press: DecideOne) => Promise<DecideResponse>
  undoWithRetry: (id: string) => Promise<{ status: number; body: Undone }>
}

const timeoutMs = 20_000
const retryMs = 50

const retryUntilResponse = async <T>(send: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await send()
    } catch (error) {
      if (!isCut(error)) {
        throw error
      }
      await pause(retryMs)
    }
  }
}

export const openVerifier = (email: string, address: string, secret: string): Verifier => {
  const post = async (path: string, body?: unknown) => {
    const response = await fetch(`${address}/api/desk${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: address, Cookie: `desk=${secret}` },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.json() }
  }
  const decide = (press: DecideOne): Promise<DecideResponse> => post('/decisions', press)
  return {
    email,
    decide,
    decideWithRetry: (press) => retryUntilResponse(() => decide(press)),
    undoWithRetry: (id) => retryUntilResponse(() => post(`/decisions/${id}/undo`)),
  }
}

export interface Scene {
  engine: Store['engine']
  /** On PostgreSQL, each verifier uses a separate process. On SQLite, both share one process. */
  servers: readonly ServedFestival[]
  db: Db
  mailbox: Mailbox
  clock: TrialClock
  verifiers: readonly [Verifier, Verifier]
}

const names = ['asha@organisers.test', 'ravi@organisers.test'] as const

export const addSession = async (db: Db, email: string): Promise<string> => {
  const secret = makeSecret()
  const now = Date.now()
  await db
    .insertInto('desk_session')
    .values({
      id: randomUUID(),
      hash: hashSecret(secret),
      email,
      browser: 'A trial',
      created_at: new Date(now).toISOString(),
      seen_at: new Date(now).toISOString(),
      expires_at: new Date(now + 24 * 3_600_000).toISOString(),
    })
    .execute()
  return secret
}

const withServers = (
  engine: Store['engine'],
  env: Record<string, string>,
  processes: number,
  work: (servers: readonly ServedFestival[], store: Store) => Promise<void>,
): Promise<void> =>
  withStores(engine, async ({ make }) => {
    const tables = await make()
    const servers: ServedFestival[] = []
    try {
      const count = engine === 'sqlite' ? 1 : processes
      while (servers.length < count) {
        servers.push(await serveFestival({ ...env, ...tables.env }))
      }
      await work(servers, tables.store)
    } finally {
      for (const server of servers) {
        await server.stop()
      }
      await tables.remove()
    }
  })

/** @param processes number of server processes on PostgreSQL, at least two */
export const withScene = (
  engine: Store['engine'],
  work: (scene: Scene) => Promise<void>,
  processes: number = names.length,
): Promise<void> =>
  inFolder(async (folder) => {
    const clock = makeClock(folder)
    const mailbox = await openMailbox()
    const setting = names.map((name) => `${name}=verifier`).join(', ')
    const env = {
      SMTP_URL: mailbox.url,
      MAIL_WAIT_SECONDS: '3',
      ORGANISERS: setting,
      TRUST_PROXY: '1',
      ...clock.env,
    }
    await withServers(engine, env, processes, (servers, store) =>
      withTables(store, async (db) => {
        const [first, second = first] = servers
        if (!first || !second) {
          throw new Error('No server is running')
        }
        const verifiers = [
          openVerifier(names[0], first.address, await addSession(db, names[0])),
          openVerifier(names[1], second.address, await addSession(db, names[1])),
        ] as const
        await work({ engine, servers, db, mailbox, clock, verifiers })
      }),
    ).finally(mailbox.stopServer)
  })

/** Runs the work on each engine that `engines` names, such as "sqlite,postgres". */
export const runOnEngines = async (
  engines: string,
  work: (scene: Scene) => Promise<string[]>,
  processes?: number,
): Promise<string[]> => {
  const complaints: string[] = []
  for (const engine of ['sqlite', 'postgres'] as const) {
    if (engines.includes(engine)) {
      await withScene(
        engine,
        async (scene) => void complaints.push(...(await work(scene))),
        processes,
      )
    }
  }
  return complaints
}

/** Kills and restarts one server after the other. The pauses are random, in milliseconds. */
export const killInTurn = async (
  { servers }: Scene,
  kills: number,
  pauses: { from: number; to: number },
  isOver = () => false,
): Promise<void> => {
  for (let kill = 0; kill < kills && !isOver(); kill += 1) {
    await pause(randomInt(pauses.from, pauses.to))
    const server = servers[kill % servers.length]
    await server?.kill9()
    await server?.restart()
  }
}

export const registerMany = async ({ servers, db }: Scene, count: number): Promise<string[]> => {
  const waiting = Array.from({ length: count }, (_, number) => makeParticipant(number))
  const registerNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      while ((await attempt(servers[0]?.address ?? '', next)) !== 'confirmed') {}
    }
  }
  await Promise.all(Array.from({ length: 8 }, registerNext))
  const rows = await db.selectFrom('review').select('entry_id').execute()
  return rows.map(({ entry_id }) => entry_id)
}

export interface AuditedMails {
  expected: number
  delivered: number
  /** E-mails resent because the server was killed before it recorded the reply 250. */
  resentCount: number
  complaints: string[]
}

/**
 * Skips the undo minute and expects one e-mail for each decision, and none for a decision that was
 * undone.
 */
export const auditMails = async ({ db, mailbox, clock }: Scene): Promise<AuditedMails> => {
  clock.setOffset(120)
  await waitForMail(db)
  const decisions = await db.selectFrom('decision').select(['id', 'message_id']).execute()
  const messages = await db.selectFrom('message').select(['id', 'kind']).execute()
  const others = new Set(messages.filter(({ kind }) => kind !== 'decision').map(({ id }) => id))
  // A participant may get several e-mails, so this checks each message separately.
  const deliveries = mailbox
    .deliveries()
    .filter(({ id }) => !others.has(id))
    .map((delivery) => ({ ...delivery, recipients: [] }))
  // A message has no row if a later decision cancelled it in time.
  const kept = new Set(messages.map(({ id }) => id))
  const expected = decisions
    .map(({ message_id }) => message_id)
    .filter((id) => id !== null)
    .filter((id) => kept.has(id))
  const { resentCount: again, complaints } = checkCopies(
    deliveries,
    expected.map((id) => ({ id, entry_id: id })),
    mailbox.cuts,
  )
  const arrived = new Set(deliveries.map(({ id }) => id))
  const missing = expected
    .filter((id) => !arrived.has(id))
    .map((id) => `the e-mail ${id} did not arrive`)
  return {
    expected: expected.length,
    delivered: arrived.size,
    resentCount: again,
    complaints: [...complaints, ...missing],
  }
}
