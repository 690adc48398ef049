import { useSyncExternalStore } from 'react'
import type { ProgrammeEntry } from '../../../festival/subject'
import { Icon } from '../../../ui/icon'
import { keep, readKept } from '../../shelves'

const key = 'cerebra:stars'
const listeners = new Set<() => void>()
const none: readonly string[] = []
let stars: readonly string[] | undefined

const currentStars = (): readonly string[] => {
  const kept = stars ?? readKept(key)
  stars ??= Array.isArray(kept) ? kept.filter((star) => typeof star === 'string') : none
  return stars
}

const announce = () => {
  for (const listener of listeners) listener()
}

const followOtherTabs = (event: StorageEvent) => {
  if (event.key !== key) return
  stars = undefined
  announce()
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

/** What the visitor has starred: keys of subjects and ids of other items. Kept on this device alone (behaviour 9.8). */
export const useStars = (): readonly string[] => useSyncExternalStore(subscribe, currentStars, () => none)

/** Stars what somebody has registered for. */
export const addStar = (id: string) => {
  if (!currentStars().includes(id)) toggleStar(id)
}

/** Stars something, or takes its star away; a browser that keeps nothing has it until the page is left. */
const toggleStar = (id: string) => {
  const current = currentStars()
  stars = current.includes(id) ? current.filter((star) => star !== id) : [...current, id]
  keep(key, stars)
  announce()
}

/** What a star is put on: a subject with all of its sessions, or another item of the programme. */
export const starOf = (entry: ProgrammeEntry): string => entry.subject?.key ?? entry.item?.id ?? entry.id

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
