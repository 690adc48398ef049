import type { Standing } from '../../../festival/contract/places'
import { filters, type QueueRow } from '../../../festival/contract/queue'
import { sourceWords } from '../../../festival/contract/states'
import { useSubjects } from '../../festival'

/** Returns "Senior Quiz", "Pass, Gold" or "Room, Non-AC". */
export const nameSubject = ({ kind, eventName }: Pick<QueueRow, 'kind' | 'eventName'>): string =>
  kind === 'delegate-pass' ? `Pass, ${eventName}` : eventName

export const useIsCancelled = (event: string | undefined): boolean =>
  useSubjects().some(({ key, status }) => key === event && status === 'cancelled')

export const CancelledMark = ({ entry: { event } }: { entry: { event?: string | undefined } }) =>
  useIsCancelled(event) && <b className="text-artery">Event cancelled</b>

/** Returns "Waiting list, number 3", "No place", or nothing if the entry has a place. */
export const nameStanding = (standing: Standing): string => {
  if (standing.is === 'waiting') {
    return `Waiting list, number ${standing.number}`
  }
  return standing.is === 'lost' ? 'No place' : ''
}

export const PlaceMark = ({ standing }: { standing: Standing }) => {
  const name = nameStanding(standing)
  return name && <b className="text-nerve">{name}</b>
}

/** Distinct shapes, so that states do not depend on colour, on a square of 20 units. */
const shapes = {
  submitted: {
    path: 'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M10 6.5V10l2.5 1.5',
    ink: 'text-vein',
    isFilled: false,
  },
  unconfirmed: { path: 'M3 5h14v10H3zM3.5 5.5l6.5 5 6.5-5', ink: 'text-nerve', isFilled: false },
  email: { path: 'M3 5h14v10H3zM6.2 10.2l2.6 2.6 5-5.6', ink: 'text-lymph', isFilled: false },
  picture: {
    path: 'M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14M6.5 10.2l2.4 2.4 4.6-5',
    ink: 'text-lymph',
    isFilled: false,
  },
  bank: { path: 'M3 3h14v14H3zM6.2 10.2l2.6 2.6 5-5.6', ink: 'text-lymph', isFilled: true },
  cash: { path: 'M2.5 5h15v10h-15zM7 10.2l2.2 2.2 4.2-4.6', ink: 'text-lymph', isFilled: true },
  'needs-correction': {
    path: 'M10 2.8 18 17H2zM10 8v4.2M10 14.3v.4',
    ink: 'text-nerve',
    isFilled: false,
  },
  rejected: {
    path: 'M3.5 3.5h13v13h-13zM6.8 6.8l6.4 6.4M13.2 6.8l-6.4 6.4',
    ink: 'text-artery',
    isFilled: false,
  },
  withdrawn: {
    path: 'M10 3.5a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13M6.5 10h7',
    ink: 'text-faded',
    isFilled: false,
  },
} as const

type StateAndSource = Pick<QueueRow, 'state' | 'source'>

/** Returns, for example, "Verified (bank)", "Verified (e-mail)" or "Waiting". */
export const describeState = ({ state, source }: StateAndSource): string => {
  const isSourceShown = state === 'verified' && source !== null
  const sourceText = isSourceShown ? ` (${sourceWords[source].toLowerCase()})` : ''
  return filters.state.describe(state) + sourceText
}

export const StateMark = ({
  entry,
  isCompact = false,
}: {
  entry: StateAndSource
  /** Whether only wide lists show the word. Narrow lists show the shape. */
  isCompact?: boolean
}) => {
  const { path, ink, isFilled } =
    shapes[entry.state === 'verified' ? (entry.source ?? 'picture') : entry.state]
  const fill = isFilled ? 'currentColor' : 'none'
  const [outline = '', ...inner] = path.split(/(?=M)/)
  return (
    <span
      title={isCompact ? describeState(entry) : undefined}
      className={`inline-flex items-center gap-1.5 whitespace-nowrap ${ink}`}
    >
      <svg
        viewBox="0 0 20 20"
        aria-hidden="true"
        className="size-4.5 shrink-0 fill-none stroke-current"
      >
        <path d={outline} strokeWidth="1.5" strokeLinejoin="round" fill={fill} />
        <path
          d={inner.join('')}
          strokeWidth="1.8"
          strokeLinecap="round"
          strokeLinejoin="round"
          className={isFilled ? 'stroke-leaf' : ''}
        />
      </svg>
      <span className={isCompact ? '@max-[46rem]:sr-only' : ''}>{describeState(entry)}</span>
    </span>
  )
}
