/** Whoever did nothing for so long reads or thinks, in milliseconds. */
const restMs = 1_500
const acts = ['pointerdown', 'keydown', 'wheel', 'touchmove', 'input'] as const

/** Notes what is pressed, typed and scrolled until the signal; what it gives resolves once nothing was for a moment. */
export const watchIdle = (signal: AbortSignal): (() => Promise<void>) => {
  let lastAct = performance.now()
  const note = () => {
    lastAct = performance.now()
  }
  for (const act of acts) addEventListener(act, note, { capture: true, passive: true, signal })
  return async () => {
    for (;;) {
      const rest = lastAct + restMs - performance.now()
      if (rest <= 0 || signal.aborted) return
      await new Promise((resolve) => setTimeout(resolve, rest))
    }
  }
}
