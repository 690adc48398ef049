import type { Slot } from './slot'
import { readSessionId } from './subject'

/** Dropped sessions are kept, so that calendars cancel them and their IDs are never reused. */
interface StoredSession extends Slot {
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
  const knownIds = new Set([...current, ...ofEdition].map(({ id }) => id))
  const active = current.filter(({ dropped }) => !dropped)
  const usedIds = new Set<number>()
  const assignedIds = new Map<StoredSession, number>()

  /** Gives each session without an ID the first unused one of its candidates. */
  const assignIds = (listCandidates: (session: StoredSession) => readonly { id?: number }[]) => {
    for (const session of sessions) {
      const id = listCandidates(session).find((other) => !usedIds.has(other.id ?? -1))?.id
      if (id !== undefined && !assignedIds.has(session)) {
        usedIds.add(id)
        assignedIds.set(session, id)
      }
    }
  }
  assignIds((session) => (knownIds.has(session.id ?? -1) ? [session] : []))
  assignIds(({ label, start }) =>
    active.filter((other) => other.label === label && other.start === start),
  )
  assignIds(({ label }) => active.filter((other) => other.label === label))

  let newestId = Math.max(-1, ...knownIds)
  return sessions.map((session) => {
    const id = assignedIds.get(session) ?? newestId + 1
    newestId = Math.max(newestId, id)
    return { ...session, id }
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
  const usedIds = new Set(identified.map(({ id }) => id))
  const dropped = current
    .filter(({ id }) => !usedIds.has(id))
    .toSorted((left, right) => right.id - left.id)
    .slice(0, maxDropped)
  const all = [...identified, ...dropped.map(drop)]
  return areSameSessions(all, ofEdition) ? null : all
}

const comparedFields = ['id', 'label', 'start', 'end', 'part', 'dropped'] as const

const areSameSessions = (
  left: readonly StoredSession[],
  right: readonly StoredSession[],
): boolean =>
  left.length === right.length &&
  left.every((session, index) =>
    comparedFields.every((field) => session[field] === right[index]?.[field]),
  )
