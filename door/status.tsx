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
  const canStore = useCanStore()
  return (
    <>
      {problem && <Banner tone="note" title={`${problem} Go on: scans are kept on this phone.`} />}
      {!canStore && (
        <Banner tone="error" title="This browser does not store scans">
          Leave this page open until all scans are sent, or use a window that is not private.
        </Banner>
      )}
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
  hasCameraRead,
  hasScannerRead,
}: {
  phone: Phone
  people: number
  hasCameraRead: boolean
  /** Whether a scanner that works like a keyboard has read the sign. */
  hasScannerRead: boolean
}) => {
  const [isStored, setIsStored] = useState(false)
  useEffect(() => {
    const check = async () => setIsStored((await isPageStored()) && (await isListStored(version)))
    void check()
    const timer = setInterval(check, checkMs)
    return () => clearInterval(timer)
  }, [version])
  const list = `List from ${formatClock(listAt)}, ${formatCount(people, 'person', 'people')}.`
  const scannerWords = hasScannerRead ? 'Scanner works.' : ''
  const works = hasCameraRead ? 'Camera works.' : scannerWords
  if (isStored && works !== '') {
    return (
      <p role="status" className="bg-green p-3 font-semibold text-white">
        Ready. {list} {works}
      </p>
    )
  }
  return (
    <div role="status" className="border border-line p-3">
      <p className="font-semibold">Not ready yet</p>
      <p>
        {isStored ? `Works without a network. ${list}` : 'Storing page and list. Stay connected.'}
      </p>
      <p>{works || 'Start the camera and scan the sign of this door.'}</p>
    </div>
  )
}
