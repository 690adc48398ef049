import { type ReactNode, useEffect, useState } from 'react'
import { Banner } from '../ui/banner'
import { ErrorBoundary } from '../ui/error-boundary'
import { Loading } from '../ui/icon'
import { listUnsent, pair, useDoor } from './phone'
import { ScanPage } from './scan-page'
import { VolunteerForm } from './volunteer'
import { formatCount } from './words'

/** The address of a pairing is `/door#SECRET`. Opening it does nothing. */
const readSecret = (): string => location.hash.slice(1)

const usePairing = () => {
  const [secret, setSecret] = useState(readSecret)
  useEffect(() => {
    const onChange = () => setSecret(readSecret())
    window.addEventListener('hashchange', onChange)
    return () => window.removeEventListener('hashchange', onChange)
  }, [])
  const end = () => {
    history.replaceState(null, '', location.pathname)
    setSecret('')
  }
  return { secret, end }
}

export const DoorPage = ({ isOnlyTab }: { isOnlyTab: boolean }) => {
  const { isLoaded, phone } = useDoor()
  const { secret, end } = usePairing()
  if (!isOnlyTab) {
    return (
      <Message title="The door is open in another tab">
        Use that tab. Or close it, and load this page again.
      </Message>
    )
  }
  if (!isLoaded) {
    return <Loading />
  }
  if (secret) {
    return <PairingPage secret={secret} onPaired={end} />
  }
  if (!phone) {
    return (
      <Message title="This phone is not at a door yet">
        Ask an organiser to open Doors at the desk and to press “Add a phone”. Then scan the code
        with this phone’s camera.
      </Message>
    )
  }
  if (phone.end) {
    return <EndedPage />
  }
  return (
    <ErrorBoundary
      fallback={
        <Message title="Something went wrong">
          Load the page again. Scans that are not sent yet are not lost.
        </Message>
      }
    >
      <ScanPage phone={phone} />
    </ErrorBoundary>
  )
}

const Message = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="mx-auto grid max-w-middle gap-4 p-5">
    <h1 className="text-2xl">{title}</h1>
    <p>{children}</p>
  </main>
)

const PairingPage = ({ secret, onPaired }: { secret: string; onPaired: () => void }) => {
  const { phone } = useDoor()
  const save = async (volunteer: string): Promise<string> => {
    try {
      await pair(secret, volunteer)
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
    onPaired()
    return ''
  }
  return (
    <main className="mx-auto grid max-w-middle gap-4 p-5">
      <h1 className="text-2xl">Add this phone to a door</h1>
      {phone && !phone.end && (
        <Banner tone="note" title={`This phone then leaves ${phone.door.name}.`} />
      )}
      <VolunteerForm button="Add this phone" onSave={save} />
    </main>
  )
}

const EndedPage = () => {
  const state = useDoor()
  const unsent = listUnsent(state).length
  const isOver = state.phone?.end === 'over'
  return (
    <Message title={isOver ? 'This door is closed' : 'This phone was removed'}>
      The list is no longer on this phone.{' '}
      {unsent > 0 && `${formatCount(unsent, 'scan')} could not be sent yet. `}
      {unsent > 0 && isOver && 'Keep this page open and connect to the internet.'}
      {unsent > 0 && !isOver && 'Ask an organiser to add this phone to the same door again.'}
    </Message>
  )
}
