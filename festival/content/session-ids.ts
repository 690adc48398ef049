import type { Slot } from './slot'
import { readSessionId } from './subject'

/** Dropped sessions stay, so that calendars cancel them and their IDs are not used again. */
export interface StoredSession extends Slot {
  dropped?: true
}

/** Per subject. The highest IDs are kept. */
const maxDropped = 12

const withIds = (sessions: readonly StoredSession[]): (StoredSession & { id: number })[] =>
  sessions.map((session, index) => ({ ...session, id: readSessionId(session, index) }))

interface Planned {
  slots: readonly Slot[]
  dropped?: readonly Slot[]
}

/**
 * A session without an ID takes the ID of the present session with the same name and time, or else
 * with the same name, or else an unused ID. Present sessions missing from the save are kept as
 * dropped.
 * @param wanted null for the sessions of the edition
 * @returns null if the edition already has exactly these sessions
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
