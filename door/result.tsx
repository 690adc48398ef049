import { type ReactNode, useState } from 'react'
import { type DoorEntry, type DoorPerson, sendScansSchema } from '../festival/contract/door'
import { hasArrived, isTicketCode, type Verdict } from './decide'
import { isInElsewhere } from './list'
import { NameForm } from './name-form'
import type { Phone } from './phone'
import type { Tone } from './signals'
import { ContactLine } from './status'
import { markPeople, recordUnlisted } from './sync'
import { formatClock } from './words'

/** `id` distinguishes two results for the same entry. */
export interface Shown {
  id: number
  /** Undefined if no entry on the list has the code. */
  entryId: string | undefined
  verdict: Verdict
  /** What was scanned or typed, if no entry was chosen. */
  text: string
}

export const tones: Record<Verdict, Tone> = {
  'let-in': 'green',
  unchecked: 'amber',
  waiting: 'amber',
  'already-in': 'blue',
  refused: 'red',
  replaced: 'red',
  unlisted: 'grey',
  found: 'plain',
}

const toneClasses: Record<Tone, string> = {
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

/** Fills the screen. The camera keeps reading, so the next ticket needs no press. */
const Screen = ({
  tone,
  title,
  closeText = 'Next',
  onClose,
  children,
}: {
  tone: Tone
  title: string
  closeText?: string
  onClose: () => void
  children?: ReactNode
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
      <h2 id="result" className="min-h-28 pr-28 text-2xl wrap-anywhere">
        {title}
      </h2>
      {children}
    </div>
    <div className="grid gap-3">
      <ContactLine />
      <Press onPress={onClose}>{closeText}</Press>
    </div>
  </section>
)

/** Only people who were let in on this screen can be unticked. */
const Ticks = ({ entry, phone, isNew }: { entry: DoorEntry; phone: Phone; isNew: boolean }) => {
  const { people } = entry
  const arrived = people.filter(hasArrived).length
  const count = arrived === people.length ? `All ${arrived}` : `${arrived} of ${people.length}`
  const hint = isNew ? 'Untick anyone who is missing.' : 'Tick the people who are coming in now.'
  const [before] = useState(isNew ? [] : people.filter(hasArrived).map(({ member }) => member))
  const isComplete = before.length === people.length
  const isFixed = (person: DoorPerson) =>
    before.includes(person.member) || isInElsewhere(person, phone.door.name)
  return (
    <fieldset>
      <legend className="text-lg">
        {isComplete && 'Everyone on this ticket is already in.'}
        {!isComplete && people.length > 1 && `${count}. ${hint}`}
      </legend>
      {people.map((person) => (
        <label key={person.member} className="target flex items-center gap-3 text-xl font-semibold">
          <input
            type="checkbox"
            checked={hasArrived(person)}
            disabled={isFixed(person)}
            onChange={({ target }) => markPeople(phone, entry, [person], target.checked)}
            className="size-7 shrink-0 accent-black scheme-light"
          />
          {person.name}
        </label>
      ))}
    </fieldset>
  )
}

const describe = ({ people, waitingNumber }: DoorEntry, verdict: Verdict): string => {
  switch (verdict) {
    case 'let-in':
      return 'Let in'
    case 'unchecked':
      return 'Payment not checked yet. Let in anyway?'
    case 'found':
      return 'Is this the right entry?'
    case 'waiting':
      return `Waiting list, number ${waitingNumber}. Ask the help desk.`
    case 'replaced':
      return 'This code was replaced. Ask for the newest e-mail.'
    case 'already-in': {
      const { arrivedAt, arrivedAtDoor } = people.find(hasArrived) ?? {}
      return arrivedAt ? `Already in at ${formatClock(arrivedAt)}, ${arrivedAtDoor}` : 'Not in'
    }
    default:
      return 'Not accepted. Send to the help desk.'
  }
}

export const ListedResult = ({
  phone,
  entry,
  verdict,
  onAdmit,
  onClose,
}: {
  phone: Phone
  entry: DoorEntry
  verdict: Verdict
  onAdmit: () => void
  onClose: () => void
}) => {
  const isNew = verdict === 'let-in'
  const isEmpty = isNew && !entry.people.some(hasArrived)
  return (
    <Screen
      tone={isEmpty ? 'plain' : tones[verdict]}
      title={isEmpty ? 'Not let in' : describe(entry, verdict)}
      closeText={verdict === 'unchecked' ? 'Do not let in' : 'Next'}
      onClose={onClose}
    >
      {isNew || verdict === 'already-in' ? (
        <Ticks entry={entry} phone={phone} isNew={isNew} />
      ) : (
        <p className="text-xl font-semibold">{entry.people.map(({ name }) => name).join(', ')}</p>
      )}
      <p className="text-lg">
        {entry.label} · {entry.college}
      </p>
      {(verdict === 'found' || verdict === 'unchecked') && <Press onPress={onAdmit}>Let in</Press>}
    </Screen>
  )
}

export const UnlistedResult = ({
  phone,
  text,
  onSearch,
  onClose,
}: {
  phone: Phone
  text: string
  onSearch: () => void
  onClose: () => void
}) => {
  const [savedName, setSavedName] = useState('')
  const save = (name: string) => {
    recordUnlisted(phone, name)
    setSavedName(name)
  }
  if (savedName) {
    const noted = `${savedName} is noted, and can go in.`
    return <Screen key="noted" tone="grey" title={noted} onClose={onClose} />
  }
  // Links and payment codes contain these characters, and names do not.
  const isForeign = /[:/]/.test(text)
  const title = isForeign
    ? 'This is not a ticket of this festival.'
    : `Not on this list (from ${formatClock(phone.listAt)})`
  return (
    <Screen tone="grey" title={title} onClose={onClose}>
      <Press onPress={onSearch}>Search</Press>
      <div className="bg-paper p-4 text-ink">
        <NameForm
          label="Person’s name"
          initial={isForeign || isTicketCode(text) ? '' : text}
          button="Let in, check later"
          schema={sendScansSchema.entries.unlisted.item.entries.name}
          onSave={save}
        />
      </div>
    </Screen>
  )
}
