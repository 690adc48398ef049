import { useEffect, useState } from 'react'
import { Banner } from '../ui/banner'
import { useCanStore } from '../ui/browser-storage'
import { isListStored, listUnsent, useDoor } from './phone'
import { isPageStored } from './registration'
import { formatClock, formatCount } from './words'

/** Shows the age of the list and the number of unsent scans at all times. */
export const ContactLine = () => {
  const state = useDoor()
  const unsent = listUnsent(state).length
  const sent = unsent === 0 ? 'All scans sent' : `${formatCount(unsent, 'scan')} not sent yet`
  return (
    <p className="figures">
      List from {formatClock(state.phone?.listAt ?? '')} · {state.isOffline && 'No connection · '}
      <b>{sent}</b>
    </p>
  )
}

const checkMs = 3_000
const cannotStore =
  'It cannot store this page and its scans. Use another browser, and do not use a private window. Until then, stay online, and keep this page open until all scans are sent.'

/** "Ready" appears only once the page and the list are stored and a code has been read. */
export const Ready = ({
  listAt,
  people,
  reader,
}: {
  listAt: string
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
      <Banner tone="error" title="This browser cannot work without a network">
        {cannotStore}
      </Banner>
    )
  }
  const list = `List from ${formatClock(listAt)}, ${formatCount(people, 'person', 'people')}.`
  if (!isStored) {
    return <Banner tone="note" title="Not ready yet: saving this page and the list. Stay online." />
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
