/** The domains of the mailboxes that most people in India have. */
const common = [
  'gmail.com',
  'yahoo.com',
  'yahoo.co.in',
  'yahoo.in',
  'outlook.com',
  'hotmail.com',
  'rediffmail.com',
  'icloud.com',
  'live.com',
]

/** Domains that are close to one of those, and are meant all the same. */
const others = [
  'googlemail.com',
  'mail.com',
  'email.com',
  'ymail.com',
  'gmx.com',
  'outlook.in',
  'hotmail.co.in',
  'live.in',
  'me.com',
  'mac.com',
  'zoho.com',
]

/** How many letters were left out, added, exchanged or swapped with their neighbour (the restricted edit distance). */
const countSlips = (one: string, other: string): number => {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    const line = [row]
    rows.push(line)
    for (let column = 1; column <= other.length; column += 1) {
      const [letter, meant] = [one[row - 1], other[column - 1]]
      const isSwapped = row > 1 && column > 1 && letter === other[column - 2] && one[row - 2] === meant
      line.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (letter === meant ? 0 : 1),
          isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(one.length, other.length)
}

/** The longest domain that is looked at: the work grows with its length times that of each common one. */
const longest = 20

/**
 * The address that was probably meant, where the domain is one or two slips away from a common one; undefined for any
 * other (behaviour 5.46).
 */
export const suggestAddress = (typed: string): string | undefined => {
  const address = typed.trim()
  const at = address.lastIndexOf('@')
  const domain = address.slice(at + 1).toLowerCase()
  if (at < 1 || domain.length > longest || common.includes(domain) || others.includes(domain)) return undefined
  const [nearest] = common
    .map((meant) => ({ meant, slips: countSlips(domain, meant) }))
    .sort((one, other) => one.slips - other.slips)
  return nearest && nearest.slips <= 2 ? `${address.slice(0, at)}@${nearest.meant}` : undefined
}
