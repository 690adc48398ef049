import { useState } from 'react'
import { identity } from '#edition/identity'
import { programme } from '#edition/programme'
import { type Day, dayAt, isRealDay, toDay } from '../../../festival/content/slot'
import type { Subject } from '../../../festival/content/subject'
import { describeListName, parseListName } from '../../../festival/contract/attendance'
import { lunchDays } from '../../../festival/contract/lists'
import { listDays } from '../../../festival/forms/accommodation'
import { makeUuid } from '../../../ui/make-uuid'
import { TextField } from '../../../ui/text-field'
import { retryWhenLost, useCommand, useMe } from '../../api'
import { CommandDialog } from '../../command-dialog'
import { useSubjects } from '../../festival'
import { SelectField } from '../../fields'
import { closeWith } from '../../messages'

/** `events` are a head's own events. A head sees no other lists. */
const listNames = (subjects: readonly Subject[], events: readonly string[] | null): string[] => {
  const open = subjects.filter(({ status }) => status !== 'cancelled').map(({ key }) => key)
  if (events) {
    return open.filter((key) => events.includes(key)).map((key) => `event:${key}`)
  }
  return [
    ...open.map((key) => `event:${key}`),
    ...programme.filter(({ tier }) => tier).map(({ id }) => `item:${id}`),
    ...listDays(identity.firstDay, identity.lastDay).map((day) => `day:${day}`),
    ...lunchDays(subjects).map((day) => `lunch:${day}`),
  ]
}

/** The list's day, or the day of its next session. Never before today. */
export const findNextDay = (list: string, subjects: readonly Subject[], today: Day): Day => {
  const { event, item, day, lunch } = parseListName(list) ?? {}
  const subject = subjects.find(({ key }) => key === event)
  const { slots = [] } = subject ?? programme.find(({ id }) => id === item) ?? {}
  const days = [day, lunch, ...slots.map(({ start }) => toDay(start))]
  return days.filter((next) => next && next >= today).sort()[0] ?? today
}

export const OpenDialog = ({ onClose }: { onClose: () => void }) => {
  const [id] = useState(makeUuid)
  const subjects = useSubjects()
  const names = listNames(subjects, useMe()?.events ?? null)
  const [list, setList] = useState(names[0] ?? '')
  const today = dayAt(Date.now())
  const [typedDay, setDay] = useState<Day>()
  const day = typedDay ?? findNextDay(list, subjects, today)
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
      <SelectField
        path="list"
        label="List"
        value={list}
        choices={names.map((value) => ({ value, label: describeListName(value) }))}
        onChange={(name) => {
          setList(name)
          setDay(undefined)
        }}
      />
      <TextField
        path="day"
        label="Day"
        type="date"
        hint="Phones can scan at this door until 3 am the next day."
        min={today}
        value={day}
        onChange={(text) => isRealDay(text) && setDay(text)}
      />
    </CommandDialog>
  )
}
