/**
 * Returns the restricted edit distance: the number of letters that were omitted, added, replaced or
 * swapped with a neighbour.
 */
export const countSlips = (word: string, meant: string): number => {
  let previousRow: number[] = []
  let row = Array.from({ length: meant.length + 1 }, (_, place) => place)
  const costAt = (costs: readonly number[], place: number) =>
    costs[place] ?? Number.POSITIVE_INFINITY
  for (let at = 1; at <= word.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= meant.length; to += 1) {
      const isEqual = word[at - 1] === meant[to - 1]
      const isSwapped = word[at - 1] === meant[to - 2] && word[at - 2] === meant[to - 1]
      const replaced = costAt(row, to - 1) + Number(!isEqual)
      const swapped = isSwapped ? costAt(previousRow, to - 2) + 1 : Number.POSITIVE_INFINITY
      next.push(Math.min(replaced, costAt(row, to) + 1, costAt(next, to - 1) + 1, swapped))
    }
    previousRow = row
    row = next
  }
  return costAt(row, meant.length)
}
