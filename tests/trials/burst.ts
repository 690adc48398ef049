import { type ServedFestival, serveFestival } from '../support/serve'
import { auditFestival, leftIn, reportAudit, waitForMail } from './audit'
import { withTables } from './harness'
import { type Mailbox, openMailbox } from './mailbox'
import { attempt, makeRegistrant, type Registrant, submit, uploadScreenshot } from './registrant'

interface Scene {
  festival: ServedFestival
  mailbox: Mailbox
}

const audit = async ({ festival, mailbox }: Scene, what: string, registrants: readonly Registrant[]) => {
  await withTables({ engine: 'sqlite', file: festival.databaseFile }, async (db) => {
    await waitForMail(db)
    reportAudit(what, await auditFestival(db, leftIn(festival.dataDir, mailbox), registrants))
  })
}

const inFreshFestival = async (trial: (scene: Scene) => Promise<void>) => {
  const mailbox = await openMailbox()
  const festival = await serveFestival({ SMTP_URL: mailbox.url })
  try {
    await trial({ festival, mailbox })
  } finally {
    await festival.stop()
    await mailbox.goAway()
  }
}

/** One form, sent 100 times, 20 at a time: one row, one message, 100 equal answers. */
const sendOneKey = async (scene: Scene) => {
  const { festival } = scene
  const registrant = makeRegistrant(0)
  await uploadScreenshot(festival.address, registrant)
  const answers: string[] = []
  const send = async () => {
    for (let count = 0; count < 5; count += 1) {
      const answer = await submit(festival.address, registrant)
      answers.push(`${answer.status} ${await answer.text()}`)
    }
  }
  await Promise.all(Array.from({ length: 20 }, send))
  await attempt(festival.address, registrant)
  const distinct = new Set(answers)
  if (distinct.size !== 1 || !answers[0]?.startsWith('201 ')) {
    console.log(`${distinct.size} different answers to one form, such as: ${[...distinct].slice(0, 3).join(' | ')}`)
    process.exitCode = 1
  }
  await audit(scene, `one key ${answers.length} times, ${distinct.size} answer`, [registrant])
}

/** So many forms at the same moment: so many rows, each with an id of its own. */
const sendDistinctKeys = async (scene: Scene, count: number) => {
  const { festival } = scene
  const registrants = Array.from({ length: count }, (_, number) => makeRegistrant(number))
  const start = performance.now()
  let again = 0
  await Promise.all(
    registrants.map(async (registrant) => {
      while ((await attempt(festival.address, registrant)) !== 'confirmed') again += 1
    }),
  )
  const seconds = (performance.now() - start) / 1_000
  const ids = new Set(registrants.map(({ receipt }) => receipt?.registration_id))
  if (ids.size !== count) process.exitCode = 1
  const what = `${count} forms at once in ${seconds.toFixed(1)} s, ${ids.size} ids, ${again} attempts repeated`
  await audit(scene, what, registrants)
}

/** `npm run trial:burst -- 1000`: one form many times at once, then many forms at once, over real sockets. */
export const main = async ([count = '1000']: readonly string[]): Promise<void> => {
  await inFreshFestival(sendOneKey)
  await inFreshFestival((scene) => sendDistinctKeys(scene, Number(count)))
}
