import type {
  AttendanceEntry,
  AttendanceListKey,
  AttendanceMark,
  AttendancePerson,
} from '../../../festival/contract/attendance'
import { type ReviewState, stateWords } from '../../../festival/contract/states'
import type { Rupees } from '../../../festival/payment/money'
import { sumBy } from '../../../festival/sum-by'

/** Marks and accents are dropped, so that "Zoe" finds "Zoë". */
export const simplify = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')

const writeSearchText = ({ label, people, guestRole = '' }: AttendanceEntry): string => {
  const persons = people.flatMap(({ name, phone }) => [name, phone.replace(/\s/g, '')])
  return simplify([label, guestRole, ...persons].join(' '))
}

/** Maps each entry's ID to the text that a search looks through. */
export const indexEntries = (entries: readonly AttendanceEntry[]): ReadonlyMap<string, string> =>
  new Map(entries.map((entry) => [entry.entryId, writeSearchText(entry)]))

export const isPending = (state: ReviewState): boolean =>
  state === 'submitted' || state === 'needs-correction'

export const isAccepted = (state: ReviewState): boolean => state === 'verified' || isPending(state)

export const countPresent = ({ people }: Pick<AttendanceEntry, 'people'>): number =>
  people.filter(({ isPresent }) => isPresent).length

export const stateChoices = {
  accepted: 'Verified and pending',
  verified: 'Verified',
  pending: 'Pending',
  all: 'All',
} as const

export const presenceChoices = { all: 'All', present: 'Present', absent: 'Not yet' } as const

export const orderChoices = { name: 'Name', college: 'College', time: 'Time submitted' } as const

export interface ParticipantView {
  text: string
  state: keyof typeof stateChoices
  presence: keyof typeof presenceChoices
  order: keyof typeof orderChoices
}

export const startView: ParticipantView = {
  text: '',
  state: 'accepted',
  presence: 'all',
  order: 'name',
}

const hasState = (state: ReviewState, chosen: ParticipantView['state']): boolean => {
  switch (chosen) {
    case 'accepted':
      return isAccepted(state)
    case 'pending':
      return isPending(state)
    case 'verified':
      return state === 'verified'
    case 'all':
      return true
  }
}

/** A team of which some are present is found as present and as not yet present. */
const hasPresence = (entry: AttendanceEntry, chosen: ParticipantView['presence']): boolean => {
  switch (chosen) {
    case 'present':
      return countPresent(entry) > 0
    case 'absent':
      return countPresent(entry) < entry.people.length
    case 'all':
      return true
  }
}

export const nameLeader = ({ people }: Pick<AttendanceEntry, 'people'>): string =>
  people[0]?.name ?? ''

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const sortKeys: Readonly<Record<ParticipantView['order'], (entry: AttendanceEntry) => string>> = {
  name: nameLeader,
  college: ({ college }) => college,
  time: ({ sentAt }) => sentAt,
}

export const selectEntries = (
  entries: readonly AttendanceEntry[],
  index: ReadonlyMap<string, string>,
  { text, state, presence, order }: ParticipantView,
): AttendanceEntry[] => {
  const words = text.split(/\s+/).map(simplify)
  const isFound = ({ entryId }: AttendanceEntry) =>
    words.every((word) => index.get(entryId)?.includes(word))
  const readKey = sortKeys[order]
  return entries
    .filter((entry) => hasState(entry.state, state) && hasPresence(entry, presence))
    .filter(isFound)
    .sort((left, right) => collator.compare(readKey(left), readKey(right)))
}

const markPerson = (person: AttendancePerson, { isPresent, at }: AttendanceMark) => ({
  ...person,
  isPresent,
  arrivedAt: isPresent ? (person.arrivedAt ?? at) : person.arrivedAt,
})

/** `marks` are sorted, the oldest first. Entries without a mark stay the same objects. */
export const applyMarks = (
  entries: readonly AttendanceEntry[],
  marks: readonly AttendanceMark[],
): AttendanceEntry[] =>
  entries.map((entry) => {
    const entryMarks = marks.filter(({ entryId }) => entryId === entry.entryId)
    if (entryMarks.length === 0) {
      return entry
    }
    const people = entry.people.map((person) =>
      entryMarks.filter(({ member }) => member === person.member).reduce(markPerson, person),
    )
    return { ...entry, people }
  })

/** Guests and entries that are not accepted do not count. */
export const countFigures = (entries: readonly AttendanceEntry[]) => {
  const accepted = entries.filter(
    ({ state, guestRole }) => isAccepted(state) && guestRole === undefined,
  )
  const verified = accepted.filter(({ state }) => state === 'verified')
  const hasMoney = entries.some(({ amount }) => amount !== undefined)
  const sum = sumBy(verified, ({ amount }) => amount ?? 0) as Rupees
  return {
    entries: accepted.length,
    participants: sumBy(accepted, ({ people }) => people.length),
    verified: verified.length,
    pending: accepted.length - verified.length,
    present: sumBy(accepted, countPresent),
    verifiedAmount: hasMoney ? sum : undefined,
  }
}

export interface ListWords {
  /** The button that marks a person. */
  mark: string
  /** Replaces `mark` while the person is marked. */
  unmark?: string
  /** The heading of the figure. */
  count: string
}

export const findWords = ({ lunch, night }: AttendanceListKey): ListWords => {
  if (lunch) {
    return { mark: 'Eaten', count: 'Eaten' }
  }
  return night
    ? { mark: 'Arrived', unmark: 'Left', count: 'In their rooms' }
    : { mark: 'Present', count: 'Present now' }
}

export const nameMember = ({ name, member }: Pick<AttendancePerson, 'name' | 'member'>): string =>
  name || `Member ${member}`

export const describeState = (state: ReviewState): string =>
  isPending(state) ? 'Payment not checked' : stateWords[state]

export const listContacts = (entries: readonly AttendanceEntry[], what: 'phones' | 'emails') => {
  const contacts = entries.flatMap(({ email, people }) =>
    what === 'emails' ? [email] : people.map(({ phone }) => phone),
  )
  return [...new Set(contacts.filter(Boolean))]
}

export const describePresence = (
  { people }: Pick<AttendanceEntry, 'people'>,
  { mark, unmark }: ListWords,
): string => {
  const present = countPresent({ people })
  if (people.length > 1) {
    return `${present} of ${people.length}`
  }
  if (present > 0) {
    return mark
  }
  return unmark && people[0]?.arrivedAt ? unmark : 'Not yet'
}

/** When the first of the people who are present arrived. */
export const findArrival = ({ people }: Pick<AttendanceEntry, 'people'>): string | undefined =>
  people
    .flatMap(({ isPresent, arrivedAt }) => (isPresent && arrivedAt ? [arrivedAt] : []))
    .sort()[0]
