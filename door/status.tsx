import { useEffect, useState } from 'react'
import { Banner } from '../ui/banner'
import { useCanStore } from '../ui/browser-storage'
import { type DoorState, isListStored, listUnsent, type Phone, useDoor } from './phone'
import { isPageStored } from './registration'
import { formatClock, formatCount } from './words'

/** Empty if all scans have been sent. */
export const describeUnsent = (state: DoorState): string => {
  const unsent = listUnsent(state).length
  const own = unsent > 0 ? `${formatCount(unsent, 'scan')} not sent yet. ` : ''
  const earlier = state.scans.length - unsent
  return earlier > 0
    ? `${own}${formatCount(earlier, 'scan from an earlier door was', 'scans from an earlier door were')} not sent. Ask the organiser to add this phone to that door again.`
    : own
}

/** Shows the age of the list and the number of unsent scans at all times. */
export const ContactLine = () => {
  const state = useDoor()
  return (
    <p className="figures">
      {`List from ${formatClock(state.phone?.listAt ?? '')} · `}
      {state.isOffline && 'No connection · '}
      <b>{describeUnsent(state) || 'All scans sent'}</b>
    </p>
  )
}

/** Browsers write cookies to disk up to 30 seconds late. A later list proves that it was kept. */
const cookieMs = 30_000
const checkMs = 3_000
const cannotStore =
  'It cannot store this page and its scans. Use another browser, and do not use a private window. Until then, stay online, and keep this page open until all scans are sent.'

/** "Ready" appears only once the page and the list are stored and a code has been read. */
export const Ready = ({
  phone: { listAt, pairedAt },
  people,
  reader,
}: {
  phone: Phone
  people: number
  /** "Camera" or "Scanner", once it has read a code. */
  reader: string
}) => {
  const canStore = useCanStore()
  const [isStored, setIsStored] = useState(false)
  useEffect(() => {
    const check = async () => setIsStored((await isPageStored()) && (await isListStored()))
    void check()
    const timer = setInterval(check, checkMs)
    return () => clearInterval(timer)
  }, [])
  if (!canStore) {
    return (
      <Banner tone="error" title="This page cannot work offline in this browser">
        {cannotStore}
      </Banner>
    )
  }
  const list = `List from ${formatClock(listAt)}, ${formatCount(people, 'person', 'people')}.`
  if (!isStored || Date.parse(listAt) - Date.parse(pairedAt) < cookieMs) {
    const title =
      'Not ready yet: saving this page and the list. Stay online, and keep this page open for half a minute.'
    return <Banner tone="note" title={title} />
  }
  if (!reader) {
    return (
      <Banner tone="note" title="Not ready yet: start the camera and scan this door’s sign.">
        Works without a network. {list}
      </Banner>
    )
  }
  return (
    <p role="status" className="bg-green p-3 font-semibold text-white">
      Ready. {list} {reader} works.
    </p>
  )
}
