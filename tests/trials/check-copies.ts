/** One received copy of an e-mail. */
export interface Delivery {
  /** The message's id, which is the first part of the Message-ID. */
  id: string
  recipients: readonly string[]
  /** When the copy was received, by `performance.now()`. */
  at: number
  /** Whether the mail server sent the reply 250 over an intact connection. */
  isReplySent: boolean
}

/** A period in which our server may have failed to record the reply 250. */
export interface Cut {
  from: number
  until: number
}

export interface Copies {
  /** E-mails resent with the same Message-ID because of a cut (behaviour 7.14). */
  resentCount: number
  complaints: string[]
}

interface Message {
  id: string
  entry_id: string
}

/** In milliseconds. Unless there is a cut, our server records a 250 within this time. */
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

const readMailboxes = ({ recipients }: Delivery) =>
  recipients.map((address) => address.toLowerCase())

const countIds = (deliveries: readonly Delivery[]) => new Set(deliveries.map(({ id }) => id)).size

/**
 * Expects one e-mail with one Message-ID per entry. Only a cut or a missing 250 explains another
 * copy. Each participant has a unique address, which reveals e-mails that the tables lack.
 */
export const checkCopies = (
  deliveries: readonly Delivery[],
  messages: readonly Message[],
  cuts: readonly Cut[],
): Copies => {
  const complaints: string[] = []
  const entryByMessage = new Map(messages.map(({ id, entry_id }) => [id, entry_id]))
  const isExplained = ({ at, isReplySent }: Delivery) =>
    !isReplySent || cuts.some(({ from, until }) => at >= from - recordingMs && at <= until)

  let again = 0
  for (const [id, copies] of groupBy(deliveries, ({ id }) => [id])) {
    if (!entryByMessage.has(id)) {
      complaints.push(`an e-mail was sent as ${id}, which is no stored message`)
    }
    const earlier = [...copies].sort((left, right) => left.at - right.at).slice(0, -1)
    const unexplained = earlier.filter((copy) => !isExplained(copy))
    const explained = earlier.length - unexplained.length
    again += explained
    if (unexplained.length > 0) {
      const times = `${copies.length} times, ${unexplained.length} of them without a reason`
      const complaint = `${id} was delivered ${times}`
      // On an overloaded machine, recording may take longer than `recordingMs`.
      const gaps = unexplained.map(({ at }) =>
        Math.min(...cuts.map(({ from }) => from - at).filter((gap) => gap > 0)),
      )
      const nearCuts = gaps
        .filter((gap) => gap < 60_000)
        .map((gap) => `, ${Math.round(gap)} ms before a cut`)
      complaints.push(`${complaint}${nearCuts.join('')}`)
    }
  }
  const listEntries = ({ id }: Delivery): string[] => {
    const entry = entryByMessage.get(id)
    return entry === undefined ? [] : [entry]
  }
  for (const [entry, sent] of groupBy(deliveries, listEntries)) {
    if (countIds(sent) > 1) {
      complaints.push(`the entry ${entry} got e-mails with ${countIds(sent)} Message-IDs`)
    }
  }
  for (const [recipient, got] of groupBy(deliveries, readMailboxes)) {
    if (countIds(got) > 1) {
      complaints.push(`${recipient} got ${countIds(got)} e-mails`)
    }
  }
  return { resentCount: again, complaints }
}
