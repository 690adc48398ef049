import { useEffect, useState } from 'react'
import { Banner } from '../ui/banner'
import { useCanStore } from '../ui/browser-storage'
import { Button } from '../ui/button'
import { changeDoor, isListStored, listUnsent, type Phone, useDoor } from './phone'
import { isPageStored } from './registration'
import { formatClock, formatCount } from './words'

/** Always in view: the age of the list, and the number of unsent scans. */
export const ContactLine = () => {
  const state = useDoor()
  const unsent = listUnsent(state).length
  const sent = unsent === 0 ? 'All scans sent' : `${formatCount(unsent, 'scan')} not sent yet`
  return (
    <p className="figures">
      List from {formatClock(state.phone?.listAt ?? '')} · <b>{sent}</b>
    </p>
  )
}

export const Problems = () => {
  const { problem, refusals } = useDoor()
  return (
    <>
      {problem && <Banner tone="note" title={`${problem} Go on: scans are kept on this phone.`} />}
      {refusals.length > 0 && (
        <Banner tone="error" title="The server did not accept some scans">
          <p>{refusals.join(' ')}</p>
          <Button shape="secondary" onClick={() => changeDoor({ refusals: [] })}>
            Close
          </Button>
        </Banner>
      )}
    </>
  )
}

const checkMs = 3_000

/** "Ready" appears only after the page, the list and a code have been read. */
export const Ready = ({
  phone: { version, listAt },
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
    const check = async () => setIsStored((await isPageStored()) && (await isListStored(version)))
    void check()
    const timer = setInterval(check, checkMs)
    return () => clearInterval(timer)
  }, [version])
  if (!canStore) {
    return (
      <Banner tone="error" title="This browser cannot work without a network">
        It does not store this page and its scans. Use another browser, and no private window. Until
        then, stay connected, and leave this page open until all scans are sent.
      </Banner>
    )
  }
  const list = `List from ${formatClock(listAt)}, ${formatCount(people, 'person', 'people')}.`
  if (isStored && reader) {
    return (
      <p role="status" className="bg-green p-3 font-semibold text-white">
        Ready. {list} {reader} works.
      </p>
    )
  }
  return (
    <div role="status" className="border border-line p-3">
      <p className="font-semibold">Not ready yet</p>
      <p>
        {isStored ? `Works without a network. ${list}` : 'Storing page and list. Stay connected.'}
      </p>
      {!reader && <p>Start the camera and scan the sign of this door.</p>}
    </div>
  )
}
