import {
  type RefObject,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { findField, revealEvent } from '../../ui/field'
import { markPart, type PartEntry } from './parts-script'

/** The same condition as in the style sheet. Browsers that do not know it show all parts at once. */
const phoneQuery = '(scripting: enabled) and (width < 40rem)'

const followWidth = (onChange: () => void) => {
  const query = window.matchMedia(phoneQuery)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}

const useIsPhone = (): boolean =>
  useSyncExternalStore(
    followWidth,
    () => window.matchMedia(phoneQuery).matches,
    () => false,
  )

const readPart = (count: number): number => {
  const { part = 0 }: PartEntry = window.history.state ?? {}
  return Math.min(part, count - 1)
}

/**
 * Goes back to the history entry from before the first part, so that Back from the confirmation
 * leaves the form. A dialog that closes at the same moment removes its own entry first.
 */
const leaveParts = (address: string) => {
  const { part = 0, isDialog = false }: PartEntry & { isDialog?: boolean } =
    window.history.state ?? {}
  if (location.href !== address) {
    return
  }
  if (isDialog) {
    window.addEventListener('popstate', () => leaveParts(address), { once: true })
  } else if (part > 0) {
    window.history.go(-part)
  }
}

/** On phones, shows one part of a form at a time. Each part has a history entry. */
export const useParts = (box: RefObject<HTMLElement | null>, count: number) => {
  const isPhone = useIsPhone()
  const [part, setPart] = useState(0)
  const latest = useRef(0)

  const show = (next: number) => {
    latest.current = next
    markPart(document.documentElement, { part: next, isLast: next === count - 1 })
    setPart(next)
  }
  const start = useEffectEvent(() => show(readPart(count)))
  const push = (next: number) =>
    window.history.pushState(
      { pushed: true, part: next, isLast: next === count - 1 } satisfies PartEntry & {
        pushed: boolean
      },
      '',
    )
  const showFromTop = (next: number) => {
    show(next)
    window.scrollTo({ top: 0, behavior: 'instant' })
    box.current?.children[next]?.querySelector('h2')?.focus({ preventScroll: true })
  }
  const onBack = useEffectEvent(() => {
    const next = readPart(count)
    if (next !== latest.current) {
      showFromTop(next)
    }
  })
  const onReveal = useEffectEvent((target: EventTarget | null) => {
    const children = [...(box.current?.children ?? [])]
    const next = children.findIndex((child) => target instanceof Node && child.contains(target))
    const from = latest.current
    if (!isPhone || next < 0 || next === from) {
      return
    }
    show(next)
    if (next < from) {
      window.history.go(next - from)
    }
    for (let step = from + 1; step <= next; step += 1) {
      push(step)
    }
  })
  useLayoutEffect(() => {
    const element = box.current
    if (!element || count < 2) {
      return
    }
    const address = location.href
    start()
    const onPopState = () => location.href === address && onBack()
    const reveal = ({ target }: Event) => onReveal(target)
    window.addEventListener('popstate', onPopState)
    element.addEventListener(revealEvent, reveal)
    return () => {
      window.removeEventListener('popstate', onPopState)
      element.removeEventListener(revealEvent, reveal)
      markPart(document.documentElement, {})
      leaveParts(address)
    }
  }, [box, count])

  return {
    part,
    /** Whether a later part follows the visible one. False if all parts are visible. */
    hasNext: isPhone && part < count - 1,
    goOn: () => {
      push(part + 1)
      showFromTop(part + 1)
    },
    isInPart: (path: string) => box.current?.children[part]?.contains(findField(path)) ?? false,
  }
}
