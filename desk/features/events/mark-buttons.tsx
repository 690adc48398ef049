import type { ReactNode } from 'react'
import type { AttendanceEntry, AttendancePerson } from '../../../festival/contract/attendance'
import { formatMoment } from '../../words'
import {
  countPresent,
  describePresence,
  findArrival,
  type ListWords,
  nameLeader,
  nameMember,
} from './participants'

export type PressMark = (members: readonly number[], isPresent: boolean) => void

const Toggle = ({
  isPressed,
  onPress,
  children,
}: {
  /** Undefined if the button's words say what it does. */
  isPressed: boolean | undefined
  onPress: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className="target border border-line px-4 font-semibold wrap-anywhere hover:border-ink aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
  >
    {isPressed && <span aria-hidden="true">✓ </span>}
    {children}
  </button>
)

const PersonButton = ({
  person,
  words: { mark, unmark },
  onPress,
}: {
  person: AttendancePerson
  words: ListWords
  onPress: PressMark
}) => (
  <Toggle
    isPressed={unmark ? undefined : person.isPresent}
    onPress={() => onPress([person.member], !person.isPresent)}
  >
    {person.isPresent && unmark ? unmark : mark}
    <span className="sr-only">: {nameMember(person)}</span>
  </Toggle>
)

const TeamButtons = ({ entry, onPress }: { entry: AttendanceEntry; onPress: PressMark }) => {
  const { people } = entry
  const isComplete = countPresent(entry) === people.length
  const pressAll = () => {
    const changed = people.filter(({ isPresent }) => isPresent === isComplete)
    onPress(
      changed.map(({ member }) => member),
      !isComplete,
    )
  }
  return (
    <>
      <Toggle isPressed={isComplete} onPress={pressAll}>
        All {people.length}
        <span className="sr-only"> of {nameLeader(entry)}</span>
      </Toggle>
      {people.map((person) => (
        <Toggle
          key={person.member}
          isPressed={person.isPresent}
          onPress={() => onPress([person.member], !person.isPresent)}
        >
          {nameMember(person)}
        </Toggle>
      ))}
    </>
  )
}

export const MarkButtons = ({
  entry,
  words,
  onPress,
}: {
  entry: AttendanceEntry
  words: ListWords
  onPress: PressMark
}) => {
  const [person, ...others] = entry.people
  const isTeam = others.length > 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isTeam && <TeamButtons entry={entry} onPress={onPress} />}
      {person && !isTeam && <PersonButton person={person} words={words} onPress={onPress} />}
      <PresenceText entry={entry} words={words} isShort={!isTeam && !words.unmark} />
    </div>
  )
}

export const PresenceText = ({
  entry,
  words,
  isShort = false,
}: {
  entry: AttendanceEntry
  words: ListWords
  /** Whether a button already says if the person is present. */
  isShort?: boolean
}) => {
  const arrival = findArrival(entry)
  const parts = [!isShort && describePresence(entry, words), arrival && formatMoment(arrival)]
  return <span className="figures text-faded">{parts.filter(Boolean).join(', ')}</span>
}
