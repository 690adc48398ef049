import { type Audit, reportAudit } from './audit'
import { besiege } from './crowd'
import { attempt, makeRegistrant, submit, uploadScreenshot } from './registrant'

/** `npm run trial:burst -- 1000`: one form 100 times, 20 at a time, then many forms at once, over real sockets. */
export const main = async ([count = '1000']: readonly string[]): Promise<void> => {
  reportAudit(...(await sendOneKey()))
  reportAudit(...(await sendManyKeys(Number(count))))
}

/** One row, one message, 100 equal answers. */
const sendOneKey = async (): Promise<[string, Audit]> => {
  const answers: string[] = []
  const { audit } = await besiege({ everyMs: 1, most: 0 }, async ({ crowd, festival: { address } }) => {
    const registrant = makeRegistrant(0)
    crowd.registrants.push(registrant)
    await uploadScreenshot(address, registrant)
    const send = async () => {
      for (let count = 0; count < 5; count += 1) {
        const answer = await submit(address, registrant)
        answers.push(`${answer.status} ${await answer.text()}`)
      }
    }
    await Promise.all(Array.from({ length: 20 }, send))
    await attempt(address, registrant)
  })
  const distinct = new Set(answers)
  if (distinct.size !== 1 || !answers[0]?.startsWith('201 '))
    audit.complaints.push(`${distinct.size} different answers, such as: ${[...distinct].slice(0, 3).join(' | ')}`)
  return [`one key ${answers.length} times, ${distinct.size} answer`, audit]
}

/** So many forms at the same moment: so many rows, each with an id of its own. */
const sendManyKeys = async (count: number): Promise<[string, Audit]> => {
  let again = 0
  let seconds = 0
  const { audit } = await besiege({ everyMs: 1, most: 0 }, async ({ crowd, festival: { address } }) => {
    crowd.registrants.push(...Array.from({ length: count }, (_, number) => makeRegistrant(number)))
    const start = performance.now()
    await Promise.all(
      crowd.registrants.map(async (registrant) => {
        while ((await attempt(address, registrant)) !== 'confirmed') again += 1
      }),
    )
    seconds = (performance.now() - start) / 1_000
  })
  if (audit.acknowledged !== count) audit.complaints.push(`${audit.acknowledged} of ${count} were confirmed`)
  return [`${count} forms at once in ${seconds.toFixed(1)} s, ${again} attempts repeated`, audit]
}
