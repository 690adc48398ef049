import { useId, useState } from 'react'
import { groupWords as bankWords } from '../../../festival/bank/match'
import { flagWords, isFlagKind, tellGroup } from '../../../festival/desk/flags'
import type { QueueCounts, QueueFilter } from '../../../festival/desk/queue'
import { grounds, groundWords, reviewStates } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import { countNarrowed, go, Link, type ListView, listAddress } from '../../address'
import { useMayAct } from '../../api'
import { SelectField, smallBox } from '../../fields'
import { writeDay } from '../../words'
import { WriteDialog } from '../messages/write-dialog'
import { eventNames, stateWord } from './marks'

const kindNames = new Map([
  ['registration', 'Registrations'],
  ['delegate-pass', 'Passes'],
  ['accommodation', 'Rooms'],
])

export const stateTab = (state: QueueFilter['state']) =>
  state === undefined ? 'All' : state === 'verified' ? 'Verified' : stateWord({ state, ground: null })

const sum = (counts: Partial<Record<string, number>>) =>
  Object.values(counts).reduce<number>((total, count) => total + (count ?? 0), 0)

const sourceWord = (source: string) => groundWords[grounds.find((one) => one === source) ?? 'picture']

/** What the list is narrowed by: the label of its choice, how each value is called there, and in a line. */
const choices = [
  { name: 'kind', label: 'Kind', wordOf: (kind: string) => kindNames.get(kind) ?? kind },
  { name: 'event', label: 'Event or tier', wordOf: (event: string) => eventNames.get(event) ?? event },
  { name: 'day', label: 'Day it was sent', wordOf: writeDay },
  { name: 'flag', label: 'Flag', wordOf: (flag: string) => (isFlagKind(flag) ? flagWords[flag] : 'Any flag') },
  {
    name: 'ground',
    label: 'Verified by',
    wordOf: sourceWord,
    inLine: (source: string) => `Verified by ${sourceWord(source).toLowerCase()}`,
  },
] as const satisfies readonly {
  name: keyof QueueFilter
  label: string
  wordOf: (value: string) => string
  inLine?: (value: string) => string
}[]

/** What a record has or has not: each a press, and another one takes it away again. */
const marks = [
  { name: 'corrected', value: 'yes', word: 'Corrected' },
  { name: 'utr', value: 'none', word: 'No UTR' },
  { name: 'walkin', value: 'yes', word: 'Walk-in' },
  { name: 'cash', value: 'yes', word: 'Paid in cash' },
  { name: 'note', value: 'yes', word: 'Has a note' },
  { name: 'later', value: 'yes', word: 'Put to later' },
] as const satisfies readonly { name: keyof QueueFilter & keyof QueueCounts; value: string; word: string }[]

/** What can be chosen, with how many there would be. */
const countsOf = (name: (typeof choices)[number]['name'], counts: QueueCounts | undefined): [string, number][] => {
  if (name === 'ground') return grounds.map((ground) => [ground, counts?.ground[ground] ?? 0])
  const all = Object.entries<number>(counts?.[name] ?? {})
  return name === 'day' ? all.toSorted(([one], [other]) => one.localeCompare(other)) : all
}

/** What a link narrows by, and no choice here does. */
const tellFurther = ({ press, group, bank, standing, night, lunch, mail, picture }: QueueFilter): string[] =>
  [
    press && 'What stayed of one press',
    group && `Submissions with ${tellGroup(group)}`,
    bank && bankWords[bank].title,
    standing && { accepted: 'Neither rejected nor withdrawn', open: 'Not yet verified' }[standing],
    night && `Rooms, night of ${writeDay(night)}`,
    lunch && `Lunch on ${writeDay(lunch)}`,
    mail && 'A mail failed',
    picture && 'Picture not read yet',
  ].flatMap((words) => words || [])

