import type { Selectable } from 'kysely'
import type { Paise } from '../../festival/payment/money'

/** SQL that both engines accept. `of` only carries the type. */
export interface Column<Value> {
  sql: string
  of?: () => Value
}

export type TableOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never
}

export type RowOf<Columns> = Selectable<TableOf<Columns>>

export const column = <Value>(sql: string): Column<Value> => ({ sql })

export const textColumn = <Value extends string>() => column<Value>('text not null')

export const key = column<string>('text primary key')
export const text = column<string>('text not null')
export const textOrNull = column<string | null>('text')
/** For columns that were added later. Earlier rows have an empty text. */
export const textOrEmpty = column<string>("text not null default ''")
export const integer = column<number>('integer not null')
export const integerOrNull = column<number | null>('integer')
export const paise = column<Paise>('bigint not null')
