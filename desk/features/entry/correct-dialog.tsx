import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { EntryDetails } from '../../../festival/contract/entry'
import { checkDetails, limitTeam } from '../../../festival/contract/person'
import { type Detail, details } from '../../../festival/forms/details'
import { makeUuid } from '../../../ui/make-uuid'
import { CommandDialog } from '../../command-dialog'
import { AnswerField } from '../../fields'
import { closeWith } from '../../messages'
import { correctOptions } from '../decisions/commands'
import { TeamFields, useFieldErrors } from '../walk-in/team-fields'
import { tidyMembers } from '../walk-in/walk-in-draft'

export const CorrectDialog = ({ entry, onClose }: { entry: EntryDetails; onClose: () => void }) => {
  const client = useQueryClient()
  const { kind, name, phone } = entry
  const isTeam = kind === 'registration'
  const people = isTeam ? entry.members : [{ name, phone, year: '' }]
  const [members, setMembers] = useState(people.map((member, id) => ({ id, ...member })))
  const [answers, setAnswers] = useState<Readonly<Record<string, string>>>({
    email: entry.email,
    ...entry.answers,
  })
  const { show, clear, findError, summary } = useFieldErrors(kind)
  const commandId = useRef(makeUuid())
  const correcting = useMutation(correctOptions(client, entry.id))
  const submit = () => {
    const team = tidyMembers(members)
    const [person] = team
    const people = isTeam ? { members: team } : { name: person?.name, phone: person?.phone }
    const details = { ...answers, ...people }
    const checked = checkDetails(entry, details)
    if (!checked.ok) {
      return show(checked.errors)
    }
    clear()
    correcting.mutate(
      { id: commandId.current, version: entry.version, details },
      {
        onSuccess: () => closeWith(onClose, `Corrected: ${name}.`),
        onError: ({ problem }) => problem?.errors && show(problem.errors),
      },
    )
  }
  const makeField = (path: string, label: string) => ({
    path,
    label,
    value: answers[path] ?? '',
    error: findError(path),
    onChange: (value: string) => setAnswers({ ...answers, [path]: value }),
  })
  return (
    <CommandDialog
      title={
        <>
          Correct the details: <bdi>{name}</bdi>
        </>
      }
      confirm="Correct"
      errorTitle="Not corrected"
      command={correcting}
      className="sm:w-[40rem]"
      onSubmit={submit}
      onClose={onClose}
    >
      {summary}
      <p className="text-faded">
        The participant gets an e-mail in about a minute. If you change the address, the old one
        gets an e-mail too, and links sent to it stop working.
      </p>
      <TeamFields
        members={members}
        teamSize={isTeam ? limitTeam(entry.event, people.length) : 1}
        isTeam={isTeam}
        findError={findError}
        onChange={(changed) => setMembers([...changed])}
      />
      <AnswerField {...makeField('email', 'E-mail address')} type="email" />
      {Object.entries<Detail>(details[kind]).map(([path, { label, choices }]) => (
        <AnswerField key={path} {...makeField(path, label)} choices={choices} />
      ))}
    </CommandDialog>
  )
}
