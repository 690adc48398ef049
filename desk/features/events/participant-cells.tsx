import type { ReactNode } from 'react'
import type {
  AttendanceEntry,
  AttendanceListKey,
  AttendancePerson,
} from '../../../festival/contract/attendance'
import { mayAct, type Role } from '../../../festival/contract/organisers'
import { formatTicketCode } from '../../../festival/contract/ticket'
import { Button } from '../../../ui/button'
import { PhoneLink } from '../../../ui/phone-link'
import { entryAddress, Link } from '../../address'
import { retryWhenLost, useCommand } from '../../api'
import { DialogButton } from '../../dialog-button'
import { Form, SmallField } from '../../fields'
import { announce, Refused } from '../../messages'
import type { Column } from '../../rows'
import type { Press, StoredMark } from './attendance-marks'
import {
  describePresence,
  describeRepeats,
  describeState,
  findMarkWord,
  isAccepted,
  listNamed,
  nameLeader,
  nameMember,
} from './participants'
import { ReplaceDialog } from './replace-dialog'

interface Context {
  list: AttendanceListKey
  role: Role
  /** This list's marks that are not saved yet. */
  stored: readonly StoredMark[]
  /** Whether marks are unsent because the server cannot be reached. */
  isDelayed: boolean
  press: (press: Press) => void
}

interface CellProps {
  entry: AttendanceEntry
  context: Context
}

const NameCell = ({ entry, context: { role, stored, isDelayed } }: CellProps) => {
  const { entryId, people } = entry
  const marks = stored.filter(({ mark }) => mark.entryId === entryId)
  const refusal = marks.find((mark) => mark.refusal)?.refusal
  const name = <bdi>{nameLeader(entry)}</bdi>
  return (
    <>
      {role === 'head' ? (
        name
      ) : (
        <Link href={entryAddress(entryId, '')} className="press text-base">
          {name}
        </Link>
      )}
      {people.slice(1).map((person) => (
        <span key={person.member} className="hidden print:block">
          {nameMember(person)}
        </span>
      ))}
      {isDelayed && marks.length > 0 && !refusal && (
        <span className="block font-semibold text-nerve">Waiting to be sent</span>
      )}
      {refusal && (
        <span role="alert" className="block font-semibold text-artery">
          Not saved. {refusal}
        </span>
      )}
    </>
  )
}

const Toggle = ({
  isPressed,
  onPress,
  children,
}: {
  /** Undefined if the button's label changes when it is pressed. */
  isPressed: boolean | undefined
  onPress: () => void
  children: ReactNode
}) => (
  <button
    type="button"
    aria-pressed={isPressed}
    onClick={onPress}
    className="target border border-line px-3 font-semibold wrap-anywhere hover:border-ink aria-pressed:border-transparent aria-pressed:bg-ink aria-pressed:text-paper"
  >
    {isPressed && <span aria-hidden="true">✓ </span>}
    {children}
  </button>
)

const MarkCell = ({ entry, context: { list, role, press } }: CellProps) => {
  const { entryId, people } = entry
  const presence = (
    <span className="figures text-faded">
      {describePresence(entry, list)}
      <span className="block font-semibold text-nerve">{describeRepeats(entry)}</span>
    </span>
  )
  if (role === 'viewer' || !isAccepted(entry)) {
    return presence
  }
  const isTeam = people.length > 1
  const wordButton = ({ isPresent }: AttendancePerson) =>
    isPresent && list.night ? 'Left' : findMarkWord(list)
  const named = listNamed(entry)
  const isComplete = named.every(({ isPresent }) => isPresent)
  const mark = (marked: readonly AttendancePerson[], isPresent: boolean) =>
    press({ entryId, people: marked, isPresent })
  const others = named.filter(({ isPresent }) => isPresent === isComplete)
  return (
    <div className="flex flex-wrap items-center gap-2">
      {named.length > 1 && (
        <Toggle isPressed={isComplete} onPress={() => mark(others, !isComplete)}>
          All {named.length}
          <span className="sr-only"> of {nameLeader(entry)}</span>
        </Toggle>
      )}
      {people.map((person) => (
        <Toggle
          key={person.member}
          isPressed={list.night ? undefined : person.isPresent}
          onPress={() => mark([person], !person.isPresent)}
        >
          {isTeam ? nameMember(person) : wordButton(person)}
          {!isTeam && <span className="sr-only">: {nameMember(person)}</span>}
        </Toggle>
      ))}
      {presence}
    </div>
  )
}

const RoomCell = ({ entry, context: { role } }: CellProps) => {
  const { entryId, room } = entry
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
      body: { room: String(new FormData(form).get('room')) },
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
const ReplaceCell = ({ entry, context: { list, role } }: CellProps) => {
  const { event } = list
  const mayReplace = role === 'admin' || (role === 'head' && entry.people.length > 1)
  return (
    event &&
    mayReplace &&
    isAccepted(entry) && (
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

export const makeColumns = (context: Context): Column<AttendanceEntry>[] => {
  const { list } = context
  const columns: Column<AttendanceEntry>[] = [
    ['Name', (entry) => <NameCell entry={entry} context={context} />, 'break-words'],
    [
      findMarkWord(list),
      (entry) => <MarkCell entry={entry} context={context} />,
      'col-span-full sm:min-w-44 print:hidden',
    ],
    [
      'Phone',
      ({ people: [leader] }) => leader?.phone && <PhoneLink number={leader.phone} />,
      'whitespace-nowrap',
    ],
    ['College', ({ college }) => college, 'max-w-64 break-words'],
    ['ID', ({ label }) => label, 'figures whitespace-nowrap'],
    ['State', describeState],
  ]
  if (list.event) {
    columns.push([' ', (entry) => <ReplaceCell entry={entry} context={context} />, 'print:hidden'])
  } else {
    columns.push(['For', ({ what }) => what])
  }
  if (list.night) {
    columns.push(['Room', (entry) => <RoomCell entry={entry} context={context} />, 'col-span-full'])
  }
  columns.push(['Ticket', ({ code }) => formatTicketCode(code), 'hidden! print:table-cell!'])
  columns.push(['Signature', () => null, 'hidden w-36 print:table-cell'])
  return columns
}
