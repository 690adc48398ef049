import type { ProgrammeEntry } from '../../../festival/content/subject'
import { keep, readKept } from '../../../ui/browser-storage'
import { Icon } from '../../../ui/icon'
import { createStore } from '../../../ui/store'

const key = 'cerebra:stars'
const none: readonly string[] = []

const readStars = (): readonly string[] => {
  const stored = readKept(key)
  return Array.isArray(stored) ? stored : none
}

const stars = createStore(readStars, none)

// Stars set in another tab appear in this one.
globalThis.window?.addEventListener(
  'storage',
  (event) => event.key === key && stars.write(readStars()),
)

/** Returns keys of subjects and IDs of other programme items, stored only on this device. */
export const useStars = stars.use

/** Without storage, stars last until the page is left. */
export const setStar = (id: string, isStarred: boolean) => {
  const others = stars.read().filter((star) => star !== id)
  stars.write(isStarred ? [...others, id] : others)
  keep(key, stars.read())
}

/** A subject has one star for all sessions. Other items have one star each. */
export const starId = (entry: ProgrammeEntry): string =>
  entry.subject?.key ?? entry.item?.id ?? entry.id

export const StarButton = ({ id, name, label }: { id: string; name: string; label?: boolean }) => {
  const isStarred = useStars().includes(id)
  return (
    <button
      type="button"
      aria-pressed={isStarred}
      onClick={() => setStar(id, !isStarred)}
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
