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

/** So many saves are looked at: of these the history tells, and what a change replaced half an hour ago is among them. */
const mostRead = 200

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
  const festival = withState(wholeEdition, parsed.output, version, at)
  const [fault] = checkEdition(festival)
  if (fault) return `it contradicts this edition: ${fault.words}`
  return {
    ...{ version, organiser, at, festival },
    state: parsed.output,
    changes: v.parse(changesSchema, readJson(changes)),
  }
}

/**
 * Reads the saves: those that can serve, the newest first, and those that cannot. Rows never change and checking one takes 20 ms, so each
 * is checked once.
 */
export const createVersionReader = () => {
  let known: { version: number; read: Version | string }[] = []
  const newest = () => known[0]?.version ?? 0
  return async (db: DbOrTransaction) => {
    const query = db.selectFrom('festival_state').selectAll().where('version', '>', newest())
    const rows = await query.orderBy('version', 'desc').limit(mostRead).execute()
    // Another reader may have been quicker.
    const added = rows.filter(({ version }) => version > newest())
    known = [...added.map((row) => ({ version: row.version, read: readVersion(row) })), ...known].slice(0, mostRead)
    return {
      /** Of the newest row, whether it can be read or not; 0 where there is none. */
      newest: newest(),
      versions: known.flatMap(({ read }) => (typeof read === 'string' ? [] : [read])),
      faults: known.flatMap(({ version, read }) => (typeof read === 'string' ? [{ version, why: read }] : [])),
    }
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
