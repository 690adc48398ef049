import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { type DoorEntry, type DoorPerson, sendScansSchema } from '../festival/contract/door'
import { findFirstArrival, type Verdict } from './decide'
import { namePerson } from './list'
import { markPeople, recordUnlisted } from './phone'
import type { Tone } from './signals'
import { formatClock } from './words'

/** What the screen shows. `id` tells two results of one entry apart. */
export type Shown =
  | { is: 'listed'; id: number; entryId: string; verdict: Verdict; needsPress: boolean }
  | { is: 'unlisted'; id: number }

export const verdictTones: Readonly<Record<Verdict, Tone>> = {
  'let-in': 'green',
  unchecked: 'amber',
  waiting: 'amber',
  'already-in': 'blue',
  refused: 'red',
}

const toneClasses: Readonly<Record<Tone | 'plain', string>> = {
  green: 'bg-green text-white',
  amber: 'bg-amber text-black',
  blue: 'bg-blue text-white',
  red: 'bg-red text-white',
  grey: 'bg-grey text-white',
  plain: 'bg-paper text-ink',
}

const pressClasses =
  'target inline-flex items-center justify-center border-2 border-current px-6 py-3 text-lg font-semibold'

const nameSchema = sendScansSchema.entries.unlisted.item.entries.name

const Press = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button type="button" onClick={onPress} className={pressClasses}>
    {children}
  </button>
)

/** Fills the screen. The camera goes on reading, so that the next ticket needs no press. */
const Screen = ({
  tone,
  title,
  onClose,
  children,
}: {
  tone: Tone | 'plain'
  title: string
  onClose: () => void
  children?: ReactNode
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section
      role="alertdialog"
      aria-modal="true"
      aria-labelledby="result"
      data-tone={tone}
      className={`fixed inset-0 z-40 grid content-between gap-6 overflow-y-auto p-5 ${toneClasses[tone]}`}
    >
      <div className="grid gap-4">
        <h2
          ref={heading}
          id="result"
          tabIndex={-1}
          className="min-h-28 pr-28 text-3xl outline-none"
        >
          {title}
        </h2>
        {children}
      </div>
      <Press onPress={onClose}>Next</Press>
    </section>
  )
}

const EntryLine = ({ entry }: { entry: DoorEntry }) => (
  <p className="text-lg">
    {entry.label}
    {entry.college && ` · ${entry.college}`}
  </p>
)

const Names = ({ people }: { people: readonly DoorPerson[] }) => (
  <p className="text-xl font-semibold">{people.map(namePerson).join(', ')}</p>
)

/** Everyone is let in at once. Who is missing is unticked. */
const Ticks = ({ entry }: { entry: DoorEntry }) => {
  const { people } = entry
  const arrived = people.filter(({ arrivedAt }) => arrivedAt !== null)
  const isComplete = arrived.length === people.length
  const count = isComplete ? `All ${people.length}` : `${arrived.length} of ${people.length}`
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
            checked={person.arrivedAt !== null}
            onChange={({ target }) => markPeople(entry, [person], target.checked)}
            className="size-7 shrink-0 accent-black"
          />
          {namePerson(person)}
        </label>
      ))}
    </fieldset>
  )
}

const Missing = ({ entry }: { entry: DoorEntry }) =>
  entry.people
    .filter(({ arrivedAt }) => arrivedAt === null)
    .map((person) => (
      <Press key={person.member} onPress={() => markPeople(entry, [person], true)}>
        Add {namePerson(person)}
      </Press>
    ))

const describeArrival = (entry: DoorEntry): string => {
  const first = findFirstArrival(entry)
  return first?.arrivedAt
    ? `Already in at ${formatClock(first.arrivedAt)}, ${first.arrivedAtDoor}`
    : 'No one of them is in'
}

export const ListedResult = ({
  entry,
  shown,
  onAdmit,
  onClose,
}: {
  entry: DoorEntry
  shown: Shown & { is: 'listed' }
  onAdmit: () => void
  onClose: () => void
}) => {
  const { verdict, needsPress } = shown
  const { people } = entry
  const letInButton = <Press onPress={onAdmit}>Let in</Press>
  switch (verdict) {
    case 'let-in':
      return (
        <Screen
          tone={needsPress ? 'plain' : 'green'}
          title={needsPress ? 'Is this the right entry?' : 'Let in'}
          onClose={onClose}
        >
          {needsPress ? <Names people={people} /> : <Ticks entry={entry} />}
          <EntryLine entry={entry} />
          {needsPress && letInButton}
        </Screen>
      )
    case 'unchecked':
      return (
        <Screen
          tone="amber"
          title={`Payment not checked yet. ${needsPress ? 'Let in anyway?' : 'Let in.'}`}
          onClose={onClose}
        >
          {needsPress ? <Names people={people} /> : <Ticks entry={entry} />}
          <EntryLine entry={entry} />
          {needsPress && letInButton}
        </Screen>
      )
    case 'waiting':
      return (
        <Screen
          tone="amber"
          title={`Waiting list, number ${entry.waitingNumber}. Ask the help desk.`}
          onClose={onClose}
        >
          <Names people={people} />
          <EntryLine entry={entry} />
        </Screen>
      )
    case 'already-in':
      return (
        <Screen tone="blue" title={describeArrival(entry)} onClose={onClose}>
          <Names people={people} />
          <EntryLine entry={entry} />
          <Missing entry={entry} />
        </Screen>
      )
    case 'refused':
      return (
        <Screen tone="red" title="Not accepted. Send to the help desk." onClose={onClose}>
          <Names people={people} />
          <EntryLine entry={entry} />
        </Screen>
      )
  }
}

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
  const [saved, setSaved] = useState('')
  const [error, setError] = useState('')
  const save = (event: FormEvent) => {
    event.preventDefault()
    const parsed = v.safeParse(nameSchema, name)
    setError(parsed.issues?.[0].message ?? '')
    if (parsed.success) {
      recordUnlisted(parsed.output)
      setSaved(parsed.output)
    }
  }
  return (
    <Screen tone="grey" title={`Not on this list (from ${formatClock(listAt)})`} onClose={onClose}>
      <Press onPress={onSearch}>Search</Press>
      {saved ? (
        <p role="status" className="text-xl font-semibold">
          {saved} is noted. The help desk checks later.
        </p>
      ) : (
        <form noValidate className="grid gap-2" onSubmit={save}>
          <label className="grid gap-1 text-lg">
            Name of the person
            <input
              value={name}
              onChange={({ target }) => setName(target.value)}
              maxLength={80}
              aria-invalid={error !== ''}
              aria-describedby="unlisted-error"
              autoComplete="off"
              className="min-h-12 border-2 border-current bg-white px-3 text-black"
            />
          </label>
          <p id="unlisted-error" role="status" className="font-semibold">
            {error}
          </p>
          <button type="submit" className={pressClasses}>
            Let in, check later
          </button>
        </form>
      )}
    </Screen>
  )
}
