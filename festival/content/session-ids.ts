import type { Slot } from './slot'
import { readSessionId } from './subject'

/** A session as a state stores it. One that was dropped stays, so that calendars learn of it and its ID is not given again. */
export interface StoredSession extends Slot {
  dropped?: true
}

/** So many dropped sessions of one subject are kept, those with the highest IDs. */
const maxDropped = 12

const withIds = (sessions: readonly StoredSession[]): (StoredSession & { id: number })[] =>
  sessions.map((session, index) => ({ ...session, id: readSessionId(session, index) }))

interface Planned {
  slots: readonly Slot[]
  dropped?: readonly Slot[]
}

/**
 * Gives each session of a save the ID by which calendars know it. A session without an ID keeps that of the present session at the
 * same time under the same name, else of one under the same name; any other is new, with an ID that was never used. Sessions that are
 * no longer wanted are kept as dropped.
 * @param wanted null for the sessions as the edition has them
 * @returns null where the edition alone says it all
 */
export const assignSessionIds = (
  planned: Planned,
  stored: readonly StoredSession[] | undefined,
  wanted: readonly StoredSession[] | null,
): readonly StoredSession[] | null => {
  const ofEdition = [
    ...withIds(planned.slots),
    ...withIds(planned.dropped ?? []).map((session) => ({ ...session, dropped: true as const })),
  ]
  const current = stored ? withIds(stored) : ofEdition
  const editionIds = new Set(ofEdition.map(({ id }) => id))
  if (wanted === null && current.every(({ id }) => editionIds.has(id))) {
    return null
  }

  const known = new Set([...current, ...ofEdition].map(({ id }) => id))
  const present = current.filter(({ dropped }) => !dropped)
  const taken = new Set<number>()
  const assigned = new Map<StoredSession, number>()
  const take = (session: StoredSession, id: number | undefined): void => {
    if (id === undefined || taken.has(id) || assigned.has(session)) {
      return
    }
    taken.add(id)
    assigned.set(session, id)
  }
  const sessions = (wanted ?? withIds(planned.slots)).filter(({ dropped }) => !dropped)
  for (const session of sessions) {
    if (session.id !== undefined && known.has(session.id)) {
      take(session, session.id)
    }
  }
  const findPresent = (isSame: (other: Slot) => boolean): number | undefined =>
    present.find((other) => !taken.has(other.id) && isSame(other))?.id
  for (const session of sessions) {
    take(
      session,
      findPresent(({ label, start }) => label === session.label && start === session.start),
    )
  }
  for (const session of sessions) {
    take(
      session,
      findPresent(({ label }) => label === session.label),
    )
  }
  let newest = Math.max(-1, ...known)
  for (const session of sessions) {
    if (assigned.has(session)) {
      continue
    }
    newest += 1
    take(session, newest)
  }
  const dropped = current
    .filter(({ id }) => !taken.has(id))
    .toSorted((left, right) => right.id - left.id)
    .slice(0, maxDropped)
  const all = [
    ...sessions.map((session) => ({ ...session, id: assigned.get(session) ?? newest })),
    ...dropped.map((session) => ({ ...session, dropped: true as const })),
  ]
  return areSameSessions(all, ofEdition) ? null : all
}

const areSameSessions = (
  left: readonly StoredSession[],
  right: readonly StoredSession[],
): boolean =>
  left.length === right.length &&
  left.every((session, index) => {
    const other = right[index]
    return (
      other !== undefined &&
      session.id === other.id &&
      session.start === other.start &&
      session.end === other.end &&
      session.label === other.label &&
      session.dropped === other.dropped
    )
  })
