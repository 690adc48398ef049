import { flagWords } from '../../../festival/desk/flags'
import type { QueueRow } from '../../../festival/desk/queue'
import { Link } from '../../address'
import { writeAge, writeRupees } from '../../words'
import { StateMark } from './state-mark'

/** A room's name says that it is one. */
const kindWords = { registration: '', 'delegate-pass': 'Pass', accommodation: '' } as const

/** "Senior Quiz", "Pass, Gold", "Room, Non-AC". */
export const subjectWords = ({ kind, eventName }: Pick<QueueRow, 'kind' | 'eventName'>): string =>
  [kindWords[kind], eventName].filter(Boolean).join(', ')

const Flags = ({ row }: { row: QueueRow }) =>
  row.flags.length > 0 && (
    <span
      className="inline-flex items-center gap-1 whitespace-nowrap text-artery"
      title={row.flags.map((flag) => flagWords[flag]).join('. ')}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 fill-current">
        <path d="M3 1.5h1.4V2h8.4l-2.2 3.4 2.2 3.4H4.4V15H3z" />
      </svg>
      {row.flags.length}
      <span className="sr-only">{row.flags.length === 1 ? 'flag' : 'flags'}</span>
    </span>
  )

/** One submission in the list: a line where there is room, two in a narrow pane. */
export const QueueLine = ({
  row,
  href,
  now,
  isShown,
  isSelected,
  mark,
  onSelect,
}: {
  row: QueueRow
  href: string
  /** Milliseconds since 1970. */
  now: number
  /** Whether its record stands beside the list. */
  isShown: boolean
  isSelected: boolean
  /** What is said of it in place of its state: "not yet saved". */
  mark: string | undefined
  /** Undefined where nobody may select. */
  onSelect: ((isSelected: boolean) => void) | undefined
}) => (
  <li
    className={`flex border-b border-rule ${isShown ? 'bg-leaf shadow-[inset_3px_0_0_var(--ink)]' : 'hover:bg-leaf'}`}
  >
    {onSelect && (
      <label className="target flex shrink-0 cursor-pointer items-center justify-center">
        <input
          type="checkbox"
          checked={isSelected}
          onChange={(event) => onSelect(event.target.checked)}
          className="size-4.5 accent-ink"
        />
        <span className="sr-only">
          Select <bdi>{row.name}</bdi>
        </span>
      </label>
    )}
    <Link
      href={href}
      data-row={row.id}
      aria-current={isShown ? 'true' : undefined}
      className={`target grid min-w-0 flex-1 grid-cols-[1fr_auto] content-center gap-x-3 py-1 pr-3 @min-[46rem]:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)_7rem_5rem_4rem_2.5rem] @min-[46rem]:items-center ${onSelect ? '' : 'pl-3'}`}
    >
      <b className="truncate font-semibold @min-[46rem]:col-start-2 @min-[46rem]:row-start-1">
        <bdi>{row.name}</bdi>
      </b>
      <span className="figures text-right @min-[46rem]:col-start-5 @min-[46rem]:row-start-1">
        {writeRupees(row.amount)}
      </span>
      <span className="flex min-w-0 items-center gap-2 text-xs text-faded @min-[46rem]:contents">
        <span className="flex items-center gap-2 @min-[46rem]:col-start-1 @min-[46rem]:row-start-1 @min-[46rem]:text-sm">
          {mark ? (
            <span className="font-semibold whitespace-nowrap text-nerve">{mark}</span>
          ) : (
            <StateMark of={row} isWordWide />
          )}
          {row.isCorrected && row.state === 'submitted' && (
            <span className="border border-current px-1 text-xs whitespace-nowrap text-nerve">Corrected</span>
          )}
        </span>
        <span className="truncate @min-[46rem]:col-start-3 @min-[46rem]:row-start-1 @min-[46rem]:text-sm @min-[46rem]:text-ink">
          {subjectWords(row)}
        </span>
        <span className="figures hidden truncate @min-[46rem]:col-start-4 @min-[46rem]:row-start-1 @min-[46rem]:block @min-[46rem]:text-sm">
          {row.label}
        </span>
      </span>
      <span className="figures flex items-center justify-end gap-2 text-xs text-faded @min-[46rem]:contents">
        <span className="@min-[46rem]:col-start-7 @min-[46rem]:row-start-1 @min-[46rem]:justify-self-end">
          <Flags row={row} />
        </span>
        <span className="whitespace-nowrap @min-[46rem]:col-start-6 @min-[46rem]:row-start-1 @min-[46rem]:text-right @min-[46rem]:text-sm">
          {writeAge(row.sentAt, now)}
          <span className="sr-only"> ago</span>
        </span>
      </span>
    </Link>
  </li>
)
