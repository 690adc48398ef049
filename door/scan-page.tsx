import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DoorEntry } from '../festival/contract/door'
import { Banner } from '../ui/banner'
import { CameraView, cameraButtonId } from './camera-view'
import {
  decideByCode,
  decideFound,
  hashCode,
  isRepeat,
  type Sighting,
  type Verdict,
} from './decide'
import { countPeople } from './list'
import { VolunteerForm } from './name-form'
import { listCurrentEntries, type Phone, readDoor, updatePhone, useDoor } from './phone'
import { ListedResult, type Shown, tones, UnlistedResult } from './result'
import { SearchField, searchFieldId } from './search-field'
import { signal } from './signals'
import { ContactLine, Ready } from './status'
import { markPeople } from './sync'

const isTextField = (target: EventTarget | null): boolean =>
  target instanceof Element && target.matches('[type=text]')

/** Decides using only the list on the phone, and never waits for the network. */
export const ScanPage = ({ phone }: { phone: Phone }) => {
  const state = useDoor()
  const entries = listCurrentEntries(state)
  const { all, arrived } = countPeople(entries)
  const [shown, setShown] = useState<Shown>()
  const [reader, setReader] = useState('')
  const last = useRef<Sighting>(undefined)

  const show = (verdict: Verdict, entry?: DoorEntry, text = '') => {
    if (entry && verdict === 'let-in') {
      markPeople(phone, entry, entry.people, true)
    }
    setShown({ id: Date.now(), entryId: entry?.id, verdict, text })
    signal(tones[verdict])
  }
  const showCode = async (text: string, usedReader: string) => {
    const code = await hashCode(phone.door.key, text)
    if (code === phone.door.testCode) {
      setReader(usedReader)
    } else {
      const { entry, verdict } = decideByCode(listCurrentEntries(readDoor()), code)
      show(verdict, entry, text)
    }
  }
  const seeCode = (code: string) => {
    setReader('Camera')
    const sighting = { code, seenMs: Date.now() }
    if (!isRepeat(last.current, sighting)) {
      void showCode(code, 'Camera')
    }
    last.current = sighting
  }

  const close = (focusId: string) => {
    // The page is inert, so it cannot take the focus, until the result is closed.
    flushSync(() => setShown(undefined))
    document.getElementById(focusId)?.focus()
  }
  const search = () => close(searchFieldId)
  /** On a phone that scans with its camera, "Next" must not open the on-screen keyboard. */
  const showNext = () => close(reader === 'Camera' ? cameraButtonId : searchFieldId)
  useEffect(() => {
    const onKey = ({ key, target }: KeyboardEvent) => {
      // A scanner that acts as a keyboard must not leave the previous ticket's result on the screen.
      if (key.length === 1 && key !== ' ' && !isTextField(target)) {
        search()
      } else if (key === 'Escape' && shown) {
        showNext()
      }
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })

  const entry = entries.find(({ id }) => id === shown?.entryId)
  return (
    <>
      <main inert={shown !== undefined} className="mx-auto grid max-w-md gap-3 p-4">
        <h1 className="text-xl">{phone.door.name}</h1>
        <p>
          {phone.volunteer} · {arrived} of {all} in
        </p>
        <ContactLine />
        {state.refusal && (
          <Banner tone="error" title={`The server did not accept the scan of ${state.refusal}`} />
        )}
        <Ready phone={phone} people={all} reader={reader} />
        <SearchField
          entries={entries}
          onDecide={(text, chosen) =>
            chosen ? show(decideFound(chosen), chosen) : showCode(text, 'Scanner')
          }
        />
        <CameraView isSmall={shown !== undefined} onRead={seeCode} onStop={() => setReader('')} />
        <details key={phone.volunteer}>
          <summary className="target underline">Change volunteer</summary>
          <VolunteerForm button="Save" onSave={(volunteer) => updatePhone({ volunteer })} />
        </details>
      </main>
      {shown && entry && (
        <ListedResult
          key={shown.id}
          phone={phone}
          entry={entry}
          verdict={shown.verdict}
          onAdmit={() => show('let-in', entry)}
          onClose={showNext}
        />
      )}
      {shown && !entry && (
        <UnlistedResult
          key={shown.id}
          phone={phone}
          text={shown.text}
          onSearch={search}
          onClose={showNext}
        />
      )}
    </>
  )
}
