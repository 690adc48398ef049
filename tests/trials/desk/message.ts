import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openReview } from '../../../server/submissions/review'
import { passRow } from '../../support/pass-row'
import { waitForMail } from '../audit'
import { checkCopies } from '../check-copies'
import { type Scene, surely } from './scene'

/** Puts passes of so many people into the tables, as a server leaves them. */
const addPeople = async ({ db }: Scene, people: number): Promise<void> => {
  const now = new Date()
  for (let n = 0; n < people; n += 1) {
    const id = randomUUID()
    const own = { id, email: `p${n}@college.test`, delegate_id: String(n), registration_id: `DP-${n}` }
    await db.transaction().execute(async (transaction) => {
      await transaction
        .insertInto('DelegatePass')
        .values({ ...passRow, ...own })
        .execute()
      await openReview(transaction, {
        recordId: id,
        kind: 'delegate-pass',
        event: 'novus',
        amount: 500,
        people: 1,
        now,
      })
    })
  }
}

/**
 * A message to so many that is stopped after a quarter and goes on, while the process is killed in the middle of its press, before the
 * stop, while it is stopped, and after it went on. Each person gets it once; one that went again under its Message-ID because of a
 * kill is counted by itself (behaviours 7.14, 14.140 and 14.141).
 */
export const tryMessage = async (scene: Scene, people: number): Promise<string[]> => {
  const { engine, db, servers, mailbox, verifiers } = scene
  const [admin] = verifiers
  const complaints: string[] = []
  await addPeople(scene, people)
  const press = { id: randomUUID(), filter: { kind: 'delegate-pass' }, subject: 'Tomorrow', text: 'Bring your ID.' }
  const begun = performance.now()
  const delivered = () => new Set(mailbox.deliveries().map(({ id }) => id)).size
  const until = async (count: number) => {
    while (delivered() < count) await pause(20)
  }
  let kills = 0
  const kill = async () => {
    kills += 1
    const server = servers[0]
    if (server) await mailbox.cutDuring(server.kill9).then(() => server.restart())
  }
  const set = (state: string) => surely(() => admin.put(`/messages/${press.id}`, { state }))

  const pressing = surely(() => admin.post('/messages', press))
  const isBegun = async () => (await db.selectFrom('message').select('id').limit(1).execute()).length > 0
  while (!(await isBegun())) await pause(1)
  await kill()
  const { status } = await pressing
  if (status !== 200) complaints.push(`the press was answered ${status}`)
  await until(people / 8)
  await kill()
  await until(people / 4)
  await set('stopped')
  // What was on its way at the stop may still arrive.
  await pause(4_000)
  const stoppedAt = delivered()
  await kill()
  await pause(4_000)
  if (delivered() !== stoppedAt) complaints.push(`${delivered() - stoppedAt} went out while it was stopped`)
  await set('sending')
  await until(people / 2)
  await kill()
  await waitForMail(db, 1_800)

  const letters = await db.selectFrom('message').selectAll().where('announcement_id', '=', press.id).execute()
  const { again, complaints: doubled } = checkCopies(mailbox.deliveries(), letters, mailbox.cuts)
  const got = new Set(mailbox.deliveries().flatMap(({ recipients }) => recipients))
  if (got.size !== people || letters.length !== people)
    complaints.push(`${letters.length} letters reached ${got.size} of ${people} people`)
  const seconds = ((performance.now() - begun) / 1_000).toFixed(0)
  console.log(
    `${engine}: a message to ${people}, ${kills} kills, stopped at ${stoppedAt}: ${got.size} people have it, ${again} sent again under their Message-ID, ${seconds} s`,
  )
  return [...complaints, ...doubled]
}
