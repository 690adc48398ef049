/**
 * Work in steps: between two of them whoever runs it may let others have their turn. What it comes to does not depend on
 * how often that happens (behaviour 15.50).
 */
export type Steps<Result> = Generator<void, Result, void>

/** A step is far below a millisecond, and a turn is asked for seldom enough to cost nothing. */
const valuesOfStep = 50

/** Does the same with each value. */
export function* eachStep<Value>(values: Iterable<Value>, work: (value: Value) => void): Steps<void> {
  let done = 0
  for (const value of values) {
    work(value)
    done += 1
    if (done % valuesOfStep === 0) yield
  }
}

/** Makes something of each value. */
export function* mapSteps<Value, Made>(values: Iterable<Value>, make: (value: Value) => Made): Steps<Made[]> {
  const made: Made[] = []
  yield* eachStep(values, (value) => made.push(make(value)))
  return made
}

/** Takes all steps at once. */
export const takeSteps = <Result>(steps: Steps<Result>): Result => {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
