import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { StateChange, StateSave } from '../../festival/contract/festival'
import { checkEdition } from '../../festival/live/check-edition'
import { emptyState, type Festival, type State, withState } from '../../festival/live/state'
import { stateSchema, subjectFieldSchema } from '../../festival/live/state-schema'
import { wholeEdition } from '../../festival/live/whole-edition'
import type { FestivalStateRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

const field = v.union([subjectFieldSchema, v.literal('notice')])
/** What a damaged row did is not told. */
const changesSchema = v.fallback(
  v.array(
    v.object({ event: v.nullable(v.string()), field, before: v.unknown(), after: v.unknown() }),
  ),
  [],
)

/** The newest saves that a process keeps in memory, and that the history lists. */
export const maxListed = 200

/** A save whose state this version of the program can read, over this edition. */
export interface Version extends Omit<StateSave, 'isCurrent'> {
  state: State
  festival: Festival
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What a row holds, or why it cannot serve: damaged, of a newer version, or against this edition. */
const readVersion = ({
  version,
  json,
  changes,
  organiser,
  at,
}: FestivalStateRow): Version | string => {
  const parsed = v.safeParse(stateSchema, readJson(json))
  if (!parsed.success) {
    return 'it is damaged, or a newer version of this program wrote it'
  }
  const festival = withState(wholeEdition, parsed.output, version, at)
  const [fault] = checkEdition(festival)
  if (fault) {
    return `it contradicts this edition: ${fault.words}`
  }
  return {
    ...{ version, organiser, at, festival },
    state: parsed.output,
    changes: v.parse(changesSchema, readJson(changes)),
  }
}

interface ReadRow {
  version: number
  read: Version | string
}

const describeVersions = (rows: readonly ReadRow[], openedEvents: ReadonlySet<string>) => ({
  /** The number of the newest row, readable or not; 0 without any row. */
  newest: rows[0]?.version ?? 0,
  /** The readable saves, newest first. */
  versions: rows.flatMap(({ read }) => (typeof read === 'string' ? [] : [read])),
  faults: rows.flatMap(({ version, read }) =>
    typeof read === 'string' ? [{ version, why: read }] : [],
  ),
  /** The events that any save opened, including saves that are no longer in memory. */
  openedEvents,
})

/** The newest version that was saved before this moment. */
const findVersionBefore = async (db: DbOrTransaction, moment: string): Promise<number> => {
  const row = await db
    .selectFrom('festival_state')
    .select('version')
    .where('at', '<=', moment)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

const findNewest = async (db: DbOrTransaction): Promise<number> => {
  const row = await db
    .selectFrom('festival_state')
    .select('version')
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

/** The events that the saves after this version opened. */
const findOpenedEvents = async (db: DbOrTransaction, after: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('festival_state')
    .select('changes')
    .where('version', '>', after)
    .where('changes', 'like', '%"after":"open"%')
    .execute()
  return rows
    .flatMap(({ changes }) => v.parse(changesSchema, readJson(changes)))
    .flatMap(({ event, field, after }) =>
      event !== null && field === 'status' && after === 'open' ? [event] : [],
    )
}

/**
 * Reads the newest saves, at least `mostListed` and those of the grace period. Checking a row takes 20 ms and rows never change, so
 * committed rows are checked once and kept. Rows that a transaction reads may never be committed (on SQLite it also sees its
 * neighbours in the batch), so those are not kept.
 */
export const createVersionReader = () => {
  let known: readonly ReadRow[] = []
  let openedEvents: ReadonlySet<string> = new Set()
  /** @param since from when on the replaced states are needed */
  return async (db: DbOrTransaction, since: string) => {
    const newestKnown = known[0]?.version ?? 0
    // The state before the first save of the grace period is needed, too.
    const oldest = Math.min(
      (await findNewest(db)) - maxListed + 1,
      await findVersionBefore(db, since),
    )
    const rows = await db
      .selectFrom('festival_state')
      .selectAll()
      .where('version', '>', newestKnown)
      .where('version', '>=', oldest)
      .orderBy('version', 'desc')
      .execute()
    const opened = new Set([...openedEvents, ...(await findOpenedEvents(db, newestKnown))])
    const readRows = rows.map((row) => ({ version: row.version, read: readVersion(row) }))
    const isKept = ({ version }: ReadRow) => version >= oldest
    if (db.isTransaction) {
      return describeVersions([...readRows, ...known].filter(isKept), opened)
    }
    // Another reader may have been quicker.
    const added = readRows.filter(({ version }) => version > (known[0]?.version ?? 0))
    known = [...added, ...known].filter(isKept)
    openedEvents = new Set([...openedEvents, ...opened])
    return describeVersions(known, openedEvents)
  }
}

/** What one save changed, however long ago; undefined where there is no such save. */
export const readChanges = async (
  db: DbOrTransaction,
  version: number,
): Promise<StateChange[] | undefined> => {
  const row = await db
    .selectFrom('festival_state')
    .select('changes')
    .where('version', '=', version)
    .executeTakeFirst()
  return row && v.parse(changesSchema, readJson(row.changes))
}

/** The value that the edition has for a field; null where it has none. */
const readEditionValue = ({ event, field }: Pick<StateChange, 'event' | 'field'>): unknown => {
  const subject = wholeEdition.subjects.find(({ key }) => key === event)
  if (!subject || event === null) {
    return null
  }
  const details = wholeEdition.eventDetails[event] ?? wholeEdition.workshopDetails[event]
  switch (field) {
    case 'sessions':
      return subject.slots
    case 'incharges':
      return details?.incharges ?? null
    case 'notice':
      return null
    default:
      return subject[field] ?? null
  }
}

/** Whether a field has this value already: in the state, or in the edition where the state does not name it. */
export const hasValue = (
  state: State,
  { event, field, after }: Omit<StateChange, 'before'>,
): boolean => {
  const own = readField(state, { event, field })
  if (own !== null || after === null) {
    return isDeepStrictEqual(own, after)
  }
  return isDeepStrictEqual(readEditionValue({ event, field }), after)
}

/** What stands in a state under a change's name; null where it is as the edition has it. */
export const readField = (
  state: State,
  { event, field }: Pick<StateChange, 'event' | 'field'>,
): unknown =>
  (event === null ? state.notice : Reflect.get(state.subjects[event] ?? {}, field)) ?? null

/** A state with these values in it; it is checked by whoever takes it. */
export const writeFields = (
  state: State,
  changes: readonly Omit<StateChange, 'before'>[],
): unknown => {
  const { notice, subjects } = structuredClone(state ?? emptyState)
  const next: Record<string, unknown> = { ...(notice ? { notice } : {}), subjects }
  for (const { event, field, after } of changes) {
    const target: Record<string, unknown> = event === null ? next : (subjects[event] ?? {})
    if (after === null) {
      delete target[field]
    } else {
      target[field] = after
    }
    if (event !== null) {
      Object.assign(subjects, { [event]: target })
    }
    if (event !== null && Object.keys(target).length === 0) {
      delete subjects[event]
    }
  }
  return next
}
