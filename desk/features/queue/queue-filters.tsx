import { useId, useState } from 'react'
import {
  type FilterName,
  filterNames,
  filters,
  filtersAt,
  type QueueCounts,
  type QueueFilter,
} from '../../../festival/contract/queue'
import { reviewStates } from '../../../festival/contract/states'
import { Button } from '../../../ui/button'
import { go, Link, type ListView, listAddress } from '../../address'
import { useMayAct } from '../../api'
import { Form, SelectField, SmallField } from '../../fields'
import { formatNumber } from '../../words'
import { WriteDialog } from '../messages/write-dialog'

export const nameStateTab = (state: QueueFilter['state']) =>
  state ? filters.state.describe(state) : 'All'

/** Returns an empty text for defaults and for filters that the page shows elsewhere. */
const describeFilterPart = (name: FilterName, value: string | undefined): string => {
  const { place, describe, line = describe } = filters[name]
  return !value || place === 'search' || place === 'tabs' ? '' : line(value)
}

const listActiveFilters = (filter: QueueFilter) =>
  filterNames.filter((name) => describeFilterPart(name, filter[name]))

/** Returns, for example, "Senior Quiz · Wed 1 Oct". */
export const describeFilter = (filter: QueueFilter): string =>
  listActiveFilters(filter)
    .map((name) => describeFilterPart(name, filter[name]))
    .join(' · ')

/** Returns, for example, "Waiting · Senior Quiz". */
export const nameList = (filter: QueueFilter): string =>
  [filter.state && nameStateTab(filter.state), describeFilter(filter)]
    .filter(Boolean)
    .join(' · ') || 'Everyone'

/** Returns, for example, "1 verified, 0 waiting". */
export const describeSearchCounts = (counts: QueueCounts['state'] = {}): string =>
  (['verified', 'submitted', 'unconfirmed', 'needs-correction', 'rejected', 'withdrawn'] as const)
    .filter((state) => counts[state] || state === 'verified' || state === 'submitted')
    .map((state) => `${formatNumber(counts[state] ?? 0)} ${nameStateTab(state).toLowerCase()}`)
    .join(', ')

