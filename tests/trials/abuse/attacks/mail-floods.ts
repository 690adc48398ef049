import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { makePng } from '../../../support/files'
import { type Attack, createTally, inParallel, tell } from '../attack'
import { fillForm, registering, uploadOnce } from '../forms'
import { fling, send } from '../send'
import type { Target } from '../target'

/** Nobody's mailboxes; the trial counts what its mail server gets for them. */
export const strangersDomain = 'strangers.example'

interface Flood {
  target: Target
  isOver: () => boolean
  /** At most. */
  forms: number
  lanes: number
  /** Between two forms of one lane, in milliseconds. */
  pauseMs?: number
  email: (index: number) => string
}

const flood = async ({ target, isOver, forms, lanes, pauseMs = 0, email }: Flood) => {
  const heard = createTally()
  const url = await uploadOnce(target, makePng())
  let sent = 0
  await inParallel(
    lanes,
    () => isOver() || sent >= forms,
    async () => {
      sent += 1
      const form = fillForm(email(sent), url, 'Your seat was cancelled')
      heard.add(await fling(target, { ...registering(randomUUID(), form), patience: 15_000 }))
      await pause(pauseMs)
    },
  )
  return heard
}

export const madeUpAddresses: Attack = {
  name: 'M1 registrations with made-up addresses',
  seconds: 12,
  // 300 at once, and then five a minute.
  bounds: { strangersMails: 305 },
  run: async (target, isOver) => {
    const email = (index: number) => `stranger-${index}@${strangersDomain}`
    return tell((await flood({ target, isOver, forms: 3_000, lanes: 12, email })).words())
  },
}

/** 40 an hour, by whatever tag, and a few of the window before. */
const mostForOneMailbox = 45

export const taggedAddresses: Attack = {
  name: 'M1 one mailbox under 200 tags',
  seconds: 8,
  bounds: { strangersMails: mostForOneMailbox },
  run: async (target, isOver) => {
    const email = (index: number) => `flood+${index}@${strangersDomain}`
    return tell((await flood({ target, isOver, forms: 200, lanes: 6, pauseMs: 150, email })).words())
  },
}

const victim = `victim@${strangersDomain}`

export const lockedOut: Attack = {
  name: 'M1 sixty forms with one person’s address, then that person',
  seconds: 8,
  bounds: { strangersMails: mostForOneMailbox },
  run: async (target, isOver) =>
    tell((await flood({ target, isOver, forms: 60, lanes: 3, pauseMs: 300, email: () => victim })).words()),
  after: async (elsewhere) => {
    const url = await uploadOnce(elsewhere, makePng())
    const { status } = await send(elsewhere, registering(randomUUID(), fillForm(victim, url)))
    return status === 201 ? undefined : `the person whose address it is was answered ${status}`
  },
}
