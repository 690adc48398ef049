import type {
  AttendanceEntry,
  AttendanceListKey,
  AttendanceMark,
  AttendancePerson,
} from '../../../festival/contract/attendance'
import { type ReviewState, stateWords } from '../../../festival/contract/states'
import { sumBy } from '../../../festival/sum-by'
import { formatAmount, formatMoment, formatNumber } from '../../words'

/** Drops accents and punctuation, so that "Zoe" finds "Zoë". */
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

type Team = Pick<AttendanceEntry, 'people'>

export const countPresent = ({ people }: Team): number =>
  people.filter(({ isPresent }) => isPresent).length

export const nameMember = ({ name, member }: Pick<AttendancePerson, 'name' | 'member'>): string =>
  name || `Member ${member}`

const countNamed = ({ people }: Team): number => people.filter(({ name }) => name !== '').length

export const nameLeader = ({ people }: Team): string => people[0]?.name ?? ''

/** `filter` finds the same entries in the queue and in files. */
export const stateChoices = {
  accepted: { label: 'Accepted', accepts: isAccepted, filter: { scope: 'accepted' } },
  verified: {
    label: 'Verified',
    accepts: (state: ReviewState) => state === 'verified',
    filter: { state: 'verified' },
  },
  pending: { label: 'Pending', accepts: isPending, filter: { scope: 'open' } },
  all: { label: 'All', accepts: () => true, filter: {} },
} as const

/** A team with some members present is found under both `present` and `absent`. */
export const presenceChoices = {
  all: { label: 'All', accepts: () => true },
  present: { label: 'Present', accepts: (team: Team) => countPresent(team) > 0 },
  absent: { label: 'Not yet', accepts: (team: Team) => countPresent(team) < team.people.length },
} as const

export const orderChoices = {
  name: { label: 'Name', readKey: nameLeader },
  college: { label: 'College', readKey: ({ college }: AttendanceEntry) => college },
  time: { label: 'Time', readKey: ({ sentAt }: AttendanceEntry) => sentAt },
} as const

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

const collator = new Intl.Collator('en', { sensitivity: 'base' })

export const selectEntries = (
  entries: readonly AttendanceEntry[],
  index: ReadonlyMap<string, string>,
  { text, state, presence, order }: ParticipantView,
): AttendanceEntry[] => {
  const words = simplify(text).split(/\s+/)
  const { readKey } = orderChoices[order]
  return entries
    .filter((entry) => stateChoices[state].accepts(entry.state))
    .filter((entry) => presenceChoices[presence].accepts(entry))
    .filter(({ entryId }) => words.every((word) => index.get(entryId)?.includes(word)))
    .sort((left, right) => collator.compare(readKey(left), readKey(right)))
}

const markPerson = (person: AttendancePerson, { isPresent, at }: AttendanceMark) => ({
  ...person,
  isPresent,
  arrivedAt: isPresent ? (person.arrivedAt ?? at) : person.arrivedAt,
})

/** `marks` are sorted, oldest first. */
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

export interface ListWords {
  /** The button that marks a person as present. */
  mark: string
  /** The button and the state of a person who was present and no longer is. */
  unmark?: string
  figure: string
}

export const findWords = ({ lunch, night }: AttendanceListKey): ListWords => {
  if (lunch) {
    return { mark: 'Eaten', figure: 'Eaten' }
  }
  return night
    ? { mark: 'Arrived', unmark: 'Left', figure: 'Here now' }
    : { mark: 'Present', figure: 'Present now' }
}

/** Guests, and entries that are not accepted, do not count. Heads get no amounts. */
export const listFigures = (
  entries: readonly AttendanceEntry[],
  list: AttendanceListKey,
): [name: string, value: string][] => {
  const accepted = entries.filter(
    ({ state, guestRole }) => isAccepted(state) && guestRole === undefined,
  )
  const verified = accepted.filter(({ state }) => state === 'verified')
  const figures: [name: string, value: string][] = [
    [findWords(list).figure, formatNumber(sumBy(accepted, countPresent))],
    ['Participants', formatNumber(sumBy(accepted, countNamed))],
    ['Entries', formatNumber(accepted.length)],
    ['Verified', formatNumber(verified.length)],
    ['Pending', formatNumber(accepted.length - verified.length)],
  ]
  if (list.event && verified.some(({ amount }) => amount !== undefined)) {
    figures.push(['Verified amount', formatAmount(sumBy(verified, ({ amount }) => amount ?? 0))])
  }
  return figures
}

/** Returns, for example, "2 of 3, 8 Oct, 9:02 am" with the time of the first arrival. */
export const describePresence = (team: Team, { unmark }: ListWords): string => {
  const present = team.people.filter(({ isPresent }) => isPresent)
  const [arrival] = present.flatMap(({ arrivedAt }) => arrivedAt ?? []).sort()
  const time = arrival ? formatMoment(arrival) : ''
  if (team.people.length > 1) {
    return [`${present.length} of ${team.people.length}`, time].filter(Boolean).join(', ')
  }
  const hasLeft = unmark !== undefined && team.people[0]?.arrivedAt
  return time || (hasLeft ? unmark : 'Not yet')
}

export const describeState = (state: ReviewState): string =>
  isPending(state) ? 'Payment not checked' : stateWords[state]

export const listContacts = (
  entries: readonly AttendanceEntry[],
  what: 'phones' | 'emails',
): string[] => {
  const contacts = entries.flatMap(({ email, people }) =>
    what === 'emails' ? [email] : people.map(({ phone }) => phone),
  )
  return [...new Set(contacts.filter(Boolean))]
}
