import type { Slot } from './slot'
import { readSessionId } from './subject'

/** Dropped sessions are kept, so that calendars cancel them and their IDs are never reused. */
export interface StoredSession extends Slot {
  dropped?: true
}

/** Maximum per subject. Those with the highest IDs are kept. */
const maxDropped = 12

interface IdentifiedSession extends StoredSession {
  id: number
}

const withIds = (sessions: readonly StoredSession[]): IdentifiedSession[] =>
  sessions.map((session, index) => ({ ...session, id: readSessionId(session, index) }))

const drop = (session: IdentifiedSession): IdentifiedSession => ({ ...session, dropped: true })

const identifySessions = (
  sessions: readonly StoredSession[],
  current: readonly IdentifiedSession[],
  ofEdition: readonly IdentifiedSession[],
): IdentifiedSession[] => {
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
  const findPresent = (isSame: (other: Slot) => boolean): number | undefined =>
    present.find((other) => !taken.has(other.id) && isSame(other))?.id

  for (const session of sessions) {
    if (session.id !== undefined && known.has(session.id)) {
      take(session, session.id)
    }
  }
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
  return sessions.map((session) => {
    const id = assigned.get(session)
    if (id !== undefined) {
      return { ...session, id }
    }
    newest += 1
    return { ...session, id: newest }
  })
}

interface Planned {
  slots: readonly Slot[]
  dropped?: readonly Slot[]
}

/**
 * A session without an ID takes that of the current session with the same name and time, or else
 * the same name, or else an unused ID. Current sessions missing from the save are kept as dropped.
 * @param wanted null for the sessions of the edition
 * @returns null if the edition already has exactly these sessions
 */
export const assignSessionIds = (
  planned: Planned,
  stored: readonly StoredSession[] | undefined,
  wanted: readonly StoredSession[] | null,
): readonly StoredSession[] | null => {
  const ofEdition = [...withIds(planned.slots), ...withIds(planned.dropped ?? []).map(drop)]
  const current = stored ? withIds(stored) : ofEdition
  const editionIds = new Set(ofEdition.map(({ id }) => id))
  if (wanted === null && current.every(({ id }) => editionIds.has(id))) {
    return null
  }

  const sessions = (wanted ?? withIds(planned.slots)).filter(({ dropped }) => !dropped)
  const identified = identifySessions(sessions, current, ofEdition)
  const taken = new Set(identified.map(({ id }) => id))
  const dropped = current
    .filter(({ id }) => !taken.has(id))
    .toSorted((left, right) => right.id - left.id)
    .slice(0, maxDropped)
  const all = [...identified, ...dropped.map(drop)]
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
