import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react'
import { subjects as built } from '#edition/catalogue'
import { statePath } from '../festival/api'
import type { LiveState } from '../festival/state'
import { changeSubject, type Subject } from '../festival/subject'
import { keep, readKept } from '../ui/browser-storage'
import { requireContent } from './built'
import { stateBlockId, stateShelf } from './storage-keys'

declare const __ENDS__: LiveState['ends']
declare const __OPENED__: LiveState['opened']

/** The edition as it was built, with no state over it; told by the build, so that no page brings the programme for it. */
export const builtState: LiveState = { version: 0, state: { subjects: {} }, ends: __ENDS__, opened: __OPENED__ }

/** The state that this page was rendered with, so that the browser takes over what it finds (behaviour 16.6). */
export const readPageState = (): LiveState => {
  const block = document.getElementById(stateBlockId)?.textContent
  return block ? JSON.parse(block) : builtState
}

const layOver = (live: LiveState) => ({
  ...live,
  subjects: built.map((subject) => changeSubject(subject, live.state.subjects[subject.key])),
})

const Festival = createContext(layOver(builtState))

const AskForState = createContext<() => Promise<void>>(async () => undefined)

const isLiveState = (kept: unknown): kept is LiveState =>
  typeof kept === 'object' && kept !== null && 'version' in kept && 'opened' in kept

/** When an open page first asks for the state, behind all that it loads, and how often while it is seen, in milliseconds. */
const [firstMs, askMs] = [5_000, 60_000]

/** How long a page waits for the state before it goes by what it has, in milliseconds. */
const patienceMs = 3_000

/** The newest state; undefined where no answer comes. */
const fetchState = async (): Promise<LiveState | undefined> => {
  try {
    const answer = await fetch(statePath)
    return answer.ok ? await answer.json() : undefined
  } catch {
    return undefined
  }
}

/**
 * Tells what is below what organisers have changed; what never moves, components read from the edition itself. An open page takes
 * what the device keeps, and asks for the newest when it comes into sight and once a minute; never an older one (behaviour 16.9).
 */
export const FestivalProvider = ({ first, children }: { first: LiveState; children: ReactNode }) => {
  const [live, setLive] = useState(first)
  const take = useCallback((next: LiveState) => setLive((held) => (next.version > held.version ? next : held)), [])
  const ask = useCallback(async () => {
    const answer = fetchState().then((next) => {
      if (!next) return
      take(next)
      keep(stateShelf, next)
    })
    await Promise.race([answer, new Promise((resolve) => setTimeout(resolve, patienceMs))])
  }, [take])
  useEffect(() => {
    const kept = readKept(stateShelf)
    if (isLiveState(kept)) take(kept)
    const askIfSeen = () => {
      if (!document.hidden) void ask()
    }
    const first = setTimeout(askIfSeen, firstMs)
    const timer = setInterval(askIfSeen, askMs)
    document.addEventListener('visibilitychange', askIfSeen)
    return () => {
      clearTimeout(first)
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

/** Asks the server for the state now. Settles once the page has taken the answer, or goes by what it has. */
export const useAskForState = () => useContext(AskForState)

export const useSubjects = (): readonly Subject[] => useFestival().subjects

/** @throws Error where the edition has no such event or workshop */
export const useSubject = (key: string): Subject => {
  return requireContent(useSubjects().find((subject) => subject.key === key))
}
