/** One e-mail as the receiving server took it over; each copy is one of these. */
export interface Delivery {
  /** The Message-ID's first part, which is the id of our message. */
  id: string
  recipients: readonly string[]
  /** When it was taken, by `performance.now()`. */
  at: number
  /** Whether the receiving server's 250 went out over a line that nobody cut. */
  isAnswered: boolean
}

/** A time in which our server may have died, or lost its tables, between the 250 and its record of it. */
export interface Cut {
  from: number
  until: number
}

export interface Copies {
  /** E-mails that went again under their Message-ID because a cut came between (behaviour 7.14). */
  again: number
  /** Everything else that somebody got twice. */
  complaints: string[]
}

interface Message {
  id: string
  entry_id: string
}

/** A record of what was sent is written within this time, in milliseconds, or a cut before it explains a copy. */
const recordingMs = 2_000

const groupBy = <Value>(
  values: readonly Value[],
  listKeys: (value: Value) => readonly string[],
) => {
  const groups = new Map<string, Value[]>()
  for (const value of values) {
    for (const key of listKeys(value)) {
      const group = groups.get(key)
      if (group) {
        group.push(value)
      } else {
        groups.set(key, [value])
      }
    }
  }
  return groups
}

/** Whether in capital letters or not. */
const readMailboxes = ({ recipients }: Delivery) =>
  recipients.map((address) => address.toLowerCase())

const countIds = (deliveries: readonly Delivery[]) => new Set(deliveries.map(({ id }) => id)).size

/**
 * Judges what the receiving server was given, copy by copy. A record may reach its registrant under one Message-ID
 * only, and under that once, unless a cut or a missing 250 explains the copy after it. Every registrant of a trial has
 * an address of their own, so that a second e-mail is seen even when the tables know nothing of it.
 */
export const checkCopies = (
  deliveries: readonly Delivery[],
  messages: readonly Message[],
  cuts: readonly Cut[],
): Copies => {
  const complaints: string[] = []
  const entryByMessage = new Map(messages.map(({ id, entry_id }) => [id, entry_id]))
  const isExplained = ({ at, isAnswered }: Delivery) =>
    !isAnswered || cuts.some(({ from, until }) => at >= from - recordingMs && at <= until)

  let again = 0
  for (const [id, copies] of groupBy(deliveries, ({ id }) => [id])) {
    if (!entryByMessage.has(id)) {
      complaints.push(`an e-mail went out as ${id}, of which no message knows`)
    }
    const earlier = [...copies].sort((one, other) => one.at - other.at).slice(0, -1)
    const unexplained = earlier.filter((copy) => !isExplained(copy))
    const explained = earlier.length - unexplained.length
    again += explained
    if (unexplained.length > 0) {
      const words = `${id} was delivered ${copies.length} times, ${unexplained.length} of them for nothing`
      // On a machine that is far too busy a record of what was sent may wait longer than we allow it.
      const gaps = unexplained.map(({ at }) =>
        Math.min(...cuts.map(({ from }) => from - at).filter((gap) => gap > 0)),
      )
      complaints.push(
        `${words}${gaps.map((gap) => (gap < 60_000 ? `, ${Math.round(gap)} ms before a cut` : '')).join('')}`,
      )
    }
  }
  for (const [entry, sent] of groupBy(deliveries, ({ id }) =>
    [entryByMessage.get(id) ?? []].flat(),
  )) {
    if (countIds(sent) > 1) {
      complaints.push(`the record ${entry} was written to under ${countIds(sent)} Message-IDs`)
    }
  }
  for (const [recipient, got] of groupBy(deliveries, readMailboxes)) {
    if (countIds(got) > 1) {
      complaints.push(`${recipient} got ${countIds(got)} e-mails`)
    }
  }
  return { again, complaints }
}
