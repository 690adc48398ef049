import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { subjects as built } from '#edition/catalogue'
import type { Subject } from '../festival/content/subject'
import { statePath } from '../festival/forms/api'
import { changeSubject } from '../festival/live/change-subject'
import { isLaterState, isNewsFromServer, type LiveState } from '../festival/live/state'
import { keep, readKept } from '../ui/browser-storage'
import { requireContent } from './built'
import { stateBlockId, stateStore } from './device/storage-keys'

declare const __ENDS__: LiveState['ends']
declare const __OPENED__: LiveState['opened']

/** The edition as it was built, with no state over it; told by the build, so that no page brings the programme for it. */
export const builtState: LiveState = {
  epoch: '',
  version: 0,
  state: { subjects: {} },
  ends: __ENDS__,
  opened: __OPENED__,
}

/** Pages and devices keep states of earlier versions of this program, which named no epoch. */
const withEpoch = (kept: Omit<LiveState, 'epoch'> & Partial<LiveState>): LiveState => ({
  epoch: '',
  ...kept,
})

/** The state that this page was rendered with, so that the browser takes over what it finds (behaviour 16.6). */
export const readPageState = (): LiveState => {
  const block = document.getElementById(stateBlockId)?.textContent
  return block ? withEpoch(JSON.parse(block)) : builtState
}

const layOver = (live: LiveState) => ({
  ...live,
  subjects: built.map((subject) => changeSubject(subject, live.state.subjects[subject.key])),
})

const Festival = createContext(layOver(builtState))

const AskForState = createContext<() => Promise<LiveState>>(async () => builtState)

const isLiveState = (kept: unknown): kept is LiveState =>
  typeof kept === 'object' && kept !== null && 'version' in kept && 'opened' in kept

/** When an open page first asks for the state, behind all that it loads, and how often while it is seen, in milliseconds. */
const [firstMs, askMs] = [5_000, 60_000]

/** How long a page waits for the state before it goes by what it has, in milliseconds. */
const timeoutMs = 3_000

/** The newest state; undefined where no answer comes. */
const fetchState = async (): Promise<LiveState | undefined> => {
  try {
    const answer = await fetch(statePath)
    return answer.ok ? withEpoch(await answer.json()) : undefined
  } catch {
    return undefined
  }
}

/**
 * Gives the parts of the page the festival as it is now. An open page first takes the device's copy where that is later, and asks the
 * server when it comes into view and once a minute.
 */
export const FestivalProvider = ({
  first,
  children,
}: {
  first: LiveState
  children: ReactNode
}) => {
  const [live, setLive] = useState(first)
  const held = useRef(first)
  const take = useCallback((next: LiveState) => {
    held.current = next
    setLive(next)
  }, [])
  const ask = useCallback(async () => {
    const answer = fetchState().then((next) => {
      if (!next) return
      if (isNewsFromServer(next, held.current)) take(next)
      keep(stateStore, held.current)
    })
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
    return held.current
  }, [take])
  useEffect(() => {
    const kept = readKept(stateStore)
    if (isLiveState(kept) && isLaterState(withEpoch(kept), held.current)) take(withEpoch(kept))
    const askIfSeen = () => {
      if (!document.hidden) void ask()
    }
    const firstAsk = setTimeout(askIfSeen, firstMs)
    const timer = setInterval(askIfSeen, askMs)
    document.addEventListener('visibilitychange', askIfSeen)
    return () => {
      clearTimeout(firstAsk)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', askIfSeen)
    }
  }, [ask, take])
  return (
    <AskForState value={ask}>
      <Festival value={useMemo(() => layOver(live), [live])}>{children}</Festival>
    </AskForState>
  )
}

/** The festival as it is now: the state, every event and workshop with it, and until when passes and rooms are sold. */
export const useFestival = () => useContext(Festival)

/** Asks the server for the state now. Gives the answer, or the state that the page has if none comes in time. */
export const useAskForState = () => useContext(AskForState)

export const useSubjects = (): readonly Subject[] => useFestival().subjects

/** @throws Error where the edition has no such event or workshop */
export const useSubject = (key: string): Subject => {
  return requireContent(useSubjects().find((subject) => subject.key === key))
}
