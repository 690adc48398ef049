let taker: ((question: string) => void) | undefined

/** Takes the questions that another part of the page hands on, until the returned function is called. */
export const takeQuestions = (take: (question: string) => void): (() => void) => {
  taker = take
  return () => {
    taker = undefined
  }
}

/** Hands a question to whoever answers them here; undefined where nobody does, as while an in-app flow shows. */
export const questionTaker = (): ((question: string) => void) | undefined => taker
