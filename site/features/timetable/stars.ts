import { useSyncExternalStore } from 'react'

const key = 'cerebra:stars'
const listeners = new Set<() => void>()
const none: readonly string[] = []
let stars: readonly string[] | undefined

const readStars = (): readonly string[] => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored.filter((star) => typeof star === 'string') : none
  } catch {
    return none
  }
}

const currentStars = () => {
  stars ??= readStars()
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

/** Stars something, or takes its star away. */
export const toggleStar = (id: string) => {
  const current = currentStars()
  stars = current.includes(id) ? current.filter((star) => star !== id) : [...current, id]
  try {
    localStorage.setItem(key, JSON.stringify(stars))
  } catch {
    // A browser that stores nothing keeps the stars until the page is left.
  }
  announce()
}
