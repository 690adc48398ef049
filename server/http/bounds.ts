import { maxFileBytes } from '../../festival/forms/upload'

const KiB = 1024
const MiB = 1024 * KiB
const second = 1_000

/**
 * What strangers may cost, in bytes: whatever bounds a request, a body or an answer stands here and nowhere else
 * (behaviour 6.8, 13.3, 13.18). How often somebody may send what is counted is in `rate-limits.ts`.
 */
export const bounds = {
  /** The head of a request, as Node's parser counts it. */
  head: 16 * KiB,
  /** The largest honest form is some 5 KiB. */
  json: 64 * KiB,
  /** How deeply a JSON body may be nested; none of our forms needs more than eight levels. */
  jsonDepth: 50,
  /** Room for boundaries, part headers and the preset around a file of the largest size. */
  upload: maxFileBytes + 64 * KiB,
  /** What all bodies that are on their way hold in memory, together and for each network address. */
  bodies: { total: 256 * MiB, perAddress: 128 * MiB },
  /** So many pieces of a body may be of any size; with more of them they have so many bytes on average. */
  pieces: { any: 1_000, average: 64 },
  /** What records of one network may newly refer to in a day, before only small files are taken from it (behaviour 6.23). */
  attachedPerNetwork: 2 * 1024 * MiB,
  /** How many requests may wait for their answers on one connection. Neither browsers nor Caddy ask on unanswered. */
  unanswered: 4,
  /** What is still read of a refused body, so that its sender hears the refusal. */
  drain: 2 * maxFileBytes,
  /** How many kept files may be leaving, together and for each network address; each holds some pieces of 64 KiB,
   * and the kernel swallows 4 MiB for whoever never reads. */
  downloads: { total: 200, perAddress: 8 },
} as const

/** How long the server waits for strangers, in milliseconds (behaviours 13.3, 13.16, 13.19 and 12.4). */
export const defaultTimeouts = {
  /** For the head of a request. */
  head: 15 * second,
  /** For a whole request. A slow phone sends 4 MiB in a few minutes. */
  request: 300 * second,
  /** For a whole JSON body. */
  json: 30 * second,
  /** For the next bytes of an upload. */
  stalledUpload: 15 * second,
  /** For somebody to take more of an answer. */
  stalledAnswer: 30 * second,
  /** For the rest of a refused body. */
  drain: 3 * second,
  /** For the next request on a connection. */
  keepAlive: 15 * second,
  /** How often Node looks whose time is up. */
  check: 5 * second,
  /** At the end: for the next bytes of a body, or for somebody to take more of an answer. */
  stalledAtStop: 2 * second,
  /** At the end: for all that waits for a sender or a reader. What the server itself has to finish may take longer. */
  stop: 10 * second,
}
export type Timeouts = typeof defaultTimeouts
