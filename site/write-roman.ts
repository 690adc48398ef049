const signs: readonly [number, string][] = [
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

/** A plate's number as an atlas prints it: 4 is IV. */
export const writeRoman = (value: number): string => {
  let rest = value
  let text = ''
  for (const [worth, sign] of signs) {
    for (; rest >= worth; rest -= worth) text += sign
  }
  return text
}
