import { type FormEvent, useState } from 'react'
import type { DoorEntry } from '../festival/contract/door'
import { fieldId } from '../ui/field'
import { TextField } from '../ui/text-field'
import { isTicketCode } from './decide'
import { namePerson } from './list'
import { minSearchLength, searchEntries } from './search'
import { formatCount } from './words'

const path = 'search'
export const searchFieldId = fieldId(path)

/** A scanner that works like a keyboard types its codes here. */
export const SearchField = ({
  entries,
  onChoose,
  onCode,
}: {
  entries: readonly DoorEntry[]
  onChoose: (entry: DoorEntry) => void
  onCode: (text: string) => void
}) => {
  const [text, setText] = useState('')
  const found = searchEntries(entries, text)
  const isSearching = text.trim().length >= minSearchLength
  const choose = (entry: DoorEntry) => {
    setText('')
    onChoose(entry)
  }
  const check = (code: string) => {
    setText('')
    onCode(code)
  }
  const change = (typed: string) => {
    // Names can look like codes.
    if (isTicketCode(typed) && searchEntries(entries, typed).length === 0) {
      check(typed)
    } else {
      setText(typed)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [entry] = found
    if (entry && found.length === 1) {
      choose(entry)
    } else if (isSearching && !entry) {
      check(text)
    }
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        path={path}
        label="Search by name, ID, last digits of the phone, or code"
        value={text}
        onChange={change}
        maxLength={60}
        autoComplete="off"
      />
      <p role="status" className="mt-2 text-faded">
        {isSearching && `${formatCount(found.length, 'entry', 'entries')} found`}
      </p>
      {found.map((entry) => (
        <button
          key={entry.id}
          type="button"
          onClick={() => choose(entry)}
          className="target w-full border-t border-rule py-2 text-left"
        >
          <b>{entry.people.map(namePerson).join(', ')}</b>
          <span className="block text-sm text-faded">
            {entry.label} · {entry.college}
          </span>
        </button>
      ))}
    </form>
  )
}
