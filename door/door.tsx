import type { ReactNode } from 'react'
import { VolunteerForm } from './name-form'
import { type End, listUnsent, useDoor } from './phone'
import { ScanPage } from './scan-page'
import { pair } from './sync'
import { formatCount } from './words'

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

/** A pairing's address is `/door#SECRET`. Opening it changes nothing. */
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
        title="This phone is not at a door yet"
        text="Ask an organiser to open Doors at the desk and to press “Add a phone”. Then scan the code on their screen with this phone."
      />
    )
  }
  return phone.end ? <Ended end={phone.end} /> : <ScanPage phone={phone} />
}

export const Broken = () => (
  <Message
    title="Something went wrong"
    text="Load the page again. Scans that are not sent yet are kept."
  />
)

/** The server does not say whether the phone was removed or its key is outdated. */
const endings: Record<End, { title: string; text: string; unsent: string }> = {
  over: {
    title: 'This door is closed',
    text: 'The list is no longer on this phone.',
    unsent: 'Connect to the internet and keep this page open.',
  },
  removed: {
    title: 'This phone is no longer added to the door.',
    text: 'Ask the organiser to add it again.',
    unsent: 'They are kept until then.',
  },
}

const Ended = ({ end }: { end: End }) => {
  const count = listUnsent(useDoor()).length
  const { title, text, unsent } = endings[end]
  return (
    <Message title={title} text={text}>
      <p role="status">{count > 0 && `${formatCount(count, 'scan')} not sent yet. ${unsent}`}</p>
    </Message>
  )
}

export const OtherTab = () => (
  <Message
    title="The door is open in another tab"
    text="Use that tab. Or close it, and load this page again."
  />
)
