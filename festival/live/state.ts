import type { Edition } from '../content/content'
import type { SaleEnds } from '../schedule/availability'
import type { OpenPlacesByEvent } from '../schedule/open-places'
import type { OpenedItem } from '../schedule/opened'
import { findSaleEnds, listUsesByTier } from '../schedule/sale-ends'
import { changeDetails, changeSubject } from './change-subject'
import type { Notice, State } from './state-schema'

export type { Notice, State, SubjectChange, SubjectField } from './state-schema'

export const emptyState: State = { subjects: {} }

export interface Festival extends Edition {
  /** Number of saves, or 0 for the edition as built. */
  version: number
  /** In UTC; missing if no one has saved a change. */
  changedAt?: string
  notice?: Notice
}

export const changeAllDetails = <Details extends object>(
  all: Readonly<Record<string, Details>>,
  { subjects }: State,
) =>
  Object.fromEntries(
    Object.entries(all).map(([key, details]) => [key, changeDetails(details, subjects[key])]),
  )

/** Only participants may see the links, so pages and the public call must not contain them. */
export const hideSubmissionLinks = ({ subjects, ...state }: State): State => {
  const hidden = Object.entries(subjects).map(([key, { submissionLink: _, ...fields }]) => [
    key,
    fields,
  ])
  return { ...state, subjects: Object.fromEntries(hidden) }
}

/** Ignores keys that are not in the edition. */
export const withState = (
  edition: Edition,
  state: State,
  version = 0,
  changedAt?: string,
): Festival => {
  const festival: Festival = {
    ...edition,
    subjects: edition.subjects.map((subject) =>
      changeSubject(subject, state.subjects[subject.key]),
    ),
    eventDetails: changeAllDetails(edition.eventDetails, state),
    workshopDetails: changeAllDetails(edition.workshopDetails, state),
    version,
  }
  if (changedAt !== undefined) {
    festival.changedAt = changedAt
  }
  if (state.notice) {
    festival.notice = state.notice
  }
  return festival
}

/** Includes values that depend on the whole edition, which no page loads. */
export interface LiveState {
  /** When the tables were created or last restored, in UTC; empty in built pages. */
  epoch: string
  changedAt?: string
  version: number
  state: State
  ends: SaleEnds
  /** Keyed by the label of the tier. */
  opened: Readonly<Record<string, readonly OpenedItem[]>>
  /** Keyed by event. Missing in built pages and for events without a limit. */
  places?: OpenPlacesByEvent
}

/**
 * The later epoch wins, and within an epoch the higher version. Times of devices cannot be
 * compared, because their clocks differ.
 */
export const isLaterState = (next: LiveState, current: LiveState): boolean =>
  next.epoch === current.epoch ? next.version > current.version : next.epoch > current.epoch

/**
 * A response with a different epoch always wins. Within an epoch, the process that responded may
 * be a few seconds behind.
 */
export const isNewsFromServer = (received: LiveState, current: LiveState): boolean =>
  received.epoch !== current.epoch ||
  received.version > current.version ||
  (received.version === current.version &&
    JSON.stringify(received.places) !== JSON.stringify(current.places))

export const describeState = (
  edition: Edition,
  state: State,
  version: number,
  epoch = '',
): LiveState => {
  const festival = withState(edition, state, version)
  return { epoch, version, state, ends: findSaleEnds(festival), opened: listUsesByTier(festival) }
}

export const findForeignKeys = (
  edition: Pick<Edition, 'subjects'>,
  { subjects }: State,
): string[] =>
  Object.keys(subjects).filter((key) => !edition.subjects.some((subject) => subject.key === key))
