/** Seconds until the next attempt, by how many there have been; the last one repeats (behaviour 7.12). */
const delays = [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400] as const
const longest = 14_400

/**
 * How long after the first refusal of its address a message is tried again, in milliseconds: a provider that refuses by
 * policy says the same to every address for an hour (behaviour 7.34).
 */
const refusedDelaysMs = [3_600_000, 6 * 3_600_000]

/**
 * Milliseconds until a refused message's next attempt, or undefined when it is given up. Counted from the first refusal, so
 * that a form that is sent again uses none of them up. `random` is from 0 to 1.
 */
export const refusedDelayMs = (sinceFirstMs: number, random: number): number | undefined => {
  const next = refusedDelaysMs.find((delay) => delay > sinceFirstMs)
  return next === undefined ? undefined : Math.round(next * (1 + 0.1 * random)) - sinceFirstMs
}

/** How old a message may get before we stop trying. */
export const giveUpAfterMs = 3 * 24 * 3_600_000

/**
 * Milliseconds until the next attempt. The spread of a fifth keeps messages that failed together from coming back
 * together; `random` is from 0 to 1.
 */
export const retryDelayMs = (attempts: number, random: number): number =>
  Math.round((delays[attempts - 1] ?? longest) * (0.8 + 0.4 * random) * 1_000)

/**
 * Milliseconds until the next attempt of a message that came too fast. Its own number of attempts doesn't count: a
 * message that was turned away in a rush must not wait for hours after it.
 */
export const throttledDelayMs = (restMs: number, random: number): number =>
  Math.round(Math.max(restMs, delays[0] * 1_000) * (1 + 0.4 * random))
