import { type FormEvent, useState } from 'react'
import type { DoorEntry } from '../festival/contract/door'
import { Button } from '../ui/button'
import { fieldId } from '../ui/field'
import { TextField } from '../ui/text-field'
import { isTicketCode } from './decide'
import { minSearchLength, searchEntries } from './search'
import { formatCount } from './words'

const path = 'search'
export const searchFieldId = fieldId(path)

/** A scanner that acts as a keyboard types its codes into this field. */
export const SearchField = ({
  entries,
  onDecide,
}: {
  entries: readonly DoorEntry[]
  /** `entry` is undefined if no entry was found, so the text is treated as a code or a name. */
  onDecide: (text: string, entry?: DoorEntry) => void
}) => {
  const [text, setText] = useState('')
  const found = searchEntries(entries, text)
  const isSearching = text.trim().length >= minSearchLength
  const decideOn = (typed: string, entry?: DoorEntry) => {
    setText('')
    onDecide(typed, entry)
  }
  const change = (typed: string) => {
    setText(typed)
    // A name can look like a code.
    if (isTicketCode(typed) && searchEntries(entries, typed).length === 0) {
      decideOn(typed)
    }
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSearching && found.length < 2) {
      decideOn(text, found[0])
    }
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        path={path}
        label="Search by name, ID, last digits of the phone number, or ticket code"
        value={text}
        onChange={change}
        maxLength={60}
        autoComplete="off"
      />
      <p role="status" className="mt-2 text-faded">
        {isSearching && `${formatCount(found.length, 'entry', 'entries')} found`}
      </p>
      {isSearching && found.length === 0 && (
        <Button type="submit" shape="secondary" className="mt-2">
          Not found: enter the name
        </Button>
      )}
      {found.map((entry) => (
        <button
          key={entry.id}
          type="button"
          onClick={() => decideOn(text, entry)}
          className="target w-full border-t border-rule py-2 text-left"
        >
          <b>{entry.people.map(({ name }) => name).join(', ')}</b>
          <span className="block text-sm text-faded">
            {entry.label} · {entry.college}
          </span>
        </button>
      ))}
    </form>
  )
}
