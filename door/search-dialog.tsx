import { useState } from 'react'
import type { DoorEntry } from '../festival/contract/door'
import { Dialog } from '../ui/dialog'
import { TextField } from '../ui/text-field'
import { decide, isTicketCode, type Verdict } from './decide'
import { namePerson } from './list'
import { minSearchLength, searchEntries } from './search'
import { formatCount } from './words'

const verdictWords: Readonly<Record<Verdict, string>> = {
  'let-in': 'Not in yet',
  unchecked: 'Payment not checked yet',
  waiting: 'Waiting list',
  'already-in': 'Already in',
  refused: 'Not accepted',
  replaced: 'Code replaced',
}

export const SearchDialog = ({
  entries,
  onChoose,
  onCode,
  onClose,
}: {
  entries: readonly DoorEntry[]
  onChoose: (entry: DoorEntry) => void
  onCode: (text: string) => void
  onClose: () => void
}) => {
  const [text, setText] = useState('')
  const found = searchEntries(entries, text)
  const search = (typed: string) => {
    setText(typed)
    if (isTicketCode(typed)) {
      onCode(typed)
    }
  }
  return (
    <Dialog title="Search" onClose={onClose}>
      <TextField
        path="search"
        label="Name, registration ID, last digits of the phone, or code of a ticket"
        value={text}
        onChange={search}
        data-first
        maxLength={60}
        autoComplete="off"
      />
      <p role="status" className="mt-3 text-faded">
        {text.trim().length < minSearchLength
          ? `Type at least ${minSearchLength} characters.`
          : `${formatCount(found.length, 'entry', 'entries')} found`}
      </p>
      <ul className="mt-2">
        {found.map((entry) => (
          <li key={entry.id} className="border-t border-rule">
            <button
              type="button"
              onClick={() => onChoose(entry)}
              className="target w-full py-2 text-left"
            >
              <b>{entry.people.map(namePerson).join(', ')}</b>
              <span className="block text-sm text-faded">
                {[entry.label, entry.college, verdictWords[decide(entry)]].join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
