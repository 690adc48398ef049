import * as v from 'valibot'
import { checkEdition } from '../../festival/check-edition'
import type { StateChange, StateSave } from '../../festival/desk/festival'
import { emptyState, type Festival, type State, withState } from '../../festival/state'
import { stateSchema, subjectFieldSchema } from '../../festival/state-schema'
import { wholeEdition } from '../../festival/whole-edition'
import type { FestivalStateRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

const field = v.union([subjectFieldSchema, v.literal('notice')])
/** What a damaged row did is not told. */
const changesSchema = v.fallback(
  v.array(v.object({ event: v.nullable(v.string()), field, before: v.unknown(), after: v.unknown() })),
  [],
)

/** The newest saves that a process keeps in memory, and that the history lists. */
export const mostListed = 200

/** A save whose state this version of the program can read, over this edition. */
export interface Version extends Omit<StateSave, 'stands'> {
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
const readVersion = ({ version, json, changes, organiser, at }: FestivalStateRow): Version | string => {
  const parsed = v.safeParse(stateSchema, readJson(json))
  if (!parsed.success) return 'it is damaged, or a newer version of this program wrote it'
  const festival = withState(wholeEdition, parsed.output, version)
  const [fault] = checkEdition(festival)
  if (fault) return `it contradicts this edition: ${fault.words}`
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

const describeVersions = (rows: readonly ReadRow[]) => ({
  /** The number of the newest row, readable or not; 0 without any row. */
  newest: rows[0]?.version ?? 0,
  /** The readable saves, newest first. */
  versions: rows.flatMap(({ read }) => (typeof read === 'string' ? [] : [read])),
  faults: rows.flatMap(({ version, read }) => (typeof read === 'string' ? [{ version, why: read }] : [])),
})

/**
 * Reads the newest saves. Checking a row takes 20 ms and rows never change, so committed rows are checked once and kept. Rows that a
 * transaction reads may never be committed (on SQLite it also sees its neighbours in the batch), so those are not kept.
 */
export const createVersionReader = () => {
  let known: readonly ReadRow[] = []
  return async (db: DbOrTransaction) => {
    const query = db
      .selectFrom('festival_state')
      .selectAll()
      .where('version', '>', known[0]?.version ?? 0)
    const rows = await query.orderBy('version', 'desc').limit(mostListed).execute()
    // Another reader may have been quicker.
    const newestKnown = known[0]?.version ?? 0
    const added = rows.filter(({ version }) => version > newestKnown)
    const all = [...added.map((row) => ({ version: row.version, read: readVersion(row) })), ...known]
    if (!db.isTransaction) known = all.slice(0, mostListed)
    return describeVersions(all)
  }
}

/** What stands in a state under a change's name; null where it is as the edition has it. */
export const readField = (state: State, { event, field }: Pick<StateChange, 'event' | 'field'>): unknown =>
  (event === null ? state.notice : Reflect.get(state.subjects[event] ?? {}, field)) ?? null

/** A state with these values in it; it is checked by whoever takes it. */
export const writeFields = (state: State, changes: readonly Omit<StateChange, 'before'>[]): unknown => {
  const { notice, subjects } = structuredClone(state ?? emptyState)
  const next: Record<string, unknown> = { ...(notice ? { notice } : {}), subjects }
  for (const { event, field, after } of changes) {
    const target: Record<string, unknown> = event === null ? next : (subjects[event] ?? {})
    if (after === null) delete target[field]
    else target[field] = after
    if (event !== null) Object.assign(subjects, { [event]: target })
    if (event !== null && Object.keys(target).length === 0) delete subjects[event]
  }
  return next
}
