import { useQuery } from '@tanstack/react-query'
import { formatShortDay } from '../../../festival/content/slot'
import { parseListName } from '../../../festival/contract/attendance'
import type { DeskDoor, DoorPhone } from '../../../festival/contract/desk-doors'
import { doorBounds } from '../../../festival/contract/door'
import { Button } from '../../../ui/button'
import { CopyButton } from '../../../ui/copy-button'
import { Dialog } from '../../../ui/dialog'
import { attendanceAddress, eventAddress, Link, pages, useAddress } from '../../address'
import { queryCall, useCommand, useMe } from '../../api'
import { DialogButton } from '../../dialog-button'
import { announce, Refused } from '../../messages'
import { Page } from '../../page'
import { type Column, List, Table } from '../../rows'
import {
  formatAge,
  formatCount,
  formatMoment,
  formatNumber,
  serverAheadMs,
  useNow,
} from '../../words'
import { DoorSign } from './door-sign'
import { OpenDialog } from './open-dialog'
import { Qr } from './qr'

export const doorsOptions = {
  ...queryCall('readDoors', {}),
  staleTime: 0,
  refetchInterval: () => document.visibilityState === 'visible' && 10_000,
}

export const DoorsPage = () => {
  const params = new URLSearchParams(useAddress().search)
  const doors = useQuery(doorsOptions)
  const mayOpen = useMayOpen()
  const signed = doors.data?.doors.find(({ id }) => id === params.get('sign'))
  if (signed) {
    return <DoorSign door={signed} />
  }
  return (
    <Page
      title="Doors"
      intro="Volunteers scan tickets at a door with their own phones. Open a door for a list, then add phones."
      query={doors}
      what="The doors cannot be shown."
      className="max-w-5xl"
    >
      {mayOpen && (
        <DialogButton
          shape="primary"
          className="mt-4"
          dialog={(close) => <OpenDialog onClose={close} />}
        >
          Open a door …
        </DialogButton>
      )}
      <List
        rows={doors.data?.doors}
        rowKey="id"
        emptyText="No doors yet."
        className="mt-4"
        itemClassName="py-5"
      >
        {(door) => <Door door={door} />}
      </List>
    </Page>
  )
}

const useMayOpen = (): boolean => {
  const role = useMe()?.role
  return role !== undefined && role !== 'viewer'
}

const listAddress = (name: string): string => {
  const list = parseListName(name)
  return list?.event ? eventAddress(list.event) : attendanceAddress(list ?? {})
}

const Door = ({ door }: { door: DeskDoor }) => {
  const { id, name, list, day, endsAt, people, phones, unlisted } = door
  const now = useNow(10_000) + serverAheadMs()
  const mayOpen = useMayOpen()
  const hasEnded = now >= Date.parse(endsAt)
  return (
    <section aria-label={name}>
      <h2 className="text-lg">{name}</h2>
      <p className="figures text-faded">
        {formatShortDay(day)}, {hasEnded ? 'closed' : `until ${formatMoment(endsAt)}`} ·{' '}
        {formatNumber(people)} let in
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-4">
        {mayOpen && !hasEnded && <AddPhone door={door} />}
        <Link href={listAddress(list)} className="press">
          Who is in
        </Link>
        <Link href={`${pages.doors}?sign=${id}`} className="press">
          Sign for the door
        </Link>
      </div>
      <Phones door={door} now={now} mayRemove={mayOpen} />
      {phones.length === 0 && <p className="mt-2">No phones yet.</p>}
      {unlisted.length > 0 && <h3 className="mt-3 font-semibold">Let in, but not on the list</h3>}
      <List rows={unlisted} rowKey="id" itemClassName="figures py-2">
        {(person) => (
          <>
            <b className="font-semibold wrap-anywhere">{person.name}</b>, {formatMoment(person.at)},
            by {person.volunteer}
          </>
        )}
      </List>
    </section>
  )
}

const Phones = ({ door, now, mayRemove }: { door: DeskDoor; now: number; mayRemove: boolean }) => {
  const removing = useCommand('removePhone', {
    refreshes: ['readDoors', 'readAudit'],
    onSuccess: () => announce('The phone was removed.'),
  })
  const showAge = (at: string | null) => at && `${formatAge(at, now)} ago`
  const columns: readonly Column<DoorPhone>[] = [
    [
      'Volunteer',
      ({ volunteer, isCopied }) => (
        <>
          {volunteer}
          {isCopied && <b className="block text-artery">Copied? Remove it and add it again.</b>}
        </>
      ),
      'wrap-anywhere',
    ],
    ['Last contact', ({ seenAt }) => showAge(seenAt), 'figures'],
    ['List from', ({ listAt }) => showAge(listAt), 'figures'],
    ['Unsent scans', ({ unsent }) => formatNumber(unsent), 'figures'],
    [
      ' ',
      ({ id, volunteer }) =>
        mayRemove && (
          <Button
            shape="secondary"
            className="px-3!"
            disabled={removing.isPending}
            onClick={() => removing.mutate({ params: { id: door.id, phone: id } })}
          >
            Remove<span className="sr-only">: {volunteer}’s phone</span>
          </Button>
        ),
    ],
  ]
  return (
    <>
      <Table
        columns={columns}
        rows={door.phones}
        rowKey="id"
        className="mt-2"
        tableClassName="cards"
      />
      <Refused failure={removing.error} />
    </>
  )
}

const AddPhone = ({ door: { id, name, phones } }: { door: DeskDoor }) => {
  const adding = useCommand('addPhone', { refreshes: ['readAudit'] })
  const address = adding.data?.address
  return (
    <>
      <Button
        shape="secondary"
        disabled={adding.isPending}
        onClick={() => adding.mutate({ params: { id } })}
      >
        Add a phone …<span className="sr-only">: {name}</span>
      </Button>
      <Refused failure={adding.error} />
      {address && (
        <Dialog title="Add a phone" onClose={adding.reset}>
          <p>
            Scan this code with the phone’s camera, or open the link on the phone. It adds one phone
            to {name} and expires after {doorBounds.pairingMinutes} minutes.
          </p>
          <Qr text={address} label="QR code that adds a phone" className="mx-auto my-4 w-64" />
          <CopyButton text={address} label="Copy link" />
          <p role="status" className="mt-3">
            {formatCount(phones.length, 'phone')} at this door.
          </p>
        </Dialog>
      )}
    </>
  )
}
