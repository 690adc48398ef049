/** A variable that looks like a setting and is none, and the setting that is meant, perhaps. */
export interface UnknownSetting {
  name: string
  meant: string | undefined
}

/** How many letters must be put in, taken out or exchanged to make the one of the other. */
const distanceOf = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (let place = 1; place <= other.length; place += 1) {
      const exchanged = (row[place - 1] ?? 0) + (letter === other[place - 1] ? 0 : 1)
      next.push(Math.min(exchanged, (row[place] ?? 0) + 1, (next[place - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** Words that no other program's settings begin with, where ours run. */
const isOurs = /^(?:ACCEPT|COUPON|EMAILJS|IMAGE_HOST|LIMIT|MAIL|METRICS|ORGANI[SZ]ERS?|PROOFS|S3|SMTP)_/

const nearest = (name: string, known: readonly string[]): string | undefined => {
  const [best] = known

    .map((other) => ({ other, distance: distanceOf(name.toUpperCase(), other) }))
    .toSorted((one, other) => one.distance - other.distance)
  // A short name is near to many words.
  return best && best.distance <= Math.min(3, Math.floor(best.other.length / 4)) ? best.other : undefined
}

/** Those of the environment's variables that are settings of nobody, by their names (behaviour 12.64). */
export const findUnknownSettings = (names: readonly string[], known: readonly string[]): UnknownSetting[] =>
  names
    .filter((name) => !known.includes(name))
    .map((name) => ({ name, meant: nearest(name, known) }))
    .filter(({ name, meant }) => meant !== undefined || isOurs.test(name))

export const tellUnknown = ({ name, meant }: UnknownSetting): string =>
  `${name} is no setting of this server${meant === undefined ? '' : `; ${meant} is meant, perhaps`}`
