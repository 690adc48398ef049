import * as v from 'valibot'
import type { MySubmission } from '../../../festival/my-submission'
import { typedText } from '../../forms/drafts/early-texts'

export type Correction = NonNullable<MySubmission['correction']>

const row = v.object({ id: v.optional(v.number(), 0), name: typedText, phone: typedText, year: typedText })
export type TeamRow = v.InferOutput<typeof row>

/** What is typed into a correction: nothing in it has been checked. */
export const correctionDraftSchema = v.object({
  texts: v.optional(v.record(v.string(), v.string()), {}),
  members: v.optional(v.array(row), []),
})
export type CorrectionDraft = v.InferOutput<typeof correctionDraftSchema>

const readTeam = (json: string): TeamRow[] =>
  v.parse(v.array(row), JSON.parse(json)).map((member, id) => ({ ...member, id }))

/** What stands in the fields now. */
export const draftOf = ({ fields }: Correction): CorrectionDraft => {
  const team = fields.find(({ name }) => name === 'members')
  const texts = fields.filter(({ name }) => name !== 'members').map(({ name, value }) => [name, value])
  return { texts: Object.fromEntries(texts), members: team ? readTeam(team.value) : [] }
}

/** The fields of the call. */
export const fieldsOf = ({ fields }: Correction, { texts, members }: CorrectionDraft): Record<string, unknown> =>
  Object.fromEntries(
    fields.map(({ name }) => [
      name,
      name === 'members' ? members.map(({ name, phone, year }) => ({ name, phone, year })) : (texts[name] ?? ''),
    ]),
  )
