import * as v from 'valibot'

const name = v.pipe(v.string(), v.minLength(1), v.maxLength(80))

/** A column by its name in the header row, or by several where downloads of one bank differ; the first that stands counts. */
const column = v.pipe(v.array(name), v.minLength(1), v.maxLength(12))

/** Where the money of a row stands. */
const money = v.variant('kind', [
  /** A column for what goes and one for what comes. */
  v.object({ kind: v.literal('two columns'), debit: column, credit: column }),
  /** One amount, and a column that says `CR` or `DR`. */
  v.object({ kind: v.literal('with direction'), amount: column, direction: column }),
  /** One amount that is always received: a merchant app's report. Its type says which were given back. */
  v.object({ kind: v.literal('received'), amount: column, type: v.optional(column) }),
])

/** How a bank's file is laid out: data that an organiser can make and change, never code (behaviour 15.3). */
export const layoutSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  /** As the desk shows it: "SBI". */
  name,
  day: column,
  narration: column,
  money,
  /** The column that holds the payment number itself; left out where a bank prints a number of its own there. */
  reference: v.optional(column),
  balance: v.optional(column),
  /** Says of the balance whether it is owed (`DR`). */
  balanceDirection: v.optional(column),
  /** Names that stand in the header row besides, and tell this layout from its neighbours. */
  besides: v.optional(v.array(name)),
  /** Where this column stands, a row counts only if it holds one of these words: `SUCCESS`. */
  only: v.optional(v.object({ column, words: v.array(name) })),
  /** How many characters of the payer's note the bank prints, where that is known. */
  noteKept: v.optional(v.number()),
})

export type Layout = v.InferOutput<typeof layoutSchema>

/** A column's name as it is compared: small letters and digits, so that blanks, dots and a dropped `\n` mean nothing. */
export const plainName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The names of a header row as they are compared; the second of two equal names gets a 2: Kotak has `Dr / Cr` twice. */
export const plainNames = (cells: readonly string[]): string[] => {
  const seen = new Map<string, number>()
  return cells.map((cell) => {
    const plain = plainName(cell)
    const count = (seen.get(plain) ?? 0) + 1
    seen.set(plain, count)
    return plain === '' || count === 1 ? plain : `${plain}${count}`
  })
}

/** What an organiser's own layout is remembered by: the set of its header row's names, whatever their order. */
export const layoutKey = (header: readonly string[]): string =>
  plainNames(header)
    .filter((plain) => plain !== '')
    .sort()
    .join(' ')
