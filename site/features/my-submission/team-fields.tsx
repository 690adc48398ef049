import { useRef } from 'react'
import { flushSync } from 'react-dom'
import { yearSuggestions } from '#edition/registrants'
import { tidyPhone } from '../../../festival/fields'
import { phoneHint } from '../../../festival/messages'
import { Button } from '../../../ui/button'
import { focusField } from '../../../ui/field'
import { TextField } from '../../../ui/text-field'
import type { TeamRow } from './correction-draft'
import type { CorrectionState } from './use-correction'

const Row = ({ state, row, index }: { state: CorrectionState; row: TeamRow; index: number }) => {
  const field = (name: 'name' | 'phone' | 'year', tidy = (text: string) => text) => {
    const path = `members.${index}.${name}`
    return {
      path,
      value: row[name],
      error: state.errors.of(path),
      isOptional: index > 0 && name !== 'name',
      onChange: (text: string) =>
        state.edit([path], (draft) => ({
          ...draft,
          members: draft.members.map((one) => (one.id === row.id ? { ...one, [name]: tidy(text) } : one)),
        })),
    }
  }
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <TextField {...field('name')} label="Full name" autoCapitalize="words" className="sm:col-span-2" />
      <TextField {...field('phone', tidyPhone)} label="Phone" type="tel" inputMode="tel" hint={phoneHint} />
      <TextField {...field('year')} label="Year of study" suggestions={yearSuggestions} autoComplete="off" />
    </div>
  )
}

/** The team of a registration, the leader first. */
export const TeamFields = ({ state, teamSize }: { state: CorrectionState; teamSize: number }) => {
  const { members } = state.draft
  const add = useRef<HTMLButtonElement>(null)
  const change = (rows: TeamRow[]) =>
    flushSync(() =>
      state.edit(
        members.flatMap((_, index) => ['name', 'phone', 'year'].map((name) => `members.${index}.${name}`)),
        (draft) => ({ ...draft, members: rows }),
      ),
    )
  return (
    <div className="space-y-5">
      {members.map((row, index) => (
        <div key={row.id} className="space-y-2 border-t border-rule pt-4 first:border-t-0 first:pt-0">
          <div className="flex items-center justify-between gap-4">
            <h3 className="caption">{index === 0 ? 'Team leader' : `Member ${index + 1}`}</h3>
            {index > 0 && (
              <button
                type="button"
                className="min-h-11 text-sm font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
                onClick={() => {
                  change(members.filter(({ id }) => id !== row.id))
                  add.current?.focus()
                }}
              >
                Remove<span className="sr-only"> member {index + 1}</span>
              </button>
            )}
          </div>
          <Row state={state} row={row} index={index} />
        </div>
      ))}
      {members.length < teamSize && (
        <Button
          ref={add}
          shape="secondary"
          onClick={() => {
            const id = Math.max(...members.map((row) => row.id)) + 1
            change([...members, { id, name: '', phone: '', year: '' }])
            focusField(`members.${members.length}.name`)
          }}
        >
          Add a member
        </Button>
      )}
    </div>
  )
}
