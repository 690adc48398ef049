import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { makePng } from '../../../support/files'
import { type Attack, createTally, inParallel, tell } from '../attack'
import { fillForm, readUpload, registering, uploading } from '../forms'
import { fling, send } from '../send'

/**
 * Registrations of which each is good, with the same screenshot and the same UTR. What they have in common must not cost more
 * with each.
 */
export const sameProof: Attack = {
  name: 'A4 931 good registrations with one screenshot and one UTR',
  seconds: 30,
  run: async (target, isOver) => {
    const heard = createTally()
    const agent = new Agent({ keepAlive: true, maxSockets: 8 })
    const upload = { ...uploading(makePng({ bytes: 20_000 })), agent }
    let sent = 0
    await inParallel(
      8,
      () => isOver() || sent >= 931,
      async () => {
        sent += 1
        const email = `copy-${sent}@strangers.example`
        const answer = await send(target, upload).catch(() => undefined)
        if (answer?.status !== 200) return heard.add(answer?.status ?? 0)
        const form = { ...JSON.parse(fillForm(email, readUpload(answer.text))), utr: '412345678901' }
        heard.add(await fling(target, { ...registering(randomUUID(), JSON.stringify(form)), agent, patience: 20_000 }))
      },
    )
    // Flags are made after the forms: the others are watched for as long as that may take.
    while (!isOver()) await new Promise((resolve) => setTimeout(resolve, 100))
    return tell(heard.words())
  },
}

/** More uploads than one address once had, none of which is ever submitted. */
export const smallUploads: Attack = {
  name: 'A7 3,050 small uploads from one address',
  seconds: 40,
  run: async (target, isOver) => {
    const heard = createTally()
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    const upload = { ...uploading(makePng()), agent }
    let sent = 0
    await inParallel(
      6,
      () => isOver() || sent >= 3_050,
      async () => {
        sent += 1
        heard.add(await fling(target, upload))
      },
    )
    return tell(heard.words())
  },
}

/** More forms than one address once had, on one upload after another. */
export const manyForms: Attack = {
  name: 'A7 3,100 good forms from one address',
  seconds: 60,
  run: async (target, isOver) => {
    const heard = createTally()
    const agent = new Agent({ keepAlive: true, maxSockets: 6 })
    let sent = 0
    await inParallel(
      6,
      () => isOver() || sent >= 3_100,
      async () => {
        sent += 1
        const upload = { ...uploading(makePng({ bytes: 8_000 + sent })), agent }
        const answer = await send(target, upload).catch(() => undefined)
        if (answer?.status !== 200) return heard.add(answer?.status ?? 0)
        const form = fillForm(`many-${sent}@strangers.example`, readUpload(answer.text))
        heard.add(await fling(target, { ...registering(randomUUID(), form), agent, patience: 20_000 }))
      },
    )
    return tell(heard.words())
  },
}
