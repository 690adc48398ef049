import { type FormEvent, type KeyboardEvent, useRef, useState } from 'react'
import { eventDetails } from '#edition/events'
import { categories, sections } from '#edition/groups'
import { identity, lunch, sisterEvent } from '#edition/identity'
import { contactSections } from '#edition/people'
import { programme } from '#edition/programme'
import { shop } from '#edition/shop'
import { workshopDetails } from '#edition/workshops'
import { changeAllDetails } from '../../../festival/live/state'
import { keep } from '../../../ui/browser-storage'
import { Dialog } from '../../../ui/dialog'
import { useCloseOnBack } from '../../../ui/use-close-on-back'
import { isSearchKeyOn, searchShortcutStorageKey } from '../../device/storage-keys'
import { useFestival } from '../../festival'
import { createPlaceSearch } from '../../lookup/places'
import { questionHandler } from '../../lookup/question-handler'
import { useOffers } from '../../moment'
import { Link } from '../../navigation/link'
import { useNavigation } from '../../navigation/navigation'

/** The search loads only this content. */
const searched = {
  sections,
  categories,
  programme,
  contactSections,
  shop,
  lunch,
  identity,
  sisterEvent,
}

export const SearchDialog = ({ onClose }: { onClose: () => void }) => {
  useCloseOnBack(onClose)
  const { go } = useNavigation()
  const list = useRef<HTMLUListElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState('')
  const offers = useOffers()
  const { subjects, state } = useFestival()
  const [search] = useState(() => {
    const details = {
      eventDetails: changeAllDetails(eventDetails, state),
      workshopDetails: changeAllDetails(workshopDetails, state),
    }
    return createPlaceSearch({ ...searched, ...details, subjects }, offers)
  })
  const handleQuestion = questionHandler.read()
  const isAsked = query.trim() !== ''
  const places = isAsked ? search.find(query) : search.offered
  const count = places.length === 1 ? '1 result' : `${places.length} results`

  const moveFocus = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') {
      return
    }
    const links = list.current?.querySelectorAll('a') ?? []
    const stops = [input.current, ...links]
    const place = stops.findIndex((stop) => stop?.matches(':focus'))
    const step = event.key === 'ArrowDown' ? 1 : -1
    event.preventDefault()
    stops[(place + step + stops.length) % stops.length]?.focus()
  }
  const openFirst = (event: FormEvent) => {
    event.preventDefault()
    const [first] = places
    if (!isAsked || !first) {
      return
    }
    onClose()
    go(first.href)
  }
  return (
    <Dialog
      title="Search"
      onClose={onClose}
      className="max-sm:mt-0! max-sm:mb-auto! max-sm:border-b! sm:mt-[8dvh] sm:w-[38rem]"
    >
      <search onKeyDown={moveFocus} className="block">
        <form onSubmit={openFirst}>
          <label htmlFor="search" className="sr-only">
            What are you looking for?
          </label>
          <input
            ref={input}
            id="search"
            data-first
            type="search"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
            autoComplete="off"
            enterKeyHint="go"
            maxLength={100}
            placeholder="An event, a topic, a person, a page"
            className="min-h-12 w-full border border-line bg-paper px-3 placeholder:text-faded"
          />
        </form>
        <p role="status" className="caption mt-3 min-h-6">
          {isAsked && (places.length > 0 ? count : 'No results. Try a shorter word.')}
          {!isAsked && 'Open now and popular'}
        </p>
        {places.length === 0 && handleQuestion && (
          <button
            type="button"
            onClick={() => {
              onClose()
              handleQuestion(query)
            }}
            className="mt-2 min-h-12 border border-line px-5 font-semibold hover:border-ink"
          >
            Ask instead
          </button>
        )}
        <ul ref={list} className="mt-1 sm:min-h-[min(24rem,50dvh)]">
          {places.map(({ kind, title, note, href }) => (
            <li key={`${kind} ${title}`} className="border-b border-rule last:border-b-0">
              <Link
                href={href}
                onClick={onClose}
                className="group flex min-h-14 items-center justify-between gap-4 py-1.5 focus-visible:outline-offset-0"
              >
                <span className="min-w-0">
                  <span className="block font-display text-[1.1875rem]/6 underline decoration-line underline-offset-4 group-hover:decoration-ink">
                    {title}
                  </span>
                  <span className="figures line-clamp-2 text-sm text-faded">{note}</span>
                </span>
                <span className="caption shrink-0">{kind}</span>
              </Link>
            </li>
          ))}
        </ul>
      </search>
      <label className="mt-2 flex min-h-11 items-center gap-3 pointer-coarse:hidden border-t border-rule pt-2 text-sm text-faded">
        <input
          type="checkbox"
          defaultChecked={isSearchKeyOn()}
          onChange={(event) =>
            keep(searchShortcutStorageKey, event.target.checked ? undefined : 'off')
          }
          className="size-5 shrink-0 accent-ink"
        />
        The key / opens this search
      </label>
    </Dialog>
  )
}
