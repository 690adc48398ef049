import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import { instantAt, minuteMs } from '../../festival/content/slot'
import {
  describeState,
  emptyState,
  type Festival,
  findForeignKeys,
  hideSubmissionLinks,
  type LiveState,
  withState,
} from '../../festival/live/state'
import { builtFestival, wholeEdition } from '../../festival/live/whole-edition'
import type { OpenPlacesByEvent } from '../../festival/schedule/open-places'
import { readHeartbeat } from '../db/heartbeat'
import type { Db, DbOrTransaction } from '../db/schema'
import type { Clock } from '../system/clock'
import { keepPlaces, readIgnoredEdition } from './last-places'
import { createVersionReader, type Versions } from './versions'

/** How long forms are accepted after closing. */
export const graceMs = 30 * minuteMs

/** How often each process polls for other processes' changes. */
const pollMs = 4_000

interface StoredState extends Omit<Versions, 'faults'> {
  epoch: string
  /** The places that still apply to events whose edition now has fewer. */
  keptPlaces: ReadonlyMap<string, number>
}

const toSnapshot = (stored: StoredState, places: OpenPlacesByEvent) => {
  const [latest] = stored.versions
  const { version = 0, state: saved = emptyState, at } = latest ?? {}
  const state = keepPlaces(saved, stored.keptPlaces)
  const festival = withState(wholeEdition, state, version, at)
  const live = describeState(wholeEdition, hideSubmissionLinks(state), version, stored.epoch)
  live.places = places
  if (at !== undefined) {
    live.changedAt = at
  }
  const body = JSON.stringify(live)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { ...stored, festival, state, live, body, etag }
}

type Snapshot = ReturnType<typeof toSnapshot>

const delayClosing = (festival: Festival): Festival => ({
  ...festival,
  subjects: festival.subjects.map(({ closesAt, ...subject }) =>
    closesAt ? { ...subject, closesAt: instantAt(Date.parse(closesAt) + graceMs) } : subject,
  ),
})

type Log = Pick<Logger, 'error' | 'warn'>

/** Reports only problems of versions that the previous snapshot did not know. */
const reportProblems = (
  log: Log,
  { newest: newestKnown }: Snapshot,
  { newest, live }: Snapshot,
  faults: readonly { version: number; why: string }[],
): void => {
  const served = live.version
  const fallback =
    served === 0 ? 'The site uses the edition as it was built' : `The site uses version ${served}`
  for (const { version, why } of faults) {
    if (version > newestKnown && version > served) {
      log.error(
        `the state of the festival, version ${version}, cannot be used: ${why}. ${fallback}`,
      )
    }
  }
  const foreignKeys = findForeignKeys(wholeEdition, live.state)
  if (foreignKeys.length > 0 && newest > newestKnown) {
    log.warn(
      `the state contains events of another edition, which are ignored: ${foreignKeys.join(', ')}`,
    )
  }
}

export const createFestivalState = ({ db, clock, log }: { db: Db; clock: Clock; log: Log }) => {
  const reader = createVersionReader()
  const findGraceStart = () => new Date(clock().getTime() - graceMs).toISOString()
  const readVersions = (store: DbOrTransaction) => reader(store, findGraceStart())
  let places: OpenPlacesByEvent = {}
  let current = toSnapshot(
    { versions: [], newest: 0, openedEvents: new Set(), epoch: '', keptPlaces: new Map() },
    places,
  )
  let timer: NodeJS.Timeout | undefined
  const listeners = new Set<(live: LiveState) => void>()

  const load = async (): Promise<void> => {
    const { faults, ...stored } = await readVersions(db)
    const epoch = (await readHeartbeat(db))?.epoch ?? ''
    const keptPlaces = await readIgnoredEdition(db)
    const next = toSnapshot({ ...stored, epoch, keptPlaces }, places)
    const previous = current
    reportProblems(log, previous, next, faults)
    show(next, next.etag !== previous.etag)
  }

  /** Pages are rendered again only if `isNews`, so they keep the state that they show. */
  const show = (next: Snapshot, isNews: boolean): void => {
    current = isNews ? next : { ...next, live: current.live }
    if (isNews) {
      for (const listener of listeners) {
        listener(next.live)
      }
    }
  }

  const poll = async (): Promise<void> => {
    const { newest } = await db
      .selectFrom('festival_state')
      .select(({ fn }) => fn.max('version').as('newest'))
      .executeTakeFirstOrThrow()
    if (Number(newest ?? 0) !== current.newest) {
      await load()
    }
  }
  const scheduleNextPoll = () => {
    timer = setTimeout(() => {
      poll()
        .catch((err: unknown) =>
          log.error({ err }, 'the state of the festival could not be read; it will be tried again'),
        )
        .finally(scheduleNextPoll)
    }, pollMs).unref()
  }

  return {
    festival: (): Festival => current.festival,
    snapshot: () => current,
    /** Pages that could not be rendered and still show an earlier state. */
    failedPages: new Set<string>(),
    readVersions,
    setPlaces: (next: OpenPlacesByEvent): void => {
      if (isDeepStrictEqual(next, places)) {
        return
      }
      const isNewLevel = Object.entries({ ...places, ...next }).some(([event, { level, left }]) => {
        const before = places[event]
        // Pages say that places are left, so they must be rendered again when no places are left.
        const isNoneLeft = left === 0
        const wasNoneLeft = before?.left === 0
        return level !== (before?.level ?? 'free') || isNoneLeft !== wasNoneLeft
      })
      places = next
      show(toSnapshot(current, next), isNewLevel)
    },
    findFilledAt: (event: string): string | undefined => places[event]?.filledAt,
    load,
    poll,
    start: async (): Promise<void> => {
      await load()
      scheduleNextPoll()
    },
    stop: () => clearTimeout(timer),
    onChange: (listener: (live: LiveState) => void): void => void listeners.add(listener),
    /** Whether the event was ever open, in the edition or after a change. */
    wasEverOpen: (key: string): boolean =>
      current.openedEvents.has(key) ||
      builtFestival.subjects.some((subject) => subject.key === key && subject.status === 'open'),
    /**
     * The current festival and those replaced in the last half hour, with delayed closing times.
     */
    readRecent: (): readonly Festival[] => {
      const since = findGraceStart()
      const replaced = current.versions.flatMap(({ at }, index) =>
        at > since ? [current.versions[index + 1]?.festival ?? builtFestival] : [],
      )
      return [current.festival, ...replaced].map(delayClosing)
    },
  }
}

export type FestivalState = ReturnType<typeof createFestivalState>
