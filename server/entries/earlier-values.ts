import { helpDeskContact } from '../../festival/content/help-desk'
import { dayAt } from '../../festival/content/slot'
import type { EarlierValue } from '../../festival/contract/entry'
import type { ReviewRow } from '../db/desk-schema'
import { ApiError } from '../http/api-error'

/** Limits changes by the participant. Days begin at midnight in India. */
const ownChangeLimits = { perDay: 5, inTotal: 20 }

/** `characters` counts JSON. Above either limit, the oldest values are dropped. */
const otherValueLimits = { values: 100, characters: 64 * 1024 }

export const readEarlierValues = ({
  earlier_values,
}: Pick<ReviewRow, 'earlier_values'>): EarlierValue[] => JSON.parse(earlier_values)

/** The participant's own changes are never dropped, because `ownChangeLimits` counts them. */
export const addEarlierValues = (
  review: Pick<ReviewRow, 'earlier_values'>,
  added: readonly EarlierValue[],
): string => {
  const values = [...readEarlierValues(review), ...added]
  const dropped = new Set<EarlierValue>()
  let count = 0
  let characters = 0
  for (const value of values.toReversed()) {
    if (value.own) {
      continue
    }
    count += 1
    characters += JSON.stringify(value).length
    if (count > otherValueLimits.values || characters > otherValueLimits.characters) {
      dropped.add(value)
    }
  }
  return JSON.stringify(values.filter((value) => !dropped.has(value)))
}

/** @throws ApiError `too-many-changes` */
export const limitOwnChanges = (review: Pick<ReviewRow, 'earlier_values'>, now: Date): void => {
  const changes = readEarlierValues(review).filter(({ own }) => own)
  if (changes.length >= ownChangeLimits.inTotal) {
    throw refuseOwnChange(`${ownChangeLimits.inTotal} times`)
  }
  const today = dayAt(now.getTime())
  const changesToday = changes.filter(({ at }) => dayAt(Date.parse(at)) === today)
  if (changesToday.length >= ownChangeLimits.perDay) {
    throw refuseOwnChange(`${ownChangeLimits.perDay} times today`)
  }
}

const refuseOwnChange = (often: string) =>
  new ApiError(
    'too-many-changes',
    `This team has been changed ${often}, which is the limit on this page. To change it again, call ${helpDeskContact}.`,
  )

/** Whether the participant changed the team after verification. */
export const isRenamed = (review: Pick<ReviewRow, 'earlier_values'>): boolean =>
  readEarlierValues(review).some(({ own }) => own?.wasVerified)

export const findLatestChangeByOthers = (
  review: Pick<ReviewRow, 'version' | 'changed_at' | 'earlier_values'>,
): Pick<ReviewRow, 'version' | 'changed_at'> => {
  let { version, changed_at } = review
  for (const { own } of readEarlierValues(review).toReversed()) {
    if (own?.version === version) {
      version -= 1
      changed_at = own.changedBefore
    }
  }
  return { version, changed_at }
}
