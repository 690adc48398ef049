import * as v from 'valibot'
import { phone, requiredName } from '../text/fields'

export const ageChoices = [
  { value: 'adult', label: '18 or older' },
  { value: 'minor', label: 'Under 18: a parent’s name and phone' },
] as const

const answer = v.variant(
  'is',
  [
    v.object({ is: v.literal('adult') }),
    v.object({ is: v.literal('minor'), name: requiredName('Enter a parent’s name.'), phone }),
  ],
  'Say whether you are 18 or older.',
)

export type Age = v.InferOutput<typeof answer>

/** Drops any answer if the edition does not ask for the age. */
const notAsked = v.optional(
  v.pipe(
    v.unknown(),
    v.transform(() => undefined),
  ),
)

/** The default `{}` makes a missing answer fail with this question's own message. */
export const ageField = (isAsked: boolean): { age: v.GenericSchema<unknown, Age | undefined> } => ({
  age: isAsked ? v.optional(v.pipe(v.unknown(), answer), {}) : notAsked,
})

/** Returns, for example, "Under 18. Parent: Mira Test, 9876543210". */
export const writeAge = (age: Age | undefined): string => {
  if (age === undefined) {
    return ''
  }
  return age.is === 'adult' ? '18 or older' : `Under 18. Parent: ${age.name}, ${age.phone}`
}
