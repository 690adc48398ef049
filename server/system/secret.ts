import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** 256 bits, for links and cookies. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** One round of hashing is enough, because a secret has too many bits to be guessed. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

/** A deterministic id of these parts. */
export const hashParts = (...parts: readonly string[]): string =>
  hashSecret(parts.join(' ')).slice(0, 32)

/** A deterministic UUID of parent and part. */
export const deriveUuid = (parentId: string, part: string): string =>
  createHash('sha256')
    .update(`${parentId} ${part}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')

const constantMs = 250

const underWay = new Set<Promise<void>>()

/** Resolves when all background work has ended. Used by a stop and by tests. */
export const waitForBackgroundWork = async (): Promise<void> => void (await Promise.all(underWay))

/**
 * Resolves after a constant time and leaves `work` running in the background, so that neither time
 * nor errors reveal whether there was any work.
 * @throws the errors of `check`, which are the same for everyone
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
