import { sql, type Transaction } from 'kysely'
import { findSubject } from '../../festival/content/catalogue'
import type { Corrected } from '../../festival/forms/correction'
import { amountDue } from '../../festival/payment/fee'
import { toPaise } from '../../festival/payment/money'
import { entryTables, type Tables } from '../db/schema'
import { type ReviewedEntry, readTeam } from './entry'

interface FieldChanges extends Readonly<Record<string, unknown>> {
  name?: string | undefined
  phone?: string | undefined
  members?: Corrected['members']
}

/** The leader's name and phone have separate columns. */
const changeTeam = (
  { event, coupon, members: before }: ReviewedEntry,
  { name, phone, members }: FieldChanges,
) => {
  const [storedLeader, ...others] = members ?? before
  if (!storedLeader) {
    return {}
  }
  const leader = {
    ...storedLeader,
    name: name ?? storedLeader.name,
    phone: phone ?? storedLeader.phone,
  }
  const team = [leader, ...others]
  const columns = { ...leader, team_members: JSON.stringify(team) }
  const fee = findSubject(event)?.fee
  return fee && team.length !== before.length
    ? { ...columns, amount: amountDue(fee, team.length, coupon !== '') }
    : columns
}

export type Columns = Readonly<Record<string, string | number | null>>

export const toColumns = (entry: ReviewedEntry, changes: FieldChanges): Columns => {
  const team = entry.kind === 'registration' ? changeTeam(entry, changes) : {}
  const isStored = (field: [string, unknown]): field is [string, string | number] =>
    typeof field[1] === 'string' || typeof field[1] === 'number'
  return Object.fromEntries(Object.entries<unknown>({ ...changes, ...team }).filter(isStored))
}

type EntryReference = Pick<ReviewedEntry, 'id' | 'kind'>

export const readColumns = async (
  transaction: Transaction<Tables>,
  { id, kind }: EntryReference,
  names: string[],
) => {
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const query = sql<Columns>`select ${columns} from ${sql.table(entryTables[kind])} where id = ${id}`
  return (await query.execute(transaction)).rows[0] ?? {}
}

export const writeColumns = async (
  transaction: Transaction<Tables>,
  { id, kind }: EntryReference,
  columns: Columns,
) => {
  const set = Object.entries(columns).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  if (set.length > 0) {
    await sql`update ${sql.table(entryTables[kind])} set ${sql.join(set)} where id = ${id}`.execute(
      transaction,
    )
  }
  const { team_members: team, amount } = columns
  if (typeof team === 'string') {
    await transaction
      .updateTable('review')
      .set({ people: readTeam(team).length })
      .$if(typeof amount === 'number', (update) => update.set({ due: toPaise(Number(amount)) }))
      .where('entry_id', '=', id)
      .execute()
  }
}
