/**
 * Whether a word may be another one with a slip: the same first letter, and one letter more, less or other, or two
 * neighbouring ones changed places ("senoir"). In a long word there may be two slips, which is for the index to judge.
 */
export const isSlip = (word: string, meant: string): boolean => {
  const length = Math.max(word.length, meant.length)
  if (word[0] !== meant[0]) return false
  if (Math.min(word.length, meant.length) > 7) return true
  let start = 1
  while (start < length && word[start] === meant[start]) start += 1
  let end = 0
  while (end < length - start && word.at(-1 - end) === meant.at(-1 - end)) end += 1
  const isSwapped = word[start] === meant[start + 1] && word[start + 1] === meant[start]
  return length - start - end <= (isSwapped ? 2 : 1)
}
