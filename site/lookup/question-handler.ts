import { createStore } from '../../ui/store'

/** Who takes a question that another part of the page hands on; undefined where nobody does, as while an in-app flow shows. */
export const questionHandler = createStore<((question: string) => void) | undefined>(
  () => undefined,
)
