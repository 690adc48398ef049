import { findOverlaps, programmeEntries } from '../../../festival/programme'
import { dayOf, formatHours, formatShortDay } from '../../../festival/slot'
import { starOf } from './star-of'
import { useStars } from './stars'

/** Tells, as soon as it is so, that two starred sessions overlap (behaviour 9.8). */
export const OverlapNotice = () => {
  const stars = useStars()
  const overlaps = findOverlaps(programmeEntries.filter((entry) => stars.includes(starOf(entry))))
  return (
    <div role="status" className="sticky top-2 z-20">
      {overlaps.length > 0 && (
        <div data-colour="artery" className="mt-6 max-h-[35dvh] overflow-y-auto border border-artery bg-leaf p-4">
          <p className="font-semibold">Sessions in your festival overlap:</p>
          <ul className="mt-2 space-y-1 text-sm">
            {overlaps.map(([one, other]) => (
              <li key={`${one.id} ${other.id}`}>
                {formatShortDay(dayOf(one.slot.start))}: {one.title} ({formatHours(one.slot)}) and {other.title} (
                {formatHours(other.slot)})
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
