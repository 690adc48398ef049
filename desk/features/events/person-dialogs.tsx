import { useState } from 'react'
import { yearSuggestions } from '#edition/participants'
import type { AttendanceEntry, AttendanceListKey } from '../../../festival/contract/attendance'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { retryWhenLost, useCommand } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { SelectField } from '../../fields'
import { closeWith } from '../../messages'
import { nameLeader, nameMember } from './participants'

export const GuestDialog = ({
  list,
  onClose,
}: {
  list: AttendanceListKey
  onClose: () => void
}) => {
  const [name, setName] = useState('')
  const [role, setRole] = useState('')
  const adding = useCommand('addGuest', {
    ...retryWhenLost,
    refreshes: ['readAttendance', 'readAudit'],
    onSuccess: () => closeWith(onClose, `Added: ${name}`),
  })
  return (
    <CommandDialog
      title="Add a guest"
      confirm="Add"
      errorTitle="Not added"
      errorText={adding.error?.fieldMessages}
      command={adding}
      onSubmit={() => adding.mutate({ query: list, body: { id: makeUuid(), name, role } })}
      onClose={onClose}
    >
      <p>Guests pay no fee and are never shown on the site.</p>
      <TextField path="name" label="Name" maxLength={100} value={name} onChange={setName} />
      <TextField
        path="role"
        label="Role"
        hint="For example Judge, Speaker or Volunteer."
        maxLength={40}
        value={role}
        onChange={setRole}
      />
    </CommandDialog>
  )
}

export const RemoveGuestDialog = ({
  guest,
  onClose,
}: {
  guest: AttendanceEntry
  onClose: () => void
}) => {
  const removing = useCommand('removeGuest', {
    ...retryWhenLost,
    refreshes: ['readAttendance', 'readAudit'],
    onSuccess: () => closeWith(onClose, `Removed: ${nameLeader(guest)}`),
  })
  return (
    <CommandDialog
      title={`Remove ${nameLeader(guest)}?`}
      confirm="Remove guest"
      dismiss="Keep guest"
      errorTitle="Not removed"
      command={removing}
      onSubmit={() => removing.mutate({ params: { id: guest.entryId } })}
      onClose={onClose}
    >
      <p>The guest disappears from this list.</p>
    </CommandDialog>
  )
}

export const ReplaceDialog = ({
  event,
  entry,
  onClose,
}: {
  event: NonNullable<AttendanceListKey['event']>
  entry: AttendanceEntry
  onClose: () => void
}) => {
  // Someone else may change the entry while the dialog is open.
  const [{ version, people, entryId }] = useState(entry)
  const [member, setMember] = useState(people.at(-1)?.member ?? 1)
  const [details, setDetails] = useState({ name: '', phone: '', year: '' })
  const replacing = useCommand('replaceMember', {
    ...retryWhenLost,
    refreshes: ['readAttendance', 'readEntry', 'listQueue', 'readAudit'],
    onSuccess: () => closeWith(onClose, `Saved: ${details.name}`),
  })
  const makeField = (field: keyof typeof details) => ({
    path: field,
    value: details[field],
    onChange: (value: string) => setDetails({ ...details, [field]: value }),
  })
  return (
    <CommandDialog
      title={`Replace a person: ${nameLeader(entry)}`}
      confirm="Replace"
      errorTitle="Not replaced"
      errorText={replacing.error?.fieldMessages}
      command={replacing}
      onSubmit={() =>
        replacing.mutate({
          params: { id: entryId },
          query: { event },
          body: { id: makeUuid(), version, member, ...details },
        })
      }
      onClose={onClose}
    >
      <p>The participant gets an e-mail about it.</p>
      {people.length > 1 && (
        <SelectField
          path="member"
          label="Who is replaced?"
          value={String(member)}
          choices={people.map((person) => ({
            value: String(person.member),
            label: nameMember(person),
          }))}
          onChange={(value) => setMember(Number(value))}
        />
      )}
      <TextField {...makeField('name')} label="New name" maxLength={100} />
      <TextField
        {...makeField('phone')}
        label="Phone"
        type="tel"
        inputMode="tel"
        isOptional={member > 1}
      />
      <TextField
        {...makeField('year')}
        label="Year of study"
        suggestions={yearSuggestions}
        isOptional={member > 1}
      />
    </CommandDialog>
  )
}
