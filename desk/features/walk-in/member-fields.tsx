import { yearSuggestions } from '#edition/registrants'
import { TextField } from '../../../ui/text-field'
import type { WalkInDraft } from './walk-in-draft'

type Member = WalkInDraft['members'][number]

/** Who takes part: the buyer of a pass, a team's leader, or one of its members. */
export const MemberFields = ({
  member,
  at,
  isAlone,
  errorOf,
  onChange,
}: {
  member: Member
  /** 0 is the leader. */
  at: number
  /** A pass or a room is one person’s. */
  isAlone: boolean
  errorOf: (path: string) => string | undefined
  onChange: (change: Partial<Member>) => void
}) => {
  const field = (name: 'name' | 'phone' | 'year') => ({
    path: `members.${at}.${name}`,
    value: member[name],
    error: errorOf(`members.${at}.${name}`),
    isOptional: at > 0,
    onChange: (text: string) => onChange({ [name]: text }),
  })
  return (
    <fieldset className="grid gap-3 border-l-2 border-rule pl-4 sm:grid-cols-3">
      <legend className="font-semibold">
        {isAlone ? 'Who is it?' : at === 0 ? 'Team leader' : `Member ${at + 1}`}
      </legend>
      <TextField {...field('name')} label="Name" autoComplete="off" />
      <TextField {...field('phone')} label="Phone" type="tel" autoComplete="off" />
      {!isAlone && <TextField {...field('year')} label="Year of study" suggestions={yearSuggestions} />}
    </fieldset>
  )
}
