import type {
  AttendanceEntry,
  AttendanceListKey,
  AttendanceMark,
  AttendancePerson,
} from '../../../festival/contract/attendance'
import { stateWords } from '../../../festival/contract/states'
import { groupBy } from '../../../festival/group-by'
import { sumBy } from '../../../festival/sum-by'
import { formatAmount, formatMoment, formatNumber } from '../../words'

/** Drops accents and punctuation, so that "Zoe" finds "Zoë". */
export const simplify = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s]/gu, '')

type Team = Pick<AttendanceEntry, 'people'>

export const countPresent = ({ people }: Team): number =>
  people.filter(({ isPresent }) => isPresent).length

const isNamed = ({ name }: Pick<AttendancePerson, 'name'>): boolean => name !== ''

export const listNamed = ({ people }: Team): AttendancePerson[] => people.filter(isNamed)

/** A member without a name counts only once marked as present. */
const countExpected = ({ people }: Team): number =>
  people.filter((person) => isNamed(person) || person.isPresent).length

export const nameMember = ({ name, member }: Pick<AttendancePerson, 'name' | 'member'>): string =>
  name || `Member ${member}`

export const nameLeader = ({ people }: Team): string => people[0]?.name ?? ''

/** All other entries on a list were rejected or withdrawn after one of their people arrived. */
export const isAccepted = ({ state }: AttendanceEntry): boolean =>
  state === 'submitted' || state === 'needs-correction' || state === 'verified'

const isVerified = ({ state }: AttendanceEntry): boolean => state === 'verified'

export const stateChoices = {
  accepted: { label: 'Accepted', accepts: isAccepted },
  verified: { label: 'Verified', accepts: isVerified },
  pending: {
    label: 'Pending',
    accepts: (entry: AttendanceEntry) => isAccepted(entry) && !isVerified(entry),
  },
  waitlist: {
    label: 'Waiting list',
    accepts: ({ isOnWaitlist }: AttendanceEntry) => isOnWaitlist === true,
  },
  refused: {
    label: 'No longer accepted',
    accepts: (entry: AttendanceEntry) => !isAccepted(entry),
  },
} as const

/** A team that is only partly present matches both `present` and `absent`. */
export const presenceChoices = {
  all: { label: 'All', accepts: () => true },
  present: { label: 'Present', accepts: (team: Team) => countPresent(team) > 0 },
  absent: { label: 'Not yet', accepts: (team: Team) => countPresent(team) < countExpected(team) },
  repeated: {
    label: 'Came twice',
    accepts: ({ people }: Team) => people.some(({ repeats }) => repeats),
  },
} as const

