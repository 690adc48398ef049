import type {
  AttendanceEntry,
  AttendanceListKey,
  AttendancePerson,
} from '../../../festival/contract/attendance'
import { mayAct, type Role } from '../../../festival/contract/organisers'
import { Button } from '../../../ui/button'
import { PhoneLink } from '../../../ui/phone-link'
import { entryAddress, Link } from '../../address'
import { retryWhenLost, useCommand } from '../../api'
import { DialogButton } from '../../dialog-button'
import { Form, SmallField } from '../../fields'
import { announce, Refused } from '../../messages'
import type { Column } from '../../rows'
import { MarkButtons } from './mark-buttons'
import type { RefusedMark, WaitingMark } from './mark-queue'
import {
  describePresence,
  describeState,
  isAccepted,
  isPending,
  type ListWords,
  nameLeader,
  nameMember,
} from './participants'
import { RemoveGuestDialog, ReplaceDialog } from './person-dialogs'

interface RowContext {
  list: AttendanceListKey
  words: ListWords
  role: Role
  mayMark: boolean
  /** Unsent marks of this list. */
  waiting: readonly WaitingMark[]
  refused: readonly RefusedMark[]
  press: (entryId: string, people: readonly AttendancePerson[], isPresent: boolean) => void
}

interface RowProps {
  entry: AttendanceEntry
  context: RowContext
}

const NameCell = ({ entry, context: { role, waiting, refused } }: RowProps) => {
  const { entryId, guestRole } = entry
  const isOfEntry = ({ mark }: WaitingMark) => mark.entryId === entryId
  const refusal = refused.find(isOfEntry)
  const name = <bdi>{nameLeader(entry)}</bdi>
  return (
    <>
      {role === 'head' || guestRole !== undefined ? (
        name
      ) : (
        <Link href={entryAddress(entryId, '')} className="press text-base">
          {name}
        </Link>
      )}
      {guestRole && <span className="block font-normal text-faded">{guestRole}</span>}
      {waiting.some(isOfEntry) && (
        <span className="block font-semibold text-nerve">Waiting to be sent</span>
      )}
      {refusal && (
        <span role="alert" className="block font-semibold text-artery">
          Not saved. {refusal.message}
        </span>
      )}
    </>
  )
}

const MarkCell = ({ entry, context: { words, mayMark, press } }: RowProps) => {
  if (!isAccepted(entry.state)) {
    return null
  }
  return mayMark ? (
    <MarkButtons
      entry={entry}
      words={words}
      onPress={(people, isPresent) => press(entry.entryId, people, isPresent)}
    />
  ) : (
    <span className="figures">{describePresence(entry, words)}</span>
  )
}

const StateCell = ({ entry: { state, guestRole } }: Pick<RowProps, 'entry'>) =>
  guestRole === undefined && (
    <span className={isPending(state) ? 'font-semibold text-nerve' : ''}>
      {describeState(state)}
    </span>
  )

const RoomCell = ({ entry, context: { role } }: RowProps) => {
  const { entryId, room = '' } = entry
  const saving = useCommand('setRoom', {
    ...retryWhenLost,
    refreshes: ['readAttendance', 'readAudit'],
    onSuccess: () => announce(`The room of ${nameLeader(entry)} is saved.`),
  })
  if (!mayAct(role, 'verifier')) {
    return room
  }
  const submit = (form: HTMLFormElement) =>
    saving.mutate({
      params: { id: entryId },
      body: { room: String(new FormData(form).get('room') ?? '') },
    })
  return (
    <Form onSubmit={submit} className="flex max-w-60 items-center gap-2">
      <SmallField
        key={room}
        type="text"
        name="room"
        aria-label={`Room of ${nameLeader(entry)}`}
        maxLength={40}
        defaultValue={room}
      />
      <Button type="submit" shape="secondary" className="px-3!" disabled={saving.isPending}>
        Save
      </Button>
      <Refused failure={saving.error} />
    </Form>
  )
}

/** Only admins can replace the only person of an entry. */
const ActionCell = ({ entry, context: { list, role } }: RowProps) => {
  const isAdmin = role === 'admin'
  if (entry.guestRole !== undefined) {
    return (
      isAdmin && (
        <DialogButton
          shape="quiet"
          className="px-0! whitespace-nowrap"
          dialog={(close) => <RemoveGuestDialog guest={entry} onClose={close} />}
        >
          Remove …<span className="sr-only">: {nameLeader(entry)}</span>
        </DialogButton>
      )
    )
  }
  const { event } = list
  const isHeadOfTeam = role === 'head' && entry.people.length > 1
  return (
    event &&
    isAccepted(entry.state) &&
    (isAdmin || isHeadOfTeam) && (
      <DialogButton
        shape="quiet"
        className="px-0! whitespace-nowrap"
        dialog={(close) => <ReplaceDialog event={event} entry={entry} onClose={close} />}
      >
        Replace …<span className="sr-only">: {nameLeader(entry)}</span>
      </DialogButton>
    )
  )
}

export const makeColumns = (context: RowContext): Column<AttendanceEntry>[] => {
  const { list, words } = context
  const columns: Column<AttendanceEntry>[] = [
    ['Name', (entry) => <NameCell entry={entry} context={context} />, 'break-words'],
    [
      words.mark,
      (entry) => <MarkCell entry={entry} context={context} />,
      'col-span-full sm:min-w-44',
    ],
    [
      'Phone',
      ({ people: [leader] }) => leader?.phone && <PhoneLink number={leader.phone} />,
      'whitespace-nowrap',
    ],
    ['College', ({ college }) => college, 'max-w-64 break-words'],
    ['ID', ({ label }) => label, 'figures whitespace-nowrap'],
    ['State', (entry) => <StateCell entry={entry} />],
  ]
  if (!list.event) {
    columns.push(['For', ({ what }) => what])
  }
  if (list.night) {
    columns.push(['Room', (entry) => <RoomCell entry={entry} context={context} />, 'col-span-full'])
  }
  columns.push([' ', (entry) => <ActionCell entry={entry} context={context} />, 'print:hidden'])
  return columns
}

interface PrintedPerson {
  entry: AttendanceEntry
  person: AttendancePerson
}

/** Each row ends with a line for a signature. */
export const makePrintColumns = (): Column<PrintedPerson>[] => [
  ['No.', (_row, index) => index + 1],
  ['Name', ({ person }) => nameMember(person)],
  ['ID', ({ entry }) => entry.label || entry.guestRole],
  ['Phone', ({ person }) => person.phone],
  ['College', ({ entry }) => entry.college],
  ['State', ({ entry }) => <StateCell entry={entry} />],
  ['Signature', () => null, 'w-36'],
]
