import { autocompleteLite, useMultiSelect } from '@szhsin/react-autocomplete'
import { useEffect, useRef, useState } from 'react'
import { describedBy, FieldNotes, type FieldProps, fieldId, OptionalMark } from './field'
import { Cross } from './icon'
import { inputClasses } from './text-field'

export interface SearchableOption {
  value: string
  label: string
  /** Set if the name is only a part of the label. */
  name?: string
  /** Shown after the label, and searched too. */
  note?: string
  /** Searched, but never shown. */
  words?: string
}

/**
 * Returns lower case and removes accents, apostrophes and signs, so that "exodontiax" finds
 * "Exodontia’X".
 */
const normalise = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}’‘']/gu, '')

/**
 * Lists names or labels that begin with the text first, then matches at the start of a word, then
 * other matches.
 */
export const findOptions = (
  options: readonly SearchableOption[],
  text: string,
): SearchableOption[] => {
  const query = normalise(text.trim())
  const words = query.split(/\s+/).filter(Boolean)
  const matches = options.filter((option) => {
    const searched = normalise(`${option.label} ${option.note ?? ''} ${option.words ?? ''}`)
    return words.every((word) => searched.includes(word))
  })
  const rank = (option: SearchableOption): number => {
    const label = normalise(option.label)
    if (label.startsWith(query) || normalise(option.name ?? '').startsWith(query)) {
      return 0
    }
    if (words.every((word) => label.split(/\s+/).some((part) => part.startsWith(word)))) {
      return 1
    }
    return words.every((word) => label.includes(word)) ? 2 : 3
  }
  return matches.toSorted((left, right) => rank(left) - rank(right))
}

/** Milliseconds for which the list stays open after losing the focus. */
const closeDelayMs = 150

interface MultiSelectProps extends FieldProps {
  options: readonly SearchableOption[]
  chosen: readonly string[]
  onChange: (values: string[]) => void
  prompt: string
}

const useDelayedClose = () => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const cancelClose = () => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])
  const closeLater = (close: () => void) => {
    cancelClose()
    timer.current = setTimeout(close, closeDelayMs)
  }
  return { closeLater, cancelClose }
}

const Chips = ({
  chosen,
  onRemove,
}: {
  chosen: readonly SearchableOption[]
  onRemove: (option: SearchableOption) => void
}) => (
  <ul aria-label="Chosen" className="mt-2 flex flex-wrap gap-2 empty:hidden">
    {chosen.map((option) => (
      <li key={option.value}>
        <button
          type="button"
          onClick={() => onRemove(option)}
          className="inline-flex min-h-11 items-center gap-2 border border-accent bg-paper py-1 pr-2.5 pl-3 text-left text-sm font-semibold hover:border-ink"
        >
          <span className="sr-only">Remove </span>
          {option.label}
          <Cross />
        </button>
      </li>
    ))}
  </ul>
)

const countMatches = ({ length }: readonly SearchableOption[]): string =>
  length === 1 ? '1 match' : `${length} matches`

/**
 * Enter selects the first match, and Backspace in the empty input removes the last choice. Screen
 * readers announce each change.
 */
export const MultiSelect = ({
  path,
  label,
  hint,
  error,
  isOptional = false,
  options,
  chosen,
  onChange,
  prompt,
}: MultiSelectProps) => {
  const [text, setText] = useState('')
  const [announcement, setAnnouncement] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const choices = useRef<HTMLUListElement>(null)
  const { closeLater, cancelClose } = useDelayedClose()
  const selected = chosen.flatMap((value) => options.find((option) => option.value === value) ?? [])
  const items = findOptions(options, text).filter((option) => !chosen.includes(option.value))

  const change = (next: SearchableOption[]) => {
    const added = next.find((option) => !chosen.includes(option.value))
    const removed = selected.find((option) => !next.includes(option))
    setAnnouncement(
      `${added ? `${added.label} added` : `${removed?.label} removed`}. ${next.length} chosen.`,
    )
    setText('')
    onChange(next.map((option) => option.value))
  }
  const list = useMultiSelect({
    feature: autocompleteLite<SearchableOption>({ select: true, closeOnSelect: false }),
    items,
    value: text,
    onChange: (next = '') => setText(next),
    getItemValue: (option) => option.label,
    selected,
    onSelectChange: change,
  })
  const remove = (option: SearchableOption) => {
    const index = selected.indexOf(option)
    list.removeSelect(option)
    // Focuses the next chip, so that the phone's keyboard stays hidden.
    requestAnimationFrame(() => {
      const chips = box.current?.querySelectorAll<HTMLElement>('li > button') ?? []
      const next = chips[Math.min(index, chips.length - 1)] ?? list.inputRef.current
      next?.focus()
    })
  }

  // Elements fixed to the bottom of the screen must not cover an open list.
  useEffect(() => {
    if (list.open) {
      choices.current?.scrollIntoView({ block: 'nearest' })
    }
  }, [list.open])

  const input = list.getInputProps()
  const id = fieldId(path)
  return (
    <div ref={box}>
      <label id={`${id}-label`} htmlFor={id} className="font-semibold">
        {label}
        {isOptional && <OptionalMark />}
      </label>
      <FieldNotes path={path} hint={hint} error={error} />
      <Chips chosen={selected} onRemove={remove} />
      <div className="relative mt-1.5">
        <input
          {...input}
          id={id}
          name={path}
          placeholder={prompt}
          required={!isOptional && chosen.length === 0}
          enterKeyHint="done"
          aria-labelledby={`${id}-label`}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ path, hint, error })}
          className={`${inputClasses} placeholder:text-faded`}
          onFocus={cancelClose}
          onBlur={(event) => closeLater(() => input.onBlur?.(event))}
          onChange={(event) => {
            input.onChange?.(event)
            const matches = findOptions(options, event.target.value).filter(
              (option) => !chosen.includes(option.value),
            )
            const isEmpty = event.target.value.trim() === ''
            list.setFocusIndex(isEmpty ? -1 : 0)
            setAnnouncement(countMatches(matches))
          }}
          onKeyDown={(event) => {
            if (event.key === 'Backspace' && !text) {
              list.removeSelect()
            }
            input.onKeyDown?.(event)
            // Enter selects an option and never submits the form.
            if (event.key === 'Enter') {
              event.preventDefault()
            }
          }}
        />
        <ul
          {...list.getListProps()}
          ref={choices}
          aria-labelledby={`${id}-label`}
          hidden={!list.open}
          onPointerDown={(event) => event.pointerType === 'mouse' && event.preventDefault()}
          className="absolute inset-x-0 top-full z-20 max-h-72 overflow-y-auto overscroll-contain border border-t-0 border-line bg-leaf [box-shadow:0_8px_24px_var(--shade)]"
        >
          {list.open &&
            items.map((item, index) => (
              <li
                key={item.value}
                {...list.getItemProps({ item, index })}
                className={`flex min-h-12 cursor-pointer flex-wrap items-center gap-x-3 border-t border-rule px-3 py-1.5 ${index === list.focusIndex ? 'bg-ink text-paper' : ''}`}
              >
                <span className="font-semibold">{item.label}</span>
                {item.note && <span className="text-sm">{item.note}</span>}
              </li>
            ))}
          {items.length === 0 && (
            <li role="presentation" className="px-3 py-3 text-sm text-faded">
              {text ? 'No matches.' : 'All are chosen.'}
            </li>
          )}
        </ul>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
