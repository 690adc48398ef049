import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import * as v from 'valibot'
import { yearSuggestions } from '#edition/participants'
import { leastMembers, mostMembers, type TeamSize } from '../festival/content/subject'
import { Button } from '../ui/button'
import { focusField } from '../ui/field'
import { TextField } from '../ui/text-field'
import { typedText } from './forms/draft'
import { NameField, PhoneField } from './forms/fields'
import type { Form } from './forms/use-form'

export const memberSchema = v.object({ name: typedText, phone: typedText, year: typedText })

export interface TeamValues {
  members: v.InferOutput<typeof memberSchema>[]
}

const emptyMember = { name: '', phone: '', year: '' }

const pathsFrom = (members: readonly unknown[], first: number) =>
  members
    .slice(first)
    .flatMap((_, index) =>
      ['name', 'phone', 'year'].map((name) => `members.${first + index}.${name}`),
    )

const nameMember = (index: number, most: number) => {
  if (index > 0) {
    return `Member ${index + 1}`
  }
  return most > 1 ? 'Team leader' : 'Participant'
}

/** Phone and year of further members are optional, so they stay folded until they are wanted. */
const MoreOfMember = ({
  isOpen,
  phonePath,
  whose,
  children,
}: {
  isOpen: boolean
  phonePath: string
  whose: string
  children: ReactNode
}) => {
  const [wasOpened, setWasOpened] = useState(false)
  if (isOpen || wasOpened) {
    return children
  }
  const open = () => {
    flushSync(() => setWasOpened(true))
    focusField(phonePath)
  }
  return (
    <div>
      <button type="button" className={quietLook} onClick={open}>
        Add phone and year<span className="sr-only"> of {whose.toLowerCase()}</span>
      </button>
    </div>
  )
}

const quietLook =
  'min-h-11 text-sm font-semibold underline decoration-line underline-offset-4 hover:decoration-ink'

type TeamForm<Values extends object> = Pick<Form<Values>, 'draft' | 'edit' | 'fieldNamed'>

export const TeamFields = <Values extends TeamValues>({
  form,
  teamSize,
  fixed = [],
}: {
  form: TeamForm<Values>
  teamSize: TeamSize
  fixed?: readonly string[]
}) => {
  const { members } = form.draft.value
  const least = leastMembers(teamSize)
  const most = mostMembers(teamSize)
  const add = useRef<HTMLButtonElement>(null)
  const change = (from: number, next: Values['members']) =>
    flushSync(() => form.edit(pathsFrom(members, from), (values) => ({ ...values, members: next })))
  return (
    <>
      {members.map((member, index) => {
        const path = `members.${index}`
        const field = (name: string) => ({
          ...form.fieldNamed(`${path}.${name}`),
          readOnly: fixed.includes(`${path}.${name}`),
        })
        const isLeader = index === 0
        const name = nameMember(index, most)
        return (
          <fieldset key={path} className="min-w-0 border-rule not-first:border-t not-first:pt-4">
            <legend className="sr-only">{name}</legend>
            {most > 1 && (
              <div className="mb-2 flex items-center justify-between gap-4">
                <h3 className="caption">{name}</h3>
                {!isLeader && members.length > least && (
                  <button
                    type="button"
                    className={quietLook}
                    onClick={() => {
                      change(index, members.toSpliced(index, 1))
                      add.current?.focus()
                    }}
                  >
                    Remove<span className="sr-only"> member {index + 1}</span>
                  </button>
                )}
              </div>
            )}
            <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
              <NameField
                {...field('name')}
                autoComplete={isLeader ? 'name' : 'off'}
                className="sm:col-span-2"
              />
              <MoreOfMember
                isOpen={isLeader || member.phone !== '' || member.year !== ''}
                phonePath={`${path}.phone`}
                whose={name}
              >
                <PhoneField
                  {...field('phone')}
                  isOptional={!isLeader}
                  autoComplete={isLeader ? 'tel' : 'off'}
                />
                <TextField
                  {...field('year')}
                  label="Year of study"
                  hint="Choose one or write your own."
                  isOptional={!isLeader}
                  suggestions={yearSuggestions}
                  autoComplete="off"
                  className="sm:flex sm:flex-col"
                />
              </MoreOfMember>
            </div>
          </fieldset>
        )
      })}
      {members.length < most && (
        <Button
          ref={add}
          shape="secondary"
          onClick={() => {
            change(members.length, [...members, emptyMember])
            focusField(`members.${members.length}.name`)
          }}
        >
          Add a member
        </Button>
      )}
    </>
  )
}
