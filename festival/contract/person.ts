import * as v from 'valibot'
import { tiers } from '#edition/delegate-pass'
import { findSubject } from '../content/catalogue'
import type { FormKind } from '../forms/api'
import { delegatePassSchema } from '../forms/delegate-pass'
import { type Details as AnyDetails, details, mapDetails } from '../forms/details'
import { type Team, teamSchema } from '../forms/registration'
import { hasVisibleText, uuid } from '../text/fields'
import { refusePayees } from '../text/payees'
import { type Parsed, parseBody } from './problem'

/**
 * Corrects who a submission is of. `id` is made by the device, once for each command; `details` are those of the form
 * (`checkDetails`), all of them.
 */
export const correctDetailsSchema = v.object({
  id: uuid,
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  details: v.record(v.string(), v.unknown()),
})

/** Who a submission is of, by the names of its form's body; a team has its leader's name and phone among its members. */
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
 * Checks details by the rules of their form. A team of an event that is gone keeps its number at most, and an answer may stay as it
 * is: what it was asked may be gone too, or new.
 */
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
  const most = findSubject(event)?.teamSize ?? members.length
  return parseBody(v.object({ members: teamSchema(most), email, ...answers }), given)
}

/** What an organiser notes about a submission. `id` is made by the device: the same note sent again is kept once. */
export const addNoteSchema = v.object({
  id: uuid,
  words: v.pipe(
    v.string(),
    v.trim(),
    hasVisibleText,
    v.minLength(1, 'Write something.'),
    v.maxLength(500, 'A note can have at most 500 characters.'),
  ),
})

/** Tells the participant why their entry is not erased. */
export const answerErasureSchema = v.object({
  answer: v.pipe(
    v.string(),
    v.trim(),
    hasVisibleText,
    v.minLength(1, 'Write why the entry is kept.'),
    v.maxLength(500, 'An answer can have at most 500 characters.'),
    refusePayees,
  ),
})

export const putLaterSchema = v.object({ isLater: v.boolean() })

/** Only organisers see it. */
export interface Note {
  id: string
  words: string
  by: string
  at: string
}
