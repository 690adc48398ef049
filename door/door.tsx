import { type ReactNode, useEffect, useState } from 'react'
import { ErrorBoundary } from '../ui/error-boundary'
import { Loading } from '../ui/icon'
import { listUnsent, useDoor } from './phone'
import { ScanPage } from './scan-page'
import { pair } from './sync'
import { VolunteerForm } from './volunteer'
import { formatCount } from './words'

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto grid max-w-md gap-4 p-5">
    <h1 className="text-2xl">{title}</h1>
    {children}
  </main>
)

/** A pairing's address is `/door#SECRET`. Opening it changes nothing. */
const readSecret = (): string => location.hash.slice(1)

export const DoorPage = () => {
  const { isLoaded, phone } = useDoor()
  const [secret, setSecret] = useState(readSecret)
  useEffect(() => {
    const onChange = () => setSecret(readSecret())
    window.addEventListener('hashchange', onChange)
    return () => window.removeEventListener('hashchange', onChange)
  }, [])
  if (!isLoaded) {
    return <Loading />
  }
  if (secret) {
    const addPhone = async (volunteer: string) => {
      await pair(secret, volunteer)
      history.replaceState(null, '', location.pathname)
      setSecret('')
    }
    return (
      <Message title="Add this phone to a door">
        <VolunteerForm button="Add this phone" onSave={addPhone} />
      </Message>
    )
  }
  if (!phone) {
    return (
      <Message title="This phone is not at a door yet">
        <p>Ask an organiser to open Doors at the desk and to press “Add a phone”.</p>
        <p>Then scan the code on their screen with this phone.</p>
      </Message>
    )
  }
  if (phone.end) {
    return <Ended isOver={phone.end === 'over'} />
  }
  return (
    <ErrorBoundary fallback={<Broken />}>
      <ScanPage phone={phone} />
    </ErrorBoundary>
  )
}

const Broken = () => (
  <Message title="Something went wrong">
    <p>Load the page again. Scans that are not sent yet are kept.</p>
  </Message>
)

const Ended = ({ isOver }: { isOver: boolean }) => {
  const unsent = listUnsent(useDoor()).length
  return isOver ? <Closed unsent={unsent} /> : <NotAdded unsent={unsent} />
}

const Closed = ({ unsent }: { unsent: number }) => (
  <Message title="This door is closed">
    <p>The list is no longer on this phone.</p>
    {unsent > 0 && (
      <p role="status">
        {formatCount(unsent, 'scan')} not sent yet. Connect to the internet and keep this page open.
      </p>
    )}
  </Message>
)

/** The server does not say whether the phone was removed or its key is outdated. */
const NotAdded = ({ unsent }: { unsent: number }) => (
  <Message title="This phone is no longer added to the door.">
    <p>Ask the organiser to add it again.</p>
    {unsent > 0 && (
      <p role="status">
        Its {formatCount(unsent, 'scan is', 'scans are')} kept and will be sent then.
      </p>
    )}
  </Message>
)

export const OtherTab = () => (
  <Message title="The door is open in another tab">
    <p>Use that tab. Or close it, and load this page again.</p>
  </Message>
)
