import * as v from 'valibot'
import { tiers } from '#edition/delegate-pass'
import { findSubject } from '../content/catalogue'
import { leastMembers, mostMembers, type TeamSize } from '../content/subject'
import type { FormKind } from '../forms/api'
import { delegatePassSchema } from '../forms/delegate-pass'
import { type Details as AnyDetails, details, mapDetails } from '../forms/details'
import { type Team, teamSchema } from '../forms/registration'
import { uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { visibleText } from './decision'
import { type Parsed, parseBody } from './problem'

/** `details` contains all details of the form (see `checkDetails`). */
export const correctDetailsSchema = v.object({
  id: uuid,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  details: v.record(v.string(), v.unknown()),
})

/** Details as in the form. A leader's name and phone number are among the members. */
export type Details = { email: string; name?: string; phone?: string; members?: Team } & Record<
  string,
  unknown
>

interface CorrectedEntry {
  kind: FormKind
  event: string
  members: readonly unknown[]
  answers: Readonly<Record<string, string>>
}

const { email, name, phone } = delegatePassSchema(tiers).entries

/**
 * If the event no longer exists, the team cannot grow. A team that is already below the minimum
 * can keep its size.
 */
export const limitTeam = (event: string, size: number): TeamSize => {
  const teamSize = findSubject(event)?.teamSize ?? size
  return { least: Math.min(leastMembers(teamSize), size), most: mostMembers(teamSize) }
}

/** An unchanged answer is always valid, because the questions may have changed since then. */
export const checkDetails = (
  { kind, event, members, answers: kept }: CorrectedEntry,
  given: unknown,
): Parsed<Details> => {
  const answers = mapDetails<AnyDetails, v.GenericSchema<unknown, string>>(
    details[kind],
    ({ schema }, name) => v.lazy((answer) => (answer === kept[name] ? v.string() : schema)),
  )
  if (kind !== 'registration') {
    return parseBody(v.object({ name, phone, email, ...answers }), given)
  }
  const teamSize = limitTeam(event, members.length)
  return parseBody(v.object({ members: teamSchema(teamSize), email, ...answers }), given)
}

export const addNoteSchema = v.object({
  id: uuid,
  words: v.pipe(
    visibleText,
    v.minLength(1, 'Enter a note.'),
    v.maxLength(500, 'A note can have at most 500 characters.'),
  ),
})

export const answerErasureSchema = v.object({
  answer: v.pipe(
    visibleText,
    v.minLength(1, 'Explain why the entry is kept.'),
    v.maxLength(500, 'An answer can have at most 500 characters.'),
    refusePayees,
  ),
})

export const putLaterSchema = v.object({ isLater: v.boolean() })

export interface Note {
  id: string
  words: string
  by: string
  at: string
}
