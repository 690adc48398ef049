import * as v from 'valibot'
import { checkEdition } from '../../festival/check-edition'
import type { StateChange, StateSave } from '../../festival/desk/festival'
import { emptyState, type Festival, type State, withState } from '../../festival/state'
import { stateSchema } from '../../festival/state-schema'
import { wholeEdition } from '../../festival/whole-edition'
import type { FestivalStateRow } from '../db/desk-schema'
import type { DbOrTransaction } from '../db/schema'

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
  const festival = withState(wholeEdition, parsed.output, version)
  const [fault] = checkEdition(festival)
  if (fault) return `it contradicts this edition: ${fault.words}`
  const list = readJson(changes)
  return {
    ...{ version, organiser, at, festival },
    state: parsed.output,
    changes: Array.isArray(list) ? (list as StateChange[]) : [],
  }
}

/** The saves that can be read, the newest first, and those that cannot. */
export const readVersions = async (db: DbOrTransaction) => {
  const query = db.selectFrom('festival_state').selectAll().orderBy('version', 'desc').limit(mostRead)
  const rows = (await query.execute()).map((row) => ({ version: row.version, read: readVersion(row) }))
  return {
    /** Of the newest row, whether it can be read or not; 0 where there is none. */
    newest: rows[0]?.version ?? 0,
    versions: rows.flatMap(({ read }) => (typeof read === 'string' ? [] : [read])),
    faults: rows.flatMap(({ version, read }) => (typeof read === 'string' ? [{ version, why: read }] : [])),
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
  }
  return next
}
