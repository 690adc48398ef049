import { useEffect, useRef } from 'react'
import { yearSuggestions } from '#edition/registrants'
import { tidyPhone } from '../../../festival/fields'
import { phoneHint } from '../../../festival/messages'
import type { Subject } from '../../../festival/subject'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import { FormPart } from '../../forms/layout/form-page'
import { addMember, changeMember, type FormMember, removeMember } from './form-values'
import type { RegistrationFields } from './use-registration'

const MemberFields = ({
  registration,
  member,
  index,
}: {
  registration: RegistrationFields
  member: FormMember
  index: number
}) => {
  const isLeader = index === 0
  const field = (name: 'name' | 'phone' | 'year', tidy = (text: string) => text) => {
    const path = `members.${index}.${name}`
    return {
      path,
      value: member[name],
      error: registration.errors.of(path),
      isOptional: name !== 'name' && (!isLeader || (name === 'year' && registration.isPractice === true)),
      onChange: (text: string) =>
        registration.edit([path], (values) => changeMember(values, member.id, { [name]: tidy(text) })),
      onBlur: () => member[name] && registration.look(path),
    }
  }
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField
        {...field('name')}
        label="Full name"
        autoComplete={isLeader ? 'name' : 'off'}
        autoCapitalize="words"
        className="sm:col-span-2"
      />
      <TextField
        {...field('phone', tidyPhone)}
        label="Phone"
        type="tel"
        inputMode="tel"
        hint={phoneHint}
        autoComplete={isLeader ? 'tel' : 'off'}
      />
      <TextField
        {...field('year')}
        label="Year of study"
        hint="Choose one or write your own."
        suggestions={yearSuggestions}
        autoComplete="off"
        className="sm:flex sm:flex-col"
      />
    </div>
  )
}

const pathsOf = (index: number) => ['name', 'phone', 'year'].map((name) => `members.${index}.${name}`)

/** Who takes part: the leader, and up to the team's size whoever else is already known. */
export const TeamPart = ({ subject, registration }: { subject: Subject; registration: RegistrationFields }) => {
  const { members } = registration.draft.value.values
  const add = useRef<HTMLButtonElement>(null)
  const shown = useRef(members.length)
  const isAsked = useRef(false)

  // A new row takes the focus, unless it came with a kept draft; after a removal the button to add has it.
  useEffect(() => {
    const before = shown.current
    shown.current = members.length
    if (!isAsked.current) return
    isAsked.current = false
    if (members.length > before) focusField(`members.${members.length - 1}.name`)
    else add.current?.focus()
  }, [members.length])

  const [leader, ...others] = members
  if (!leader) return null
  const isTeam = subject.teamSize > 1
  return (
    <FormPart
      number={1}
      title={isTeam ? 'Team' : 'Participant'}
      caption={isTeam ? `The leader, and up to ${subject.teamSize - 1} more` : 'One person per registration'}
    >
      <fieldset className="min-w-0">
        <legend className={isTeam ? 'caption mb-2' : 'sr-only'}>{isTeam ? 'Team leader' : 'Participant'}</legend>
        <MemberFields registration={registration} member={leader} index={0} />
      </fieldset>
      {others.map((member, index) => (
        <fieldset key={member.id} className="min-w-0 border-t border-rule pt-4">
          <legend className="sr-only">Member {index + 2}</legend>
          <div className="mb-2 flex items-center justify-between gap-4">
            <h3 className="caption">Member {index + 2}</h3>
            <button
              type="button"
              className="min-h-11 text-sm font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
              onClick={() => {
                isAsked.current = true
                const paths = members.flatMap((_, place) => (place > index ? pathsOf(place) : []))
                registration.edit(paths, (values) => removeMember(values, member.id))
              }}
            >
              Remove<span className="sr-only"> member {index + 2}</span>
            </button>
          </div>
          <MemberFields registration={registration} member={member} index={index + 1} />
        </fieldset>
      ))}
      {members.length < subject.teamSize && (
        <Button
          ref={add}
          shape="secondary"
          onClick={() => {
            isAsked.current = true
            registration.edit([], addMember)
          }}
        >
          Add a member
        </Button>
      )}
    </FormPart>
  )
}
