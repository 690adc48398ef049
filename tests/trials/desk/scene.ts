import { randomUUID } from 'node:crypto'
import type { Role } from '../../../festival/desk/organisers'
import type { Store } from '../../../server/db/open-database'
import type { Db } from '../../../server/db/schema'
import { hashSecret, makeSecret } from '../../../server/system/secret'
import { type ServedFestival, serveFestival } from '../../support/serve'
import { inFolder, makeClock, type TrialClock, withStores, withTables } from '../harness'
import { type Mailbox, openMailbox } from '../mailbox'
import { attempt, makeRegistrant } from '../registrant'
import { openVerifier, type Verifier } from './verifier'

/** A desk under trial: real processes, tables that the trial can read, and mail that is counted where it arrives. */
export interface Scene {
  engine: Store['engine']
  /** On PostgreSQL each verifier comes to a process of their own; on SQLite there is one. */
  servers: readonly ServedFestival[]
  db: Db
  mailbox: Mailbox
  clock: TrialClock
  verifiers: readonly [Verifier, Verifier]
}

const names = ['asha@organisers.test', 'ravi@organisers.test'] as const

/** A session as a sign-in leaves it; gives the cookie's secret. */
const addSession = async (db: Db, email: string): Promise<string> => {
  const [secret, now] = [makeSecret(), Date.now()]
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

/** On SQLite one server, on PostgreSQL one for each verifier. */
const withServers = (
  engine: Store['engine'],
  env: Record<string, string>,
  work: (servers: readonly ServedFestival[], store: Store) => Promise<void>,
): Promise<void> =>
  withStores(engine, async ({ make }) => {
    const tables = await make()
    const servers: ServedFestival[] = []
    try {
      for (const _server of engine === 'sqlite' ? ['one'] : names)
        servers.push(await serveFestival({ ...env, ...tables.env }))
      await work(servers, tables.store)
    } finally {
      for (const server of servers) await server.stop()
      await tables.remove()
    }
  })

/** Opens a fresh desk with two verifiers, and closes it after the work. */
export const inScene = (
  engine: Store['engine'],
  work: (scene: Scene) => Promise<void>,
  role: Role = 'verifier',
): Promise<void> =>
  inFolder(async (folder) => {
    const clock = makeClock(folder)
    const mailbox = await openMailbox()
    const setting = names.map((name) => `${name}=${role}`).join(', ')
    const env = { SMTP_URL: mailbox.url, MAIL_WAIT_SECONDS: '3', ORGANISERS: setting, TRUST_PROXY: '1', ...clock.env }
    await withServers(engine, env, (servers, store) =>
      withTables(store, async (db) => {
        const [one, other = one] = servers
        if (!one || !other) throw new Error('No server runs')
        const verifiers = [
          openVerifier(names[0], one.address, await addSession(db, names[0])),
          openVerifier(names[1], other.address, await addSession(db, names[1])),
        ] as const
        await work({ engine, servers, db, mailbox, clock, verifiers })
      }),
    ).finally(mailbox.goAway)
  })

/** Registers so many people over HTTP, some at a time, and gives the ids of their records. */
export const registerMany = async ({ servers, db }: Scene, count: number): Promise<string[]> => {
  const waiting = Array.from({ length: count }, (_, number) => makeRegistrant(number))
  const registerNext = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop())
      while ((await attempt(servers[0]?.address ?? '', next)) !== 'confirmed');
  }
  await Promise.all(Array.from({ length: 8 }, registerNext))
  const rows = await db.selectFrom('review').select('record_id').execute()
  return rows.map(({ record_id }) => record_id)
}
