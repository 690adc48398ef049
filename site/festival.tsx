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
import { stateBlockId, stateStorageKey } from './device/storage-keys'

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

const applyLiveState = (live: LiveState) => ({
  ...live,
  subjects: built.map((subject) => changeSubject(subject, live.state.subjects[subject.key])),
})

const Festival = createContext(applyLiveState(builtState))

const RefreshState = createContext<() => Promise<LiveState>>(async () => builtState)

const isLiveState = (kept: unknown): kept is LiveState =>
  typeof kept === 'object' && kept !== null && 'version' in kept && 'opened' in kept

/** When an open page first asks for the state, behind all that it loads, and how often while it is seen, in milliseconds. */
const [firstPollDelayMs, pollIntervalMs] = [5_000, 60_000]

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
  const newest = useRef(first)
  const adoptState = useCallback((next: LiveState) => {
    newest.current = next
    setLive(next)
  }, [])
  const ask = useCallback(async () => {
    const answer = fetchState().then((next) => {
      if (!next) {
        return
      }
      if (isNewsFromServer(next, newest.current)) {
        adoptState(next)
      }
      keep(stateStorageKey, newest.current)
    })
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, timeoutMs))])
    return newest.current
  }, [adoptState])
  useEffect(() => {
    const kept = readKept(stateStorageKey)
    if (isLiveState(kept) && isLaterState(withEpoch(kept), newest.current)) {
      adoptState(withEpoch(kept))
    }
    const pollIfVisible = () => {
      if (!document.hidden) {
        void ask()
      }
    }
    const firstPoll = setTimeout(pollIfVisible, firstPollDelayMs)
    const timer = setInterval(pollIfVisible, pollIntervalMs)
    document.addEventListener('visibilitychange', pollIfVisible)
    return () => {
      clearTimeout(firstPoll)
      clearInterval(timer)
      document.removeEventListener('visibilitychange', pollIfVisible)
    }
  }, [ask, adoptState])
  return (
    <RefreshState value={ask}>
      <Festival value={useMemo(() => applyLiveState(live), [live])}>{children}</Festival>
    </RefreshState>
  )
}

/** The festival as it is now: the state, every event and workshop with it, and until when passes and rooms are sold. */
export const useFestival = () => useContext(Festival)

/** Asks the server for the state now. Gives the answer, or the state that the page has if none comes in time. */
export const useRefreshState = () => useContext(RefreshState)

export const useSubjects = (): readonly Subject[] => useFestival().subjects

/** @throws Error where the edition has no such event or workshop */
export const useSubject = (key: string): Subject => {
  return requireContent(useSubjects().find((subject) => subject.key === key))
}
