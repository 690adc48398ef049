/** The identifiers that registrants hold (behaviour 4.1). The server assigns them; a clash takes the next free one. */

const million = 1_000_000

/** The running number that an event registration made at this moment starts from: the clock's last six digits. */
export const eventNumberAt = (milliseconds: number): number => milliseconds % million

/** The next running number after this one, around the circle of six digits. */
export const nextEventNumber = (number: number): number => (number + 1) % million

/** The numbers from here on have seven digits. They are given out where six have become scarce (behaviour 4.4). */
export const firstLongNumber = million

/** "EVT-004217"; "EVT-1000000" for a long one. */
export const formatEventRegistrationId = (number: number): string => `EVT-${String(number).padStart(6, '0')}`

/** Twelve digits from twelve random bytes' worth of a caller's cryptographic source. */
export const formatDelegateId = (number: bigint): string => String(number % 1_000_000_000_000n).padStart(12, '0')

/** "DP-" and the last six digits of the Delegate Pass ID, or more of them where six have become scarce (behaviour 4.4). */
export const formatDelegateRegistrationId = (delegateId: string, digits = 6): string =>
  `DP-${delegateId.slice(-digits)}`

/** "ACC-" and the last six of twelve random digits, or more of them where six have become scarce (behaviour 4.5). */
export const formatRequestId = (drawn: string, digits = 6): string => `ACC-${drawn.slice(-digits)}`
