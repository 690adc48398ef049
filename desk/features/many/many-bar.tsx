import { useState } from 'react'
import type { Selection } from '../../../festival/desk/decision'
import type { QueueRow } from '../../../festival/desk/queue'
import { kinds } from '../../../festival/desk/queue'
import type { Decision } from '../../../festival/desk/states'
import { Button } from '../../../ui/button'
import type { ListView } from '../../address'
import { ManyDialog } from './many-dialog'

/** At most so many that were picked go in one decision; more than that is a filter's affair. */
const mostPicked = 500

/** What can be decided about everything that is selected, or about all that the list shows. */
export const ManyBar = ({
  selected,
  view,
  total,
  allOf,
  onAll,
  onClear,
}: {
  selected: ReadonlyMap<string, QueueRow>
  view: ListView
  /** How many the filter shows in all. */
  total: number
  /** How many there were when somebody took all of it. */
  allOf: number | undefined
  onAll: (count: number) => void
  onClear: () => void
}) => {
  const isAll = allOf !== undefined
  const [open, setOpen] = useState<Decision>()
  const rows = [...selected.values()]
  if (rows.length === 0 && !isAll) return null
  const selection: Selection = isAll
    ? { by: 'filter', filter: view.filter, seenAt: new Date().toISOString() }
    : { by: 'rows', rows: rows.slice(0, mostPicked).map(({ id, version }) => ({ id, version })) }
  const count = isAll ? allOf : Math.min(rows.length, mostPicked)
  const kindsOfAll = view.filter.kind ? [view.filter.kind] : kinds
  const clear = () => {
    setOpen(undefined)
    onClear()
  }
  return (
    <div className="sticky bottom-0 z-10 border-t border-line bg-leaf p-2 lg:static">
      <p role="status" className="figures flex flex-wrap items-center gap-x-3 px-1">
        <b>{isAll ? `All ${allOf.toLocaleString('en-IN')} of this list` : `${rows.length} selected`}</b>
        {!isAll && rows.length > mostPicked && <span>The first {mostPicked} of them are decided at once.</span>}
        {!isAll && total > rows.length && (
          <button type="button" className="target underline underline-offset-4" onClick={() => onAll(total)}>
            Select all {total.toLocaleString('en-IN')} of this list
          </button>
        )}
        <button type="button" className="target ml-auto underline underline-offset-4" onClick={clear}>
          Clear
        </button>
      </p>
      <div className="flex gap-2">
        <Button className="flex-1 px-2!" onClick={() => setOpen('verify')}>
          Verify …
        </Button>
        <Button shape="secondary" className="flex-1 px-2!" onClick={() => setOpen('ask-correction')}>
          Correct …
        </Button>
        <Button shape="secondary" className="flex-1 px-2!" onClick={() => setOpen('reject')}>
          Reject …
        </Button>
      </div>
      {open && (
        <ManyDialog
          decision={open}
          selection={selection}
          count={count}
          kinds={isAll ? kindsOfAll : [...new Set(rows.map(({ kind }) => kind))]}
          onDone={clear}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}
