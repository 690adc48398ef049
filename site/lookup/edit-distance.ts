/** How many letters were left out, added, exchanged or swapped with their neighbour (the restricted edit distance). */
export const countSlips = (one: string, other: string): number => {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, place) => place)
  const costAt = (costs: readonly number[], place: number) =>
    costs[place] ?? Number.POSITIVE_INFINITY
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      next.push(
        Math.min(
          costAt(row, to - 1) + (one[at - 1] === other[to - 1] ? 0 : 1),
          costAt(row, to) + 1,
          costAt(next, to - 1) + 1,
          isSwapped ? costAt(before, to - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    before = row
    row = next
  }
  return costAt(row, other.length)
}
