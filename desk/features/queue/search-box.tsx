import { useEffect, useRef, useState } from 'react'
import { go, type ListView, listAddress } from '../../address'

/** How long the typing rests before the list is asked for, in milliseconds. */
const restMs = 250

export const searchBoxId = 'queue-search'

/** Searches the list while one types; the address follows without a step for each letter. */
export const SearchBox = ({ view }: { view: ListView }) => {
  const { q = '' } = view.filter
  const [text, setText] = useState(q)
  const timer = useRef(0)
  // The address changed by itself: the back button, or a link.
  useEffect(() => setText((shown) => (shown.trim() === q ? shown : q)), [q])
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const search = (words: string) => {
    const { q: _before, ...rest } = view.filter
    const asked = words.trim().slice(0, 100)
    go(listAddress({ ...view, filter: asked ? { ...rest, q: asked } : rest }), { replace: q !== '' })
  }
  return (
    <search className="min-w-0 flex-1">
      <form
        className="p-2"
        onSubmit={(event) => {
          event.preventDefault()
          window.clearTimeout(timer.current)
          search(text)
        }}
      >
        <label htmlFor={searchBoxId} className="sr-only">
          Search by name, phone, e-mail, ID, UTR or payment code
        </label>
        <input
          id={searchBoxId}
          type="search"
          value={text}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          placeholder="Name, phone, e-mail, ID, UTR, payment code"
          onChange={({ target: { value } }) => {
            setText(value)
            window.clearTimeout(timer.current)
            timer.current = window.setTimeout(() => search(value), restMs)
          }}
          className="target w-full border border-line bg-paper px-3 placeholder:text-faded"
        />
      </form>
    </search>
  )
}
