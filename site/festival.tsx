import { createContext, type ReactNode, useContext } from 'react'
import { subjects as built } from '#edition/catalogue'
import type { LiveState } from '../festival/state'
import { changeSubject, type Subject } from '../festival/subject'
import { requireContent } from './built'

declare const __ENDS__: LiveState['ends']
declare const __OPENED__: LiveState['opened']

/** The edition as it was built, with no state over it; told by the build, so that no page brings the programme for it. */
export const builtState: LiveState = { version: 0, state: { subjects: {} }, ends: __ENDS__, opened: __OPENED__ }

/** The id of the block in which a page carries the state that it was rendered with. */
export const stateBlockId = 'state'

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

/** Tells what is below what organisers have changed; what never moves, components read from the edition itself. */
export const FestivalProvider = ({ first, children }: { first: LiveState; children: ReactNode }) => (
  <Festival value={layOver(first)}>{children}</Festival>
)

/** The festival as it is now: the state, every event and workshop with it, and until when passes and rooms are sold. */
export const useFestival = () => useContext(Festival)

export const useSubjects = (): readonly Subject[] => useFestival().subjects

/** @throws Error where the edition has no such event or workshop */
export const useSubject = (key: string): Subject => {
  return requireContent(useSubjects().find((subject) => subject.key === key))
}
