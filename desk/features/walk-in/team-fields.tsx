import { useRef, useState } from 'react'
import { yearSuggestions } from '#edition/participants'
import { leastMembers, mostMembers, type TeamSize } from '../../../festival/content/subject'
import type { FieldError } from '../../../festival/contract/problem'
import { Button } from '../../../ui/button'
import { ErrorSummary } from '../../../ui/error-summary'
import { TextField } from '../../../ui/text-field'
import { addressOrganiser, emptyMember, formPath, type WalkInDraft } from './walk-in-draft'

export const useFieldErrors = (kind: WalkInDraft['kind']) => {
  const [errors, setErrors] = useState<readonly FieldError[]>([])
  const summary = useRef<HTMLDivElement>(null)
  const show = (errors: readonly FieldError[]) => {
    setErrors(
      errors.map(({ path, message }) => ({
        path: formPath(kind, path),
        message: addressOrganiser(message),
      })),
    )
    requestAnimationFrame(() => summary.current?.focus())
  }
  return {
    show,
    clear: (path?: string) => setErrors(path ? errors.filter((error) => error.path !== path) : []),
    findError: (path: string) => errors.find((error) => error.path === path)?.message,
    summary: errors.length > 0 && <ErrorSummary ref={summary} errors={errors} />,
  }
}

type Members = WalkInDraft['members']

const nameMember = (index: number) => (index === 0 ? 'Team leader' : `Member ${index + 1}`)

export const TeamFields = ({
  members,
  teamSize,
  isTeam,
  findError,
  onChange,
}: {
  members: Members
  teamSize: TeamSize
  isTeam: boolean
  findError: (path: string) => string | undefined
  onChange: (members: Members) => void
}) => {
  const max = mostMembers(teamSize)
  const isRequired = (position: number, name: string) =>
    position === 0 || (name === 'name' && position < leastMembers(teamSize))
  const memberField = (position: number, name: 'name' | 'phone' | 'year') => ({
    path: `members.${position}.${name}`,
    value: members[position]?.[name] ?? '',
    error: findError(`members.${position}.${name}`),
    isOptional: !isRequired(position, name),
    onChange: (value: string) =>
      onChange(
        members.map((member, index) =>
          index === position ? { ...member, [name]: value } : member,
        ),
      ),
  })
  return (
    <>
      {members.map(({ id }, index) => (
        <fieldset key={id} className="grid gap-3 border-l-2 border-rule pl-4 sm:grid-cols-3">
          <legend className="mb-2 font-semibold">
            {isTeam && max > 1 ? nameMember(index) : 'Participant'}
          </legend>
          <TextField {...memberField(index, 'name')} label="Name" />
          <TextField {...memberField(index, 'phone')} label="Phone" type="tel" />
          {isTeam && (
            <TextField
              {...memberField(index, 'year')}
              label="Year of study"
              suggestions={yearSuggestions}
            />
          )}
        </fieldset>
      ))}
      {members.length < max && (
        <Button
          shape="secondary"
          onClick={() => onChange([...members, emptyMember(members.length)])}
        >
          Add a member ({members.length} of {max})
        </Button>
      )}
    </>
  )
}
