import { useState } from 'react'
import { identity } from '#edition/identity'
import { programme } from '#edition/programme'
import { dayAt, formatShortDay, isRealDay } from '../../../festival/content/slot'
import { fullName, type Subject } from '../../../festival/content/subject'
import { describeListName, parseListName } from '../../../festival/contract/attendance'
import { lunchDays } from '../../../festival/contract/lists'
import { listDays } from '../../../festival/forms/accommodation'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { retryWhenLost, useCommand, useMe } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { useSubjects } from '../../festival'
import { type Choice, SelectField } from '../../fields'
import { closeWith } from '../../messages'

/** `events` are those of a head. */
const listChoices = (subjects: readonly Subject[], events: readonly string[] | null): Choice[] => {
  const offered = subjects.filter(({ status }) => status !== 'cancelled')
  const choices = offered.map((subject) => ({
    value: `event:${subject.key}`,
    label: fullName(subject),
    group: 'Events and workshops',
  }))
  if (events) {
    return choices.filter(({ value }) => events.some((key) => value === `event:${key}`))
  }
  for (const { id, title, tier } of programme) {
    if (tier) {
      choices.push({ value: `item:${id}`, label: title, group: 'Programme, by pass' })
    }
  }
  for (const day of listDays(identity.firstDay, identity.lastDay)) {
    choices.push({ value: `day:${day}`, label: formatShortDay(day), group: 'Days' })
  }
  for (const day of lunchDays(subjects)) {
    choices.push({ value: `lunch:${day}`, label: formatShortDay(day), group: 'Lunches' })
  }
  return choices
}

export const OpenDialog = ({ onClose }: { onClose: () => void }) => {
  const [id] = useState(makeUuid)
  const choices = listChoices(useSubjects(), useMe()?.events ?? null)
  const [list, setList] = useState(choices[0]?.value ?? '')
  const today = dayAt(Date.now())
  const [day, setDay] = useState(today)
  const opening = useCommand('openDoor', {
    ...retryWhenLost,
    refreshes: ['readDoors', 'readAudit'],
    onSuccess: () => closeWith(onClose, `Opened: a door for ${describeListName(list)}`),
  })
  return (
    <CommandDialog
      title="Open a door"
      confirm="Open door"
      errorTitle="Not opened"
      errorText={opening.error?.fieldMessages}
      command={opening}
      onSubmit={() => opening.mutate({ query: parseListName(list) ?? {}, body: { id, day } })}
      onClose={onClose}
    >
      <SelectField path="list" label="List" value={list} choices={choices} onChange={setList} />
      <TextField
        path="day"
        label="Day"
        type="date"
        hint="The phones of this door work until 3 am after this day."
        min={today}
        value={day}
        onChange={(text) => isRealDay(text) && setDay(text)}
      />
    </CommandDialog>
  )
}
