import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import type { StateChange, StateSave } from '../../festival/contract/festival'
import { checkEdition } from '../../festival/live/check-edition'
import { type Festival, type State, type SubjectField, withState } from '../../festival/live/state'
import { fieldSchemas, noticeSchema, stateSchema } from '../../festival/live/state-schema'
import { wholeEdition } from '../../festival/live/whole-edition'
import type { FestivalStateRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

const fieldChange = <Field extends SubjectField>(field: Field) => {
  const value = v.nullable(fieldSchemas[field])
  return v.object({ event: v.string(), field: v.literal(field), before: value, after: value })
}

const changeSchema = v.variant('field', [
  fieldChange('status'),
  fieldChange('closesAt'),
  fieldChange('sessions'),
  fieldChange('place'),
  fieldChange('note'),
  fieldChange('incharges'),
  fieldChange('passRequired'),
  fieldChange('submissionLink'),
  fieldChange('places'),
  v.object({
    event: v.null(),
    field: v.literal('notice'),
    before: v.nullable(noticeSchema),
    after: v.nullable(noticeSchema),
  }),
])

/** The most saves in memory and in the history. */
export const maxListed = 200

export interface Version extends Omit<StateSave, 'isCurrent'> {
  state: State
  festival: Festival
}

type StoredVersion = { version: number; save: Version } | { version: number; fault: string }

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Leaves out changes that this version cannot read. */
const parseChanges = (json: string): StateChange[] => {
  const stored = readJson(json)
  if (!Array.isArray(stored)) {
    return []
  }
  return stored.filter((change) => v.is(changeSchema, change))
}

/** Rows that are damaged, from a newer version or in conflict with this edition are faults. */
const readVersion = ({
  version,
  json,
  changes,
  organiser,
  at,
}: FestivalStateRow): StoredVersion => {
  const parsed = v.safeParse(stateSchema, readJson(json))
  if (!parsed.success) {
    return { version, fault: 'it is damaged, or a newer version of this program wrote it' }
  }
  const state = parsed.output
  const festival = withState(wholeEdition, state, version, at)
  const [contradiction] = checkEdition(festival)
  if (contradiction) {
    return { version, fault: `it contradicts this edition: ${contradiction.words}` }
  }
  const save = { version, organiser, at, festival, state, changes: parseChanges(changes) }
  return { version, save }
}

export interface Versions {
  /** Includes unreadable rows. 0 if there are no rows. */
  newest: number
  /** The newest version comes first. */
  versions: Version[]
  faults: { version: number; why: string }[]
  /** Includes events that were opened in saves no longer in memory. */
  openedEvents: ReadonlySet<string>
}

const toVersions = (
  stored: readonly StoredVersion[],
  openedEvents: ReadonlySet<string>,
): Versions => ({
  newest: stored[0]?.version ?? 0,
  versions: stored.flatMap((row) => ('save' in row ? [row.save] : [])),
  faults: stored.flatMap((row) =>
    'fault' in row ? [{ version: row.version, why: row.fault }] : [],
  ),
  openedEvents,
})

/** Returns 0 if there is none. */
const findNewestVersion = async (db: DbOrTransaction, until?: string): Promise<number> => {
  const row = await db
    .selectFrom('festival_state')
    .select('version')
    .$if(until !== undefined, (all) => all.where('at', '<=', until ?? ''))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.version ?? 0
}

const findOpenedEvents = async (db: DbOrTransaction, after: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('festival_state')
    .select('changes')
    .where('version', '>', after)
    .where('changes', 'like', '%"after":"open"%')
    .execute()
  return rows
    .flatMap(({ changes }) => parseChanges(changes))
    .flatMap(({ event, field, after }) =>
      event !== null && field === 'status' && after === 'open' ? [event] : [],
    )
}

/**
 * Reads the newest `maxListed` versions and all of the grace period. Checking a version takes
 * 20 ms, so committed ones are cached. Versions read in a transaction may never be committed.
 */
export const createVersionReader = () => {
  let cached: readonly StoredVersion[] = []
  let openedEvents: ReadonlySet<string> = new Set()
  /** @param since the start of the period whose replaced states are needed */
  return async (db: DbOrTransaction, since: string): Promise<Versions> => {
    const findNewestCached = () => cached[0]?.version ?? 0
    const newestCached = findNewestCached()
    const oldestNeeded = Math.min(
      (await findNewestVersion(db)) - maxListed + 1,
      await findNewestVersion(db, since),
    )
    const rows = await db
      .selectFrom('festival_state')
      .selectAll()
      .where('version', '>=', Math.max(oldestNeeded, newestCached + 1))
      .orderBy('version', 'desc')
      .execute()
    const newlyOpened = await findOpenedEvents(db, newestCached)
    // A concurrent call may have cached some of these rows since.
    const added = rows.filter(({ version }) => version > findNewestCached()).map(readVersion)
    const stored = [...added, ...cached].filter(({ version }) => version >= oldestNeeded)
    const opened = new Set([...openedEvents, ...newlyOpened])
    if (!db.isTransaction) {
      cached = stored
      openedEvents = opened
    }
    return toVersions(stored, opened)
  }
}

export const readChanges = async (
  db: DbOrTransaction,
  version: number,
): Promise<StateChange[] | undefined> => {
  const row = await db
    .selectFrom('festival_state')
    .select('changes')
    .where('version', '=', version)
    .executeTakeFirst()
  return row && parseChanges(row.changes)
}

type ChangedField = Pick<StateChange, 'event' | 'field'>

/** Returns null if the edition has no value for the field. */
const readEditionValue = ({ event, field }: ChangedField): StateChange['after'] => {
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

/** The history shows the edition's values, for example the hours from which a session moved. */
export const fillEditionValues = (change: StateChange): StateChange => {
  const before = change.before ?? readEditionValue(change)
  const after = change.after ?? readEditionValue(change)
  // TypeScript cannot tell that both values belong to the field of the change.
  return { ...change, before, after } as StateChange
}

/** Returns null if the value of the edition applies. */
export const readField = (state: State, { event, field }: ChangedField): StateChange['after'] => {
  if (field === 'notice') {
    return state.notice ?? null
  }
  return (event === null ? undefined : state.subjects[event]?.[field]) ?? null
}

/** Also true if the edition has the value and no save has changed it. */
export const isAlreadyInEffect = (state: State, change: StateChange): boolean => {
  const value = readField(state, change)
  if (value !== null || change.after === null) {
    return isDeepStrictEqual(value, change.after)
  }
  return isDeepStrictEqual(readEditionValue(change), change.after)
}

const setField = <Fields extends object, Field extends keyof Fields>(
  fields: Fields,
  field: Field,
  value: Fields[Field] | null,
): void => {
  if (value === null) {
    delete fields[field]
  } else {
    fields[field] = value
  }
}

export const applyChanges = (state: State, changes: readonly StateChange[]): State => {
  const next = structuredClone(state)
  for (const change of changes) {
    if (change.field === 'notice') {
      setField(next, 'notice', change.after)
      continue
    }
    const fields = next.subjects[change.event] ?? {}
    setField(fields, change.field, change.after)
    if (Object.keys(fields).length > 0) {
      next.subjects[change.event] = fields
    } else {
      delete next.subjects[change.event]
    }
  }
  return next
}