export const QueueFilters = ({
  view,
  counts,
  isBeside,
}: {
  view: ListView
  counts: QueueCounts | undefined
  isBeside: boolean
}) => {
  const [isToggledOpen, setIsToggledOpen] = useState<boolean>()
  const [isWriting, setIsWriting] = useState(false)
  const mayWrite = useMayAct('admin')
  const panel = useId()
  const { filter, order } = view
  const activeFilters = listActiveFilters(filter)
  // On a phone, the open panel would hide the rows.
  const isOpen =
    isToggledOpen ??
    (!isBeside && activeFilters.length > 0 && window.matchMedia('(width >= 64rem)').matches)
  const withFilter = (change: { readonly [Name in FilterName]?: string | undefined }) =>
    listAddress({
      order,
      filter: Object.fromEntries(
        Object.entries({ ...filter, ...change }).filter(([, value]) => value),
      ),
    })
  const findCount = (name: FilterName, value: string) => counts?.[name]?.[value] ?? 0
  // Only a festival with a free event has unconfirmed entries.
  const shownStates = reviewStates.filter(
    (state) => state !== 'unconfirmed' || filter.state === state || findCount('state', state) > 0,
  )
  const totalCount = Object.values(counts?.state ?? {}).reduce((sum, count) => sum + count, 0)
  return (
    <div>
      <div className="border-b border-rule">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={panel}
          onClick={() => setIsToggledOpen(!isOpen)}
          className="target float-right border-l border-rule px-3 whitespace-nowrap hover:underline"
        >
          Filters{activeFilters.length > 0 && ` (${activeFilters.length})`}
        </button>
        {/* The second line of states runs below the button. */}
        <ul aria-label="State" className="*:inline-block *:align-top">
          {[undefined, ...shownStates].map((state) => (
            <li key={state ?? 'all'}>
              <Link
                href={withFilter({ state })}
                aria-current={filter.state === state ? 'true' : undefined}
                className="target flex items-center gap-1.5 px-2.5 whitespace-nowrap text-faded aria-[current]:font-semibold aria-[current]:text-ink aria-[current]:shadow-[inset_0_-2px_0_var(--ink)]"
              >
                {nameStateTab(state)}
                {counts && (
                  <span className="figures text-xs font-normal">
                    {formatNumber(state ? findCount('state', state) : totalCount)}
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      {!isOpen && activeFilters.length > 0 && (
        <p className="truncate border-b border-rule px-3 py-1.5 text-xs text-faded">
          {describeFilter(filter)}
        </p>
      )}
      <div id={panel} hidden={!isOpen} className="border-b border-rule bg-leaf p-3">
        <div className="grid grid-cols-2 gap-2 @min-[46rem]:grid-cols-6">
          {filtersAt('choice').map((name) => {
            const {
              label = name,
              describe,
              values = Object.keys(counts?.[name] ?? {}).sort(),
            } = filters[name]
            // The chosen value stays visible even if it has no entries.
            const shownValues = values.filter(
              (value) => findCount(name, value) > 0 || value === filter[name],
            )
            return (
              <SelectField
                key={name}
                path={`filter-${name}`}
                label={label}
                isSmall
                value={filter[name] ?? ''}
                emptyLabel="All"
                choices={shownValues.map((value) => ({
                  value,
                  label: `${describe(value)} (${findCount(name, value)})`,
                }))}
                onChange={(value) => {
                  const change = { [name]: value }
                  go(withFilter(name === 'kind' ? { ...change, event: undefined } : change))
                }}
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
            onChange={(value) =>
              go(listAddress({ filter, order: value === 'newest' ? value : 'oldest' }))
            }
          />
        </div>
        <ul aria-label="Marks" className="mt-2 flex flex-wrap gap-2">
          {filtersAt('mark').map((name) => {
            const [on = '', off] = filters[name].values ?? []
            const isOn = filter[name] === on
            const next = isOn ? off : on
            return (
              <li key={name}>
                <Link
                  href={withFilter({ [name]: next })}
                  aria-current={isOn ? 'true' : undefined}
                  className="target inline-flex items-center gap-1.5 border border-line px-2.5 aria-[current]:bg-ink aria-[current]:text-paper"
                >
                  {filters[name].describe(on)}{' '}
                  <span className="figures text-xs">{formatNumber(findCount(name, on))}</span>
                </Link>
              </li>
            )
          })}
        </ul>
        {filtersAt('text').map((name) => (
          <Form
            key={`${name} ${filter[name]}`}
            className="mt-2 flex max-w-lg items-end gap-2"
            onSubmit={(form) =>
              go(withFilter({ [name]: String(new FormData(form).get(name)).trim() }))
            }
          >
            <SmallField
              label={filters[name].label}
              name={name}
              maxLength={100}
              defaultValue={filter[name]}
            />
            <Button type="submit" shape="secondary" className="min-h-11!">
              Filter
            </Button>
          </Form>
        ))}
        {activeFilters
          .filter((name) => filters[name].place === undefined)
          .map((name) => (
            <p key={name} className="mt-2">
              Only: {describeFilterPart(name, filter[name])}.
            </p>
          ))}
        {mayWrite && !filter.q && (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => setIsWriting(true)}
            className="press mt-1 mr-4"
          >
            Message everyone in this list …
          </button>
        )}
        {activeFilters.length > 0 && (
          <Link
            href={withFilter(Object.fromEntries(activeFilters.map((name) => [name, undefined])))}
            className="press mt-1"
          >
            Clear the filters
          </Link>
        )}
        {isWriting && (
          <WriteDialog
            filter={filter}
            list={nameList(filter)}
            onClose={() => setIsWriting(false)}
          />
        )}
      </div>
    </div>
  )
}
