import { type ReactNode, useId, useState } from 'react'
import { groupWords as bankWords } from '../../../festival/bank/match'
import { flagWords, groupKindOf, groupWords, isFlagKind } from '../../../festival/desk/flags'
import type { QueueCounts, QueueFilter } from '../../../festival/desk/queue'
import { grounds, groundWords, reviewStates } from '../../../festival/desk/states'
import { countNarrowed, go, Link, type ListView, listAddress } from '../../address'
import { writeDay } from '../../words'
import { eventNames } from './event-names'
import { stateWord } from './state-mark'

const kindNames = new Map([
  ['registration', 'Registrations'],
  ['delegate-pass', 'Passes'],
  ['accommodation', 'Rooms'],
])

const tabs = [undefined, ...reviewStates]

const stateTab = (state: QueueFilter['state']) =>
  state === undefined ? 'All' : state === 'verified' ? 'Verified' : stateWord({ state, ground: null })

const sum = (counts: Partial<Record<string, number>>) =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0)

/** The view with one thing of its filter set anew, or taken away. */
const withFilter = (view: ListView, change: Partial<Record<keyof QueueFilter, string | undefined>>): ListView => {
  const filter = Object.fromEntries(Object.entries({ ...view.filter, ...change }).filter(([, value]) => value))
  return { ...view, filter }
}

const Select = ({
  label,
  value,
  onChange,
  children,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}) => {
  const id = useId()
  return (
    <p>
      <label htmlFor={id} className="head">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="target block w-full border border-line bg-paper px-2 text-ink"
      >
        {children}
      </select>
    </p>
  )
}

const Counted = ({
  values,
  wordOf,
  shown,
}: {
  values: readonly [string, number | undefined][]
  wordOf: (value: string) => string
  shown: string | undefined
}) => {
  // What is chosen stays to be seen, even where nothing is left of it.
  const all = shown && !values.some(([value]) => value === shown) ? [...values, [shown, 0] as const] : values
  return (
    <>
      <option value="">All</option>
      {all.map(([value, count]) => (
        <option key={value} value={value}>
          {wordOf(value)} ({count})
        </option>
      ))}
    </>
  )
}

const flagWord = (flag: string) => (isFlagKind(flag) ? flagWords[flag] : 'Any flag')

/** "Senior Quiz · Wed, 1 Oct": what narrows the list, in a line. */
const tellFilter = ({ kind, event, day, flag, ground, corrected, press, group, bank }: QueueFilter) =>
  [
    kind && kindNames.get(kind),
    event && (eventNames.get(event) ?? event),
    day && writeDay(day),
    flag && flagWord(flag),
    ground && `Verified by ${groundWords[ground].toLowerCase()}`,
    corrected && 'Corrected',
    press && 'What stayed of one press',
    group && 'Something the same',
    bank && bankWords[bank].title,
  ]
    .filter(Boolean)
    .join(' · ')

