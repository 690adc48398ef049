import type { Selectable } from 'kysely'
import type { Paise } from '../../festival/payment/money'

/** A column as SQL writes it, the same for both engines; what its values are, only the compiler sees. */
export interface Column<Value> {
  sql: string
  of?: () => Value
}

/** The rows of a table with these columns, as queries take and give them. */
export type TableOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Value> ? Value : never
}

export type RowOf<Columns> = Selectable<TableOf<Columns>>

/** A column of any type; `sql` also says whether it may be empty, and what stands in it where nothing was given. */
export const column = <Value>(sql: string): Column<Value> => ({ sql })

export const textColumn = <Value extends string>() => column<Value>('text not null')

/** What tells the rows of a table apart. */
export const key = column<string>('text primary key')
export const text = column<string>('text not null')
export const textOrNull = column<string | null>('text')
/** A text that rows of before the column have not. */
export const textOrEmpty = column<string>("text not null default ''")
export const integer = column<number>('integer not null')
export const integerOrNull = column<number | null>('integer')
export const paise = column<Paise>('bigint not null')
