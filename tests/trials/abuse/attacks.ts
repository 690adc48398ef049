import type { Attack } from './attack'
import { combiningMarks } from './attacks/combining-marks'
import { diskFilling } from './attacks/disk-filling'
import { manyForms, sameProof, smallUploads } from './attacks/good-forms'
import { lockedOut, madeUpAddresses, taggedAddresses } from './attacks/mail-floods'
import { couponChecks, emptyPosts, guesses, scatteredGuesses } from './attacks/refused-requests'
import { fileReaders, pageReaders } from './attacks/silent-readers'
import { idleLines, logFlood, slowHeaders, spacedEncodings } from './attacks/slow-work'
import { jsonBodies, uploads } from './attacks/unfinished-bodies'

/** Everything that one telephone can do to everybody, the worst first. */
export const attacks: readonly Attack[] = [
  combiningMarks,
  fileReaders,
  pageReaders,
  jsonBodies,
  sameProof,
  smallUploads,
  manyForms,
  diskFilling,
  emptyPosts,
  couponChecks,
  spacedEncodings,
  uploads,
  madeUpAddresses,
  taggedAddresses,
  lockedOut,
  guesses,
  scatteredGuesses,
  slowHeaders,
  idleLines,
  logFlood,
]

/** Attacks that need to be believed about where they come from. */
export const attacksWithoutProxy: ReadonlySet<Attack> = new Set([scatteredGuesses])
