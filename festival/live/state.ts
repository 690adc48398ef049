import type { Edition } from '../content/content'
import type { SaleEnds } from '../schedule/availability'
import type { OpenedItem } from '../schedule/opened'
import { findSaleEnds, listUsesByTier } from '../schedule/sale-ends'
import { changeDetails, changeSubject } from './change-subject'
import type { Notice, State } from './state-schema'

export type { Notice, State, SubjectChange, SubjectField } from './state-schema'

export const emptyState: State = { subjects: {} }

/** The edition with the state over it: what pages, server and desk say now. */
export interface Festival extends Edition {
  /** How often the state was changed; 0 is the edition as it was built. */
  version: number
  /** When the newest change was saved, in UTC; absent while there is none. */
  changedAt?: string
  notice?: Notice
}

/** The long texts of all events or workshops with who answers for them now. */
export const changeAllDetails = <Details extends object>(
  all: Readonly<Record<string, Details>>,
  { subjects }: State,
) =>
  Object.fromEntries(
    Object.entries(all).map(([key, details]) => [key, changeDetails(details, subjects[key])]),
  )

/** Lays a state over an edition. Keys that the edition does not have change nothing. */
export const withState = (
  edition: Edition,
  state: State,
  version = 0,
  changedAt?: string,
): Festival => ({
  ...edition,
  subjects: edition.subjects.map((subject) => changeSubject(subject, state.subjects[subject.key])),
  eventDetails: changeAllDetails(edition.eventDetails, state),
  workshopDetails: changeAllDetails(edition.workshopDetails, state),
  version,
  ...(changedAt === undefined ? {} : { changedAt }),
  ...(state.notice ? { notice: state.notice } : {}),
})

/** What the browser needs of a state: itself, and what is computed of the whole edition, which no page brings. */
export interface LiveState {
  /** When the tables were first used or last restored, as an instant in UTC; empty in the pages as they were built. */
  epoch: string
  /** When the newest change was saved, in UTC; absent while there is none. */
  changedAt?: string
  version: number
  state: State
  ends: SaleEnds
  /** What each tier opens, by its label. */
  opened: Readonly<Record<string, readonly OpenedItem[]>>
}

/** A device's copy and a page have no clock in common, so the later epoch wins; within one epoch, the higher version. */
export const isLaterState = (next: LiveState, known: LiveState): boolean =>
  next.epoch === known.epoch ? next.version > known.version : next.epoch > known.epoch

/** What the server answers now wins over any other epoch; within one epoch a process may be a few seconds behind the others. */
export const isNewsFromServer = (answer: LiveState, known: LiveState): boolean =>
  answer.epoch !== known.epoch || answer.version > known.version

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
