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

const fields = [
  { path: 'name', label: 'New name' },
  { path: 'phone', label: 'Phone', type: 'tel' },
  { path: 'year', label: 'Year of study', suggestions: yearSuggestions },
] as const

export const ReplaceDialog = ({
  event,
  entry,
  onClose,
}: {
  event: NonNullable<AttendanceListKey['event']>
  entry: AttendanceEntry
  onClose: () => void
}) => {
  const { version, people, entryId } = entry
  const [member, setMember] = useState(people.at(-1)?.member ?? 1)
  const [details, setDetails] = useState({ name: '', phone: '', year: '' })
  const replacing = useCommand('replaceMember', {
    ...retryWhenLost,
    refreshes: ['readAttendance', 'readEntry', 'listQueue', 'readAudit'],
    onSuccess: () => closeWith(onClose, `Saved: ${details.name}`),
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
      {fields.map((field) => (
        <TextField
          key={field.path}
          {...field}
          isOptional={member > 1 && field.path !== 'name'}
          value={details[field.path]}
          onChange={(value) => setDetails({ ...details, [field.path]: value })}
        />
      ))}
    </CommandDialog>
  )
}
