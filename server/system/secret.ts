import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** A secret of 256 bits, for the address of a link or a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: it has too many bits to be guessed, so one round is enough. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** An id for what these parts tell apart: always the same, whoever makes it. */
export const hashParts = (...parts: readonly string[]): string =>
  hashSecret(parts.join(' ')).slice(0, 32)

/** A UUID that is always the same for the same parent and part. */
export const deriveUuid = (parentId: string, part: string): string =>
  createHash('sha256')
    .update(`${parentId} ${part}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')

/** In milliseconds. */
const constantMs = 250

const underWay = new Set<Promise<void>>()

/** Resolves when all work that nobody waits for has ended: what a stop, or a test, waits for. */
export const waitForBackgroundWork = async (): Promise<void> => void (await Promise.all(underWay))

/**
 * Answers everybody after the same time, whatever there is to do: the work begins once the check has passed, and nobody waits
 * for it. So neither time nor fault tells whether there was any.
 * @throws whatever the check throws, which is the same for everybody
 */
export const inConstantTime = async (
  check: () => Promise<void>,
  work: () => Promise<void>,
  onError: (error: unknown) => void,
): Promise<void> => {
  const begun = check().then(() => {
    const working = work()
      .catch(onError)
      .finally(() => underWay.delete(working))
    underWay.add(working)
  })
  await Promise.all([begun, pause(constantMs)])
}