/** "Senior Quiz · Wed, 1 Oct": what narrows the list, in a line. */
export const tellFilter = (filter: QueueFilter) =>
  [
    ...choices.map((choice) => {
      const value = filter[choice.name]
      return value && ('inLine' in choice ? choice.inLine(value) : choice.wordOf(value))
    }),
    ...marks.map(({ name, value, word }) => filter[name] === value && word),
    filter.college && `College: ${filter.college}`,
    ...tellFurther(filter),
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
  const [chosen, setChosen] = useState<boolean>()
  const [isWriting, setIsWriting] = useState(false)
  const mayWrite = useMayAct('admin')
  const panel = useId()
  const { filter, order } = view
  const narrowed = countNarrowed(filter)
  const isOpen = chosen ?? (!isBeside && narrowed > 0)
  /** The address of the list with one thing of its filter set anew, or taken away. */
  const withFilter = (change: Partial<Record<keyof QueueFilter, string | undefined>>) =>
    listAddress({
      order,
      filter: Object.fromEntries(Object.entries({ ...filter, ...change }).filter(([, value]) => value)),
    })
  return (
    <div>
      <div className="flex items-stretch border-b border-rule">
        <ul aria-label="State" className="flex min-w-0 flex-1 overflow-x-auto">
          {[undefined, ...reviewStates].map((state) => {
            const count = counts && (state ? (counts.state[state] ?? 0) : sum(counts.state))
            return (
              <li key={state ?? 'all'}>
                <Link
                  href={withFilter({ state })}
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
          onClick={() => setChosen(!isOpen)}
          className="target shrink-0 border-l border-rule px-3 whitespace-nowrap hover:underline"
        >
          Filters{narrowed > 0 && ` (${narrowed})`}
        </button>
      </div>
      {!isOpen && narrowed > 0 && (
        <p className="truncate border-b border-rule px-3 py-1.5 text-xs text-faded">{tellFilter(filter)}</p>
      )}
      <div id={panel} hidden={!isOpen} className="border-b border-rule bg-leaf p-3">
        <div className="grid grid-cols-2 gap-2 @min-[46rem]:grid-cols-6">
          {choices.map(({ name, label, wordOf }) => {
            const values = countsOf(name, counts)
            const shown = filter[name]
            // What is chosen stays to be seen, even where nothing is left of it.
            if (shown && !values.some(([value]) => value === shown)) values.push([shown, 0])
            return (
              <SelectField
                key={name}
                path={`filter-${name}`}
                label={label}
                isSmall
                value={shown ?? ''}
                none="All"
                choices={values.map(([value, count]) => ({ value, label: `${wordOf(value)} (${count})` }))}
                onChange={(value) =>
                  go(withFilter(name === 'kind' ? { kind: value, event: undefined } : { [name]: value }))
                }
              />
            )
          })}
          <SelectField
            path="filter-order"
            label="Order"
            isSmall
            value={order}
            choices={[
              { value: 'oldest', label: 'Oldest first' },
              { value: 'newest', label: 'Newest first' },
            ]}
            onChange={(value) => go(listAddress({ filter, order: value === 'newest' ? value : 'oldest' }))}
          />
        </div>
        <ul aria-label="Marks" className="mt-2 flex flex-wrap gap-2">
          {marks.map(({ name, value, word }) => {
            const isOn = filter[name] === value
            const count = Object.entries<number>(counts?.[name] ?? {}).find(([one]) => one === value)?.[1] ?? 0
            return (
              <li key={name}>
                <Link
                  href={withFilter({ [name]: isOn ? (name === 'later' ? 'no' : undefined) : value })}
                  aria-current={isOn ? 'true' : undefined}
                  className="target inline-flex items-center gap-1.5 border border-line px-2.5 aria-[current]:bg-ink aria-[current]:text-paper"
                >
                  {word} <span className="figures text-xs">{count.toLocaleString('en-IN')}</span>
                </Link>
              </li>
            )
          })}
        </ul>
        <form
          className="mt-2 flex items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            go(withFilter({ college: String(new FormData(event.currentTarget).get('college')).trim() }))
          }}
        >
          <p className="min-w-0 flex-1 sm:max-w-sm">
            <label htmlFor={`${panel}-college`} className="head">
              College
            </label>
            <input
              key={filter.college ?? ''}
              id={`${panel}-college`}
              name="college"
              type="search"
              maxLength={100}
              autoComplete="off"
              defaultValue={filter.college ?? ''}
              className={smallBox}
            />
          </p>
          <Button type="submit" shape="secondary" className="min-h-11!">
            Narrow
          </Button>
        </form>
        {tellFurther(filter).map((words) => (
          <p key={words} className="mt-2">
            Only: {words}.
          </p>
        ))}
        {mayWrite && !filter.q && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setIsWriting(true)}
            className="target mt-1 mr-4 underline underline-offset-4"
          >
            Write to everybody in this list …
          </button>
        )}
        {narrowed > 0 && (
          <Link
            href={listAddress({
              order,
              filter: {
                ...(filter.q ? { q: filter.q } : {}),
                ...(filter.state ? { state: filter.state } : {}),
                ...(filter.later === 'no' ? { later: filter.later } : {}),
              },
            })}
            className="target mt-1 inline-flex items-center underline underline-offset-4"
          >
            Clear the filters
          </Link>
        )}
        {isWriting && <WriteDialog filter={filter} onClose={() => setIsWriting(false)} />}
      </div>
    </div>
  )
}
