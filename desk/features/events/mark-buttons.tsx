import type { ReactNode } from 'react'
import type { AttendanceEntry, AttendancePerson } from '../../../festival/contract/attendance'
import {
  countPresent,
  describePresence,
  type ListWords,
  nameLeader,
  nameMember,
} from './participants'

const Toggle = ({
  isPressed,
  onPress,
  children,
}: {
  /** Undefined if the button's words change when it is pressed. */
  isPressed: boolean | undefined
  onPress: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className="target border border-line px-3 font-semibold wrap-anywhere hover:border-ink aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
  >
    {isPressed && <span aria-hidden="true">✓ </span>}
    {children}
  </button>
)

export const MarkButtons = ({
  entry,
  words,
  onPress,
}: {
  entry: AttendanceEntry
  words: ListWords
  onPress: (people: readonly AttendancePerson[], isPresent: boolean) => void
}) => {
  const { people } = entry
  const isTeam = people.length > 1
  const isComplete = countPresent(entry) === people.length
  const nameButton = (person: AttendancePerson): ReactNode => {
    if (isTeam) {
      return nameMember(person)
    }
    return (
      <>
        {person.isPresent && words.unmark ? words.unmark : words.mark}
        <span className="sr-only">: {nameMember(person)}</span>
      </>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isTeam && (
        <Toggle
          isPressed={isComplete}
          onPress={() =>
            onPress(
              people.filter(({ isPresent }) => isPresent === isComplete),
              !isComplete,
            )
          }
        >
          All {people.length}
          <span className="sr-only"> of {nameLeader(entry)}</span>
        </Toggle>
      )}
      {people.map((person) => (
        <Toggle
          key={person.member}
          isPressed={!isTeam && words.unmark ? undefined : person.isPresent}
          onPress={() => onPress([person], !person.isPresent)}
        >
          {nameButton(person)}
        </Toggle>
      ))}
      <span className="figures text-faded">{describePresence(entry, words)}</span>
    </div>
  )
}
