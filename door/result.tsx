import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { type DoorEntry, type DoorPerson, sendScansSchema } from '../festival/contract/door'
import { findFirstArrival, type Verdict } from './decide'
import { isInElsewhere, namePerson } from './list'
import type { Tone } from './signals'
import { ContactLine } from './status'
import { markPeople, recordUnlisted } from './sync'
import { formatClock } from './words'

/** `id` tells two results of one entry apart. */
export type Shown =
  | { is: 'listed'; id: number; entryId: string; verdict: Verdict; isAdmitted: boolean }
  | { is: 'unlisted'; id: number }

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  'let-in': 'green',
  unchecked: 'amber',
  waiting: 'amber',
  'already-in': 'blue',
  refused: 'red',
  replaced: 'red',
}

const toneClasses: Readonly<Record<Tone | 'plain', string>> = {
  green: 'bg-green text-white',
  amber: 'bg-amber text-black',
  blue: 'bg-blue text-white',
  red: 'bg-red text-white',
  grey: 'bg-grey text-white',
  plain: 'bg-paper text-ink',
}

const pressClasses = 'target border-2 border-current px-6 py-3 text-lg font-semibold'

const Press = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button type="button" onClick={onPress} className={pressClasses}>
    {children}
  </button>
)

/** Fills the screen. The camera goes on reading, so the next ticket needs no press. */
const Screen = ({
  tone,
  title,
  onClose,
  children,
}: {
  tone: Tone | 'plain'
  title: string
  onClose: () => void
  children: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="result"
      className={`fixed inset-0 z-40 grid content-between gap-6 overflow-y-auto p-5 ${toneClasses[tone]}`}
    >
      <div className="grid gap-4">
        <h2
          ref={heading}
          id="result"
          tabIndex={-1}
          className="min-h-28 pr-28 text-2xl outline-none"
        >
          {title}
        </h2>
        {children}
      </div>
      <div className="grid gap-3">
        <ContactLine />
        <Press onPress={onClose}>Next</Press>
      </div>
    </section>
  )
}

const isArrived = ({ arrivedAt }: DoorPerson) => arrivedAt !== null

/** People who came in at another door cannot be unticked here. */
const Ticks = ({ entry, doorName }: { entry: DoorEntry; doorName: string }) => {
  const { people } = entry
  const arrived = people.filter(isArrived).length
  const count = arrived === people.length ? `All ${arrived}` : `${arrived} of ${people.length}`
  return (
    <fieldset>
      <legend className="text-lg">
        {people.length > 1 && <b>{count}. </b>}
        Untick anyone who is missing.
      </legend>
      {people.map((person) => (
        <label key={person.member} className="target flex items-center gap-3 text-xl font-semibold">
          <input
            type="checkbox"
            checked={isArrived(person)}
            disabled={isInElsewhere(person, doorName)}
            onChange={({ target }) => markPeople(entry, [person], target.checked)}
            className="size-7 shrink-0 accent-black"
          />
          {namePerson(person)}
        </label>
      ))}
    </fieldset>
  )
}

const describe = (entry: DoorEntry, verdict: Verdict, isAdmitted: boolean): string => {
  switch (verdict) {
    case 'let-in':
      return isAdmitted ? 'Let in' : 'Is this the right entry?'
    case 'unchecked':
      return `Payment not checked yet. ${isAdmitted ? 'Let in.' : 'Let in anyway?'}`
    case 'waiting':
      return `Waiting list, number ${entry.waitingNumber}. Ask the help desk.`
    case 'refused':
      return 'Not accepted. Send to the help desk.'
    case 'replaced':
      return 'This code was replaced. Ask for the newest e-mail.'
    case 'already-in': {
      const { arrivedAt, arrivedAtDoor } = findFirstArrival(entry) ?? {}
      return arrivedAt ? `Already in at ${formatClock(arrivedAt)}, ${arrivedAtDoor}` : 'Not in'
    }
  }
}

export const ListedResult = ({
  entry,
  doorName,
  shown: { verdict, isAdmitted },
  onAdmit,
  onClose,
}: {
  entry: DoorEntry
  doorName: string
  shown: Shown & { is: 'listed' }
  onAdmit: () => void
  onClose: () => void
}) => {
  const { people, label, college } = entry
  const needsPress = !isAdmitted && (verdict === 'let-in' || verdict === 'unchecked')
  const isIn = verdict === 'already-in'
  const named = isIn ? people.filter(isArrived) : people
  const missing = isIn ? people.filter((person) => !isArrived(person)) : []
  return (
    <Screen
      tone={needsPress && verdict === 'let-in' ? 'plain' : verdictTones[verdict]}
      title={describe(entry, verdict, isAdmitted)}
      onClose={onClose}
    >
      {isAdmitted ? (
        <Ticks entry={entry} doorName={doorName} />
      ) : (
        <p className="text-xl font-semibold">{named.map(namePerson).join(', ')}</p>
      )}
      <p className="text-lg">{[label, college].filter(Boolean).join(' · ')}</p>
      {needsPress && <Press onPress={onAdmit}>Let in</Press>}
      {missing.map((person) => (
        <Press key={person.member} onPress={() => markPeople(entry, [person], true)}>
          Add {namePerson(person)}
        </Press>
      ))}
    </Screen>
  )
}

const nameSchema = sendScansSchema.entries.unlisted.item.entries.name

export const UnlistedResult = ({
  listAt,
  onSearch,
  onClose,
}: {
  listAt: string
  onSearch: () => void
  onClose: () => void
}) => {
  const [name, setName] = useState('')
  const [message, setMessage] = useState('')
  const [isNoted, setIsNoted] = useState(false)
  const save = (event: FormEvent) => {
    event.preventDefault()
    const { success, output, issues } = v.safeParse(nameSchema, name)
    if (success) {
      recordUnlisted(output)
      setIsNoted(true)
    }
    setMessage(success ? `${output} is noted, and can go in.` : issues[0].message)
  }
  return (
    <Screen tone="grey" title={`Not on this list (from ${formatClock(listAt)})`} onClose={onClose}>
      <Press onPress={onSearch}>Search</Press>
      <form noValidate className="grid gap-3" onSubmit={save}>
        {!isNoted && (
          <label className="grid gap-1 text-lg">
            Name of the person
            <input
              value={name}
              onChange={({ target }) => setName(target.value)}
              maxLength={80}
              aria-describedby="unlisted-message"
              autoComplete="off"
              className="min-h-12 border-2 border-current bg-white px-3 text-black"
            />
          </label>
        )}
        <p id="unlisted-message" role="status" className="text-lg font-semibold">
          {message}
        </p>
        {!isNoted && (
          <button type="submit" className={pressClasses}>
            Let in, check later
          </button>
        )}
      </form>
    </Screen>
  )
}
