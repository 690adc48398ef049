import { createHash, randomBytes } from 'node:crypto'

/** A secret of 256 bits, for the address of a link or a cookie. */
export const makeSecret = (): string => randomBytes(32).toString('base64url')

/** What is kept of a secret: it has too many bits to be guessed, so one round is enough. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')
