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

/**
 * The state before any change. Set by the build, so that pages do not have to load the programme.
 */
export const builtState: LiveState = {
  epoch: '',
  version: 0,
  state: { subjects: {} },
  ends: __ENDS__,
  opened: __OPENED__,
}

/** States stored by earlier versions have no epoch. */
const withEpoch = (kept: Omit<LiveState, 'epoch'> & Partial<LiveState>): LiveState => ({
  epoch: '',
  ...kept,
})

/** Hydration must start from the state that the page was rendered with. */
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

/** In milliseconds. The first poll waits until everything else has loaded. */
const firstPollDelayMs = 5_000
const pollIntervalMs = 60_000

/** In milliseconds. After this time, a page uses the state that it already has. */
const timeoutMs = 3_000

const fetchState = async (): Promise<LiveState | undefined> => {
  try {
    const answer = await fetch(statePath)
    return answer.ok ? withEpoch(await answer.json()) : undefined
  } catch {
    return undefined
  }
}

/**
 * Provides the live state: the page's own, then a newer one from storage, then the server's, which
 * is fetched once a minute and whenever the page becomes visible.
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
  const refresh = useCallback(async () => {
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
        void refresh()
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
  }, [refresh, adoptState])
  return (
    <RefreshState value={refresh}>
      <Festival value={useMemo(() => applyLiveState(live), [live])}>{children}</Festival>
    </RefreshState>
  )
}

export const useFestival = () => useContext(Festival)

/** Refreshes the state. Returns the known state if the server is slow. */
export const useRefreshState = () => useContext(RefreshState)

export const useSubjects = (): readonly Subject[] => useFestival().subjects

/** @throws Error if the edition has no such subject */
export const useSubject = (key: string): Subject => {
  return requireContent(useSubjects().find((subject) => subject.key === key))
}
