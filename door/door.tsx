import type { ReactNode } from 'react'
import { VolunteerForm } from './name-form'
import { type End, useDoor } from './phone'
import { ScanPage } from './scan-page'
import { describeUnsent } from './status'
import { pair } from './sync'

const Message = ({
  title,
  text,
  children,
}: {
  title: string
  text?: string
  children?: ReactNode
}) => (
  <main className="mx-auto grid max-w-md gap-4 p-5">
    <h1 className="text-2xl">{title}</h1>
    <p>{text}</p>
    {children}
  </main>
)

/** A pairing link is `/door#SECRET`. Opening it changes nothing; submitting the form does. */
export const DoorPage = () => {
  const { phone } = useDoor()
  const secret = location.hash.slice(1)
  if (secret) {
    return (
      <Message title="Add this phone to a door">
        <VolunteerForm button="Add this phone" onSave={(volunteer) => pair(secret, volunteer)} />
      </Message>
    )
  }
  if (!phone) {
    return (
      <Message
        title="This phone has not been added to a door yet"
        text="Ask an organiser to open Doors at the desk and press “Add a phone”. Then scan the code on their screen with this phone."
      />
    )
  }
  return phone.end ? <Ended end={phone.end} /> : <ScanPage phone={phone} />
}

export const Broken = () => (
  <Message
    title="Something went wrong"
    text="Reload this page. It keeps all scans that have not been sent yet."
  />
)

/** The server answers 401 both for a removed phone and for an outdated token. */
const endings: Record<End, { title: string; text: string }> = {
  over: {
    title: 'This door is closed',
    text: 'The list has been deleted from this phone. If scans have not been sent yet, connect to the internet and keep this page open.',
  },
  removed: {
    title: 'This phone can no longer use this door',
    text: 'Ask an organiser to add it to the same door again. Until then, the phone keeps all unsent scans.',
  },
}

const Ended = ({ end }: { end: End }) => {
  const { title, text } = endings[end]
  return (
    <Message title={title} text={text}>
      <p role="status">{describeUnsent(useDoor()) || 'All scans sent'}</p>
    </Message>
  )
}

export const OtherTab = () => (
  <Message
    title="This page is open in another tab"
    text="Use that tab, or close it and reload this page."
  />
)
