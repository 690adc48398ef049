import type { QueueRow } from '../../../festival/desk/queue'
import { eventNames } from '../queue/event-names'

/** The folder of this build's plates; its name changes when a drawing does, so that browsers may keep them for good. */
declare const __PLATES__: string

/** Whose drawing a submission has: its event's, or that of the page on which passes or rooms are bought. */
const plateOf = ({ kind, event }: Pick<QueueRow, 'kind' | 'event'>): string | undefined => {
  if (kind !== 'registration') return kind
  return eventNames.has(event) ? event : undefined
}

/** The small plate of what a submission is for, so that the eye knows the event before it reads. */
export const SmallPlate = ({ of }: { of: Pick<QueueRow, 'kind' | 'event'> }) => {
  const key = plateOf(of)
  if (key === undefined) return null
  const file = `${__PLATES__}/${key}.svg`
  return (
    <svg viewBox="0 0 400 500" aria-hidden="true" className="small-plate h-12 shrink-0">
      <use href={`${file}#plate`} />
    </svg>
  )
}