/** The server's list is sorted by time. */
export const orderChoices = {
  name: { label: 'Name', readKey: nameLeader },
  college: { label: 'College', readKey: ({ college }: AttendanceEntry) => college },
  time: { label: 'Time', readKey: () => '' },
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

const collator = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

export const selectEntries = (
  entries: readonly AttendanceEntry[],
  { text, state, presence, order }: ParticipantView,
): AttendanceEntry[] => {
  const words = simplify(text).split(/\s+/)
  const matches = ({ label, people }: AttendanceEntry): boolean => {
    const persons = people.flatMap(({ name, phone }) => [name, phone.replace(/\s/g, '')])
    const searched = simplify([label, ...persons].join(' '))
    return words.every((word) => searched.includes(word))
  }
  const { readKey } = orderChoices[order]
  const compare = (left: AttendanceEntry, right: AttendanceEntry): number =>
    state === 'waitlist'
      ? (left.waitingNumber ?? 0) - (right.waitingNumber ?? 0)
      : collator.compare(readKey(left), readKey(right))
  return entries
    .filter(stateChoices[state].accepts)
    .filter(presenceChoices[presence].accepts)
    .filter(matches)
    .sort(compare)
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

/** The word on the button that marks a person as present. */
export const findMarkWord = ({ lunch, night }: AttendanceListKey): string => {
  if (night) {
    return 'Arrived'
  }
  return lunch ? 'Eaten' : 'Present'
}

/** Returns, for example, "Door 2" and the number of people let in there. */
const listDoorFigures = (entries: readonly AttendanceEntry[]): [name: string, value: string][] => {
  const present = entries.flatMap(({ people }) => people).filter(({ isPresent }) => isPresent)
  const doors = groupBy(present, ({ door }) => (door ? [door] : []))
  return [...doors]
    .map(([door, people]): [string, string] => [door, formatNumber(people.length)])
    .sort(([left], [right]) => collator.compare(left, right))
}

/** Entries have no amounts for heads. */
export const listFigures = (
  entries: readonly AttendanceEntry[],
  list: AttendanceListKey,
): [name: string, value: string][] => {
  const accepted = entries.filter(isAccepted)
  const refused = entries.filter((entry) => !isAccepted(entry))
  const verified = entries.filter(isVerified)
  const figures: [name: string, value: string][] = [
    [findMarkWord(list), formatNumber(sumBy(entries, countPresent))],
    ...listDoorFigures(entries),
    ['Participants', formatNumber(sumBy(accepted, (entry) => listNamed(entry).length))],
    ['Entries', formatNumber(accepted.length)],
    ['Verified', formatNumber(verified.length)],
    ['Pending', formatNumber(accepted.length - verified.length)],
  ]
  if (refused.length > 0) {
    figures.push(['Came, no longer accepted', formatNumber(sumBy(refused, countPresent))])
  }
  if (list.event && verified.some(({ amount }) => amount)) {
    figures.push(['Verified amount', formatAmount(sumBy(verified, ({ amount }) => amount ?? 0))])
  }
  return figures
}

/**
 * Returns, for example, "2 of 3, 8 Oct, 9:02 am" with the time of the first arrival, or "Arrived 8
 * Oct, 9:02 am" for a single person.
 */
export const describePresence = (team: Team, list: AttendanceListKey): string => {
  const { people } = team
  const present = people.filter(({ isPresent }) => isPresent)
  const byTime = (left: AttendancePerson, right: AttendancePerson) =>
    String(left.arrivedAt).localeCompare(String(right.arrivedAt))
  const { arrivedAt: arrival, door, hasClockJumped } = present.toSorted(byTime)[0] ?? {}
  if (arrival) {
    const expected = countExpected(team)
    const presence = expected > 1 ? `${present.length} of ${expected},` : findMarkWord(list)
    const parts = [
      `${presence} ${formatMoment(arrival)}`,
      door,
      hasClockJumped && 'clock was set back',
    ]
    return parts.filter(Boolean).join(', ')
  }
  const hasLeft = people.some(({ arrivedAt }) => arrivedAt !== null)
  return list.night && hasLeft ? 'Left' : 'Not yet'
}

/** Returns, for example, "Came twice: 8 Oct, 9:02 am, Door 2; 8 Oct, 9:05 am, Door 1". */
export const describeRepeats = ({ people }: Team): string => {
  const repeated = people.find(({ repeats }) => repeats)
  if (!repeated) {
    return ''
  }
  const { arrivedAt, door = 'desk', repeats = [] } = repeated
  const arrivals = [{ at: arrivedAt ?? '', door }, ...repeats]
  const times = arrivals.map((arrival) => `${formatMoment(arrival.at)}, ${arrival.door}`)
  return `Came twice: ${times.join('; ')}`
}

export const describeState = (entry: AttendanceEntry): string => {
  if (!isAccepted(entry)) {
    return stateWords[entry.state]
  }
  if (entry.isOnWaitlist) {
    const number = entry.waitingNumber
    return number === undefined ? 'No place' : `Waiting list, number ${number}`
  }
  if (isVerified(entry)) {
    return 'Verified'
  }
  return entry.amount === 0 ? 'Not verified' : 'Payment not checked'
}
