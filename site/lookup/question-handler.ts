import { createStore } from '../../ui/store'

/** Receives questions from the search. Undefined on pages without a chatbot. */
export const questionHandler = createStore<((question: string) => void) | undefined>(
  () => undefined,
)
