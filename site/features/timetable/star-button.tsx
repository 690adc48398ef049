import { Icon } from '../../../ui/icon'
import { toggleStar, useStars } from './stars'

/** Adds something to the visitor's own timetable, or takes it out. */
export const StarButton = ({ id, name, label }: { id: string; name: string; label?: boolean }) => {
  const isStarred = useStars().includes(id)
  return (
    <button
      type="button"
      aria-pressed={isStarred}
      onClick={() => toggleStar(id)}
      className="relative z-10 inline-flex min-h-11 min-w-11 items-center justify-center gap-2 text-sm font-semibold print:hidden"
    >
      <Icon
        path="m12 3.5 2.6 5.6 6.1.7-4.5 4.2 1.2 6-5.4-3-5.4 3 1.2-6-4.5-4.2 6.1-.7z"
        className={`size-6 stroke-[1.5] ${isStarred ? 'fill-accent stroke-accent' : 'fill-none stroke-current'}`}
      />
      <span className={label ? '' : 'sr-only'}>
        {label ? 'My festival' : 'In my festival'}
        <span className="sr-only">: {name}</span>
      </span>
    </button>
  )
}
