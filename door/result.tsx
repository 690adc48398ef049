import { type ReactNode, useState } from 'react'
import { type DoorEntry, sendScansSchema } from '../festival/contract/door'
import { findFirstArrival, hasArrived, type Verdict } from './decide'
import { isInElsewhere, namePerson } from './list'
import { NameForm } from './name-form'
import type { Phone } from './phone'
import type { Tone } from './signals'
import { ContactLine } from './status'
import { markPeople, recordUnlisted } from './sync'
import { formatClock } from './words'

/** `id` tells two results of one entry apart. */
export interface Shown {
  id: number
  /** Undefined if no entry on the list has the code. */
  entryId: string | undefined
  verdict: Verdict
  isAdmitted: boolean
}

export const tones: Readonly<Record<Verdict, Tone>> = {
  verified: 'green',
  unchecked: 'amber',
  waiting: 'amber',
  'already-in': 'blue',
  refused: 'red',
  replaced: 'red',
  unlisted: 'grey',
}

const toneClasses: Readonly<Record<Tone | 'plain', string>> = {
  green: 'bg-green text-white',
  amber: 'bg-amber text-black',
  blue: 'bg-blue text-white',
  red: 'bg-red text-white',
  grey: 'bg-grey text-white',
  plain: 'bg-paper text-ink',
}

const Press = ({ onPress, children }: { onPress: () => void; children: ReactNode }) => (
  <button
    type="button"
    onClick={onPress}
    className="target border-2 border-current px-6 py-3 text-lg font-semibold"
  >
    {children}
  </button>
)

const focus = (element: HTMLElement | null) => element?.focus()

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
}) => (
  <section
    ref={focus}
    tabIndex={-1}
    role="alertdialog"
    aria-modal="true"
    aria-labelledby="result"
    className={`fixed inset-0 z-40 grid content-between gap-6 overflow-y-auto p-5 outline-none ${toneClasses[tone]}`}
  >
    <div className="grid gap-4">
      <h2 id="result" className="min-h-28 pr-28 text-2xl">
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

/** People who came in at another door cannot be unticked here. */
const Ticks = ({ entry, phone }: { entry: DoorEntry; phone: Phone }) => {
  const { people } = entry
  const arrived = people.filter(hasArrived).length
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
            checked={hasArrived(person)}
            disabled={isInElsewhere(person, phone.door.name)}
            onChange={({ target }) => markPeople(phone, entry, [person], target.checked)}
            className="size-7 shrink-0 accent-black"
          />
          {namePerson(person)}
        </label>
      ))}
    </fieldset>
  )
}

const describe = (entry: DoorEntry, { verdict, isAdmitted }: Shown): string => {
  switch (verdict) {
    case 'verified':
      return isAdmitted ? 'Let in' : 'Is this the right entry?'
    case 'unchecked':
      return `Payment not checked yet. ${isAdmitted ? 'Let in.' : 'Let in anyway?'}`
    case 'waiting':
      return `Waiting list, number ${entry.waitingNumber}. Ask the help desk.`
    case 'replaced':
      return 'This code was replaced. Ask for the newest e-mail.'
    case 'already-in': {
      const { arrivedAt, arrivedAtDoor } = findFirstArrival(entry) ?? {}
      return arrivedAt ? `Already in at ${formatClock(arrivedAt)}, ${arrivedAtDoor}` : 'Not in'
    }
    default:
      return 'Not accepted. Send to the help desk.'
  }
}

export const ListedResult = ({
  phone,
  entry,
  shown,
  onAdmit,
  onClose,
}: {
  phone: Phone
  entry: DoorEntry
  shown: Shown
  onAdmit: () => void
  onClose: () => void
}) => {
  const { verdict, isAdmitted } = shown
  const isIn = verdict === 'already-in'
  const isFound = !isAdmitted && verdict === 'verified'
  const named = entry.people.filter((person) => !isIn || hasArrived(person))
  const missing = entry.people.filter((person) => !named.includes(person))
  return (
    <Screen
      tone={isFound ? 'plain' : tones[verdict]}
      title={describe(entry, shown)}
      onClose={onClose}
    >
      {isAdmitted ? (
        <Ticks entry={entry} phone={phone} />
      ) : (
        <p className="text-xl font-semibold">{named.map(namePerson).join(', ')}</p>
      )}
      <p className="text-lg">
        {entry.label} · {entry.college}
      </p>
      {(isFound || (verdict === 'unchecked' && !isAdmitted)) && (
        <Press onPress={onAdmit}>Let in</Press>
      )}
      {missing.map((person) => (
        <Press key={person.member} onPress={() => markPeople(phone, entry, [person], true)}>
          Add {namePerson(person)}
        </Press>
      ))}
    </Screen>
  )
}

export const UnlistedResult = ({ phone, onClose }: { phone: Phone; onClose: () => void }) => {
  const [noted, setNoted] = useState('')
  const save = (name: string) => {
    recordUnlisted(phone, name)
    setNoted(name)
  }
  if (noted) {
    return (
      <Screen key="noted" tone="grey" title={`${noted} is noted, and can go in.`} onClose={onClose}>
        The help desk checks the entry later.
      </Screen>
    )
  }
  return (
    <Screen
      tone="grey"
      title={`Not on this list (from ${formatClock(phone.listAt)})`}
      onClose={onClose}
    >
      <p className="text-lg">Search by name: press Next.</p>
      <div className="bg-paper p-4 text-ink">
        <NameForm
          label="Name of the person"
          button="Let in, check later"
          schema={sendScansSchema.entries.unlisted.item.entries.name}
          onSave={save}
        />
      </div>
    </Screen>
  )
}
