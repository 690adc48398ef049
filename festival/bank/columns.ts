import * as v from 'valibot'
import { normaliseName } from './cells'

export const maxColumns = 60
export const allColumns = [...Array(maxColumns).keys()]

const index = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maxColumns))

/** Columns are counted from 0. */
export const columnsSchema = v.object({
  day: index,
  money: v.variant('kind', [
    v.object({ kind: v.literal('two columns'), debit: index, credit: index }),
    v.object({ kind: v.literal('with side'), amount: index, side: index }),
    /** One amount with a sign, `Cr` or `Dr`. An amount without any of these is a credit. */
    v.object({ kind: v.literal('one column'), amount: index }),
  ]),
  balance: v.optional(index),
  /** The column that contains `DR` if the account is overdrawn. */
  balanceSide: v.optional(index),
  /**
   * Columns with the payment states of a report, such as "SUCCESS" or "REFUND". Only payments that
   * were clearly received count.
   */
  states: v.optional(v.pipe(v.array(index), v.maxLength(60)), []),
  /**
   * Columns with the refunds of a report. A cell contains an amount, or any word except "no" for a
   * full refund.
   */
  refunds: v.optional(v.pipe(v.array(index), v.maxLength(60))),
  /** An organiser's answer: the word that means "received", and its column. */
  received: v.optional(v.object({ column: index, word: v.pipe(v.string(), v.maxLength(40)) })),
  /** All columns that an organiser was asked about. */
  asked: v.optional(v.pipe(v.array(index), v.maxLength(60))),
  /** Whether the amounts are in paise; undefined if the file makes this clear. */
  isPaise: v.optional(v.boolean()),
  /** The payer's note. Defaults to the unassigned column with the most letters. */
  text: v.optional(index),
})

export type Columns = v.InferOutput<typeof columnsSchema>

export const headerKey = (header: readonly string[]): string =>
  header.map(normaliseName).join(' ').trim()

export const listAmountColumns = ({ money }: Columns): number[] =>
  money.kind === 'two columns' ? [money.debit, money.credit] : [money.amount]
