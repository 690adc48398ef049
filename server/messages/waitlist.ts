import type { Transaction } from 'kysely'
import type { Subject } from '../../festival/content/subject'
import type { Waitlist } from '../../festival/contract/places'
import type { Festival } from '../../festival/live/state'
import { findLastCall } from '../../festival/schedule/availability'
import type { OpenPlacesByEvent } from '../../festival/schedule/open-places'
import { saveAudit } from '../db/audit'
import type { Db, DbOrTransaction, Tables } from '../db/schema'
import { transact } from '../db/transact'
import { readEntry } from '../entries/entry'
import {
  type Arrival,
  drawNumbers,
  findOpenPlaces,
  listPresent,
  readArrivals,
  readFilledAt,
} from '../entries/places'
import { readReview } from '../entries/review'
import type { Clock } from '../system/clock'
import { isUnattempted, saveDecisionEmail } from './decision-email'

interface Deps {
  db: Db
  clock: Clock
  state: {
    festival: () => Festival
    setPlaces: (open: OpenPlacesByEvent, filledAt: Readonly<Record<string, string>>) => void
  }
  config: { publicUrl: string; isPublic: boolean }
}

/** In milliseconds. An undo that began within its minute may be saved a little later. */
const undoMarginMs = 5_000

interface WaitlistChange {
  arrival: Arrival
  waitlist: Waitlist | null
}

/** Moves verified entries onto the waiting list and off it. */
export const createWaitlist = ({ db, clock, state, config }: Deps) => {
  const hasBegun = (subject: Subject, now: Date): boolean =>
    config.isPublic && now.getTime() >= findLastCall(subject)

  const findChanges = async (
    store: DbOrTransaction,
    subject: Subject,
    now: Date,
  ): Promise<WaitlistChange[]> => {
    const { key, places = Infinity } = subject
    const settled = new Date(now.getTime() - undoMarginMs)
    const arrivals = await readArrivals(store, key, settled)
    const isOver = hasBegun(subject, now)
    const present = isOver ? await listPresent(store, key) : new Set()
    return arrivals.flatMap((arrival, index) => {
      const { entry_id, state, waitlist } = arrival
      // Until the undo of a rejection is over, the entry may return to the waiting list.
      if (state === 'rejected' || state === 'withdrawn') {
        return []
      }
      let next: Waitlist | null = null
      if (state === 'verified' && isOver) {
        const isWaiting = waitlist !== null || index >= places
        next = isWaiting && !present.has(entry_id) ? 'lost' : null
      } else if (state === 'verified' && index >= places) {
        next = 'waiting'
      }
      return next === waitlist ? [] : [{ arrival, waitlist: next }]
    })
  }

  /** The verification's e-mail says that the entry has a place if it was not sent before. */
  const isNotified = async (transaction: Transaction<Tables>, entryId: string) => {
    const unsent = await transaction
      .selectFrom('decision')
      .innerJoin('message', 'message.id', 'decision.message_id')
      .select('message.id')
      .where('decision.entry_id', '=', entryId)
      .where('decision.decision', '=', 'verify')
      .where(isUnattempted)
      .executeTakeFirst()
    return unsent === undefined
  }

  const moveUp = async (transaction: Transaction<Tables>, entryId: string, now: Date) => {
    await saveAudit(transaction, { at: now, actor: 'waiting list', action: 'moved-up', entryId })
    const review = await readReview(transaction, entryId)
    const entry = review && (await readEntry(transaction, review))
    if (entry && (await isNotified(transaction, entryId))) {
      const { publicUrl } = config
      const email = { decision: 'move-up', reasons: [], note: '', now, publicUrl } as const
      await saveDecisionEmail(transaction, entry, email)
    }
  }

  const saveChange = async (
    transaction: Transaction<Tables>,
    { arrival: { entry_id, state, waitlist: before }, waitlist }: WaitlistChange,
    subject: Subject,
    now: Date,
  ) => {
    const update = transaction.updateTable('review').set({ waitlist })
    const { numUpdatedRows } = await update
      .where('entry_id', '=', entry_id)
      .where('state', '=', state)
      .executeTakeFirstOrThrow()
    const isSaved = numUpdatedRows === 1n
    const hasMoved = isSaved && before === 'waiting' && waitlist === null && state === 'verified'
    if (hasMoved && subject.status !== 'cancelled' && !hasBegun(subject, now)) {
      await moveUp(transaction, entry_id, now)
    }
  }

  const update = async (subject: Subject, now: Date): Promise<void> => {
    const unnumbered = db
      .selectFrom('review')
      .select('entry_id')
      .where('event', '=', subject.key)
      .where('kind', '=', 'registration')
      .where('arrival', 'is', null)
    const isNumbered = (await unnumbered.limit(1).executeTakeFirst()) === undefined
    if (isNumbered && (await findChanges(db, subject, now)).length === 0) {
      return
    }
    await transact(db, async (transaction) => {
      await drawNumbers(transaction, subject.key)
      for (const change of await findChanges(transaction, subject, now)) {
        await saveChange(transaction, change, subject, now)
      }
    })
  }

  /** An event whose limit was removed may still have a waiting list. */
  const listEvents = async ({ subjects }: Festival): Promise<Subject[]> => {
    const rows = await db
      .selectFrom('review')
      .select('event')
      .distinct()
      .where('waitlist', 'is not', null)
      .execute()
    const withList = new Set(rows.map(({ event }) => event))
    return subjects.filter(({ key, places }) => places !== undefined || withList.has(key))
  }

  const readOpenPlaces = async ({ subjects }: Festival, now: Date) => {
    const open = []
    const filled = []
    for (const { key, places } of subjects) {
      if (places === undefined) {
        continue
      }
      const openPlaces = findOpenPlaces(await readArrivals(db, key, now), places)
      open.push([key, openPlaces] as const)
      const filledAt = openPlaces.level === 'full' ? await readFilledAt(db, key, places) : undefined
      if (filledAt !== undefined) {
        filled.push([key, filledAt] as const)
      }
    }
    return { open: Object.fromEntries(open), filled: Object.fromEntries(filled) }
  }

  return {
    run: async (): Promise<void> => {
      const festival = state.festival()
      for (const subject of await listEvents(festival)) {
        await update(subject, clock())
      }
      const { open, filled } = await readOpenPlaces(festival, clock())
      state.setPlaces(open, filled)
    },
  }
}