/** What the list is narrowed to, with how many each choice would show. The address holds it all (behaviour 14.73). */
export const QueueFilters = ({
  view,
  counts,
  isBeside,
}: {
  view: ListView
  counts: QueueCounts | undefined
  /** A record stands beside the list: what narrows it is told in one line then. */
  isBeside: boolean
}) => {
  const [isToggled, setIsToggled] = useState(false)
  const isOpenAtFirst = !isBeside && countNarrowed(view.filter) > 0
  const isOpen = isOpenAtFirst !== isToggled
  const panel = useId()
  const { filter, order } = view
  const narrowed = countNarrowed(filter)
  const groupKind = filter.group === undefined ? undefined : groupKindOf(filter.group)
  const set = (change: Parameters<typeof withFilter>[1]) => go(listAddress(withFilter(view, change)))
  return (
    <div>
      <div className="flex items-stretch border-b border-rule">
        <ul aria-label="State" className="flex min-w-0 flex-1 overflow-x-auto">
          {tabs.map((state) => {
            const count = counts && (state ? (counts.state[state] ?? 0) : sum(counts.state))
            return (
              <li key={state ?? 'all'}>
                <Link
                  href={listAddress(withFilter(view, { state }))}
                  aria-current={filter.state === state ? 'true' : undefined}
                  className="target flex items-center gap-1.5 px-2.5 whitespace-nowrap text-faded aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_0_var(--ink)]"
                >
                  {stateTab(state)}
                  {count !== undefined && (
                    <span className="figures text-xs font-normal">{count.toLocaleString('en-IN')}</span>
                  )}
                </Link>
              </li>
            )
          })}
        </ul>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsToggled(!isToggled)}
          className="target shrink-0 border-l border-rule px-3 whitespace-nowrap hover:underline"
        >
          Filters{narrowed > 0 && ` (${narrowed})`}
        </button>
      </div>
      {!isOpen && narrowed > 0 && (
        <p className="truncate border-b border-rule px-3 py-1.5 text-xs text-faded">{tellFilter(filter)}</p>
      )}
      <div id={panel} hidden={!isOpen} className="border-b border-rule bg-leaf p-3">
        <div className="grid grid-cols-2 gap-2 @min-[46rem]:grid-cols-7">
          <Select label="Kind" value={filter.kind ?? ''} onChange={(kind) => set({ kind, event: undefined })}>
            <Counted
              values={Object.entries(counts?.kind ?? {})}
              wordOf={(kind) => kindNames.get(kind) ?? kind}
              shown={filter.kind}
            />
          </Select>
          <Select label="Event or tier" value={filter.event ?? ''} onChange={(event) => set({ event })}>
            <Counted
              values={Object.entries(counts?.event ?? {})}
              wordOf={(event) => eventNames.get(event) ?? event}
              shown={filter.event}
            />
          </Select>
          <Select label="Day it was sent" value={filter.day ?? ''} onChange={(day) => set({ day })}>
            <Counted
              values={Object.entries(counts?.day ?? {}).toSorted(([one], [other]) => one.localeCompare(other))}
              wordOf={writeDay}
              shown={filter.day}
            />
          </Select>
          <Select label="Flag" value={filter.flag ?? ''} onChange={(flag) => set({ flag })}>
            <Counted values={Object.entries(counts?.flag ?? {})} wordOf={flagWord} shown={filter.flag} />
          </Select>
          <Select label="Verified by" value={filter.ground ?? ''} onChange={(ground) => set({ ground })}>
            <option value="">All</option>
            {grounds.map((ground) => (
              <option key={ground} value={ground}>
                {groundWords[ground]} ({counts?.ground[ground] ?? 0})
              </option>
            ))}
          </Select>
          <Select label="Corrected" value={filter.corrected ?? ''} onChange={(corrected) => set({ corrected })}>
            <option value="">All</option>
            <option value="yes">Corrected by the registrant ({counts?.corrected ?? 0})</option>
          </Select>
          <Select
            label="Order"
            value={order}
            onChange={(next) => go(listAddress({ ...view, order: next === 'newest' ? 'newest' : 'oldest' }))}
          >
            <option value="oldest">Oldest first</option>
            <option value="newest">Newest first</option>
          </Select>
        </div>
        {filter.press && <p className="mt-2">Only what stayed of one press.</p>}
        {groupKind && <p className="mt-2">Only submissions with {groupWords[groupKind]}.</p>}
        {filter.bank && <p className="mt-2">Only this group of the bank statement: {bankWords[filter.bank].title}.</p>}
        {narrowed > 0 && (
          <Link
            href={listAddress(
              withFilter(view, {
                kind: undefined,
                event: undefined,
                day: undefined,
                flag: undefined,
                ground: undefined,
                group: undefined,
                bank: undefined,
                corrected: undefined,
                press: undefined,
              }),
            )}
            className="target mt-1 inline-flex items-center underline underline-offset-4"
          >
            Clear the filters
          </Link>
        )}
      </div>
    </div>
  )
}
