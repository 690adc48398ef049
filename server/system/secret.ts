import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'

/** Returns a secret of 256 random bits. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** One round of hashing is enough, because secrets cannot be guessed. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('base64url')

export const hashParts = (...parts: readonly string[]): string =>
  hashSecret(parts.join(' ')).slice(0, 32)

export const deriveUuid = (parentId: string, part: string): string =>
  createHash('sha256')
    .update(`${parentId} ${part}`)
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-5$3-8$4-$5')

const constantMs = 250

const pendingWork = new Set<Promise<void>>()

export const waitForBackgroundWork = async (): Promise<void> =>
  void (await Promise.all(pendingWork))

/**
 * Leaves `work` running in the background, so that neither time nor errors reveal whether any work
 * was done.
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
      .finally(() => pendingWork.delete(working))
    pendingWork.add(working)
  })
  await Promise.all([begun, pause(constantMs)])
}
