import { maxFileBytes } from '../../festival/forms/upload'

const KiB = 1024
const MiB = 1024 * KiB
const second = 1_000

/**
 * All limits on the resources that a client may use, in bytes unless noted. `rate-limits.ts` limits
 * the number of requests.
 */
export const bounds = {
  head: 16 * KiB,
  /** The largest real form has about 5 KiB. */
  json: 64 * KiB,
  /** Levels of nesting. The site's forms need at most eight. */
  jsonDepth: 50,
  /** Leaves space for boundaries and part headers around the largest file. */
  upload: maxFileBytes + 64 * KiB,
  bodies: { total: 256 * MiB, perAddress: 128 * MiB },
  /** A body of more than `any` pieces must have `average` bytes per piece. */
  pieces: { any: 1_000, average: 64 },
  /**
   * Newly attached bytes per network and day. Above this, the network may send only small files.
   */
  attachedPerNetwork: 2 * 1024 * MiB,
  /** Requests waiting on one connection. Browsers and Caddy do not pipeline requests. */
  unanswered: 4,
  /** How much of a refused body is still read, so that the sender receives the refusal. */
  drain: 2 * maxFileBytes,
  /**
   * Maximum number of files being downloaded. Each keeps a few 64 KiB chunks in memory, and the
   * kernel buffers up to 4 MiB for a client that does not read.
   */
  downloads: { total: 200, perAddress: 8 },
} as const

/** Time limits for clients, in milliseconds. */
export const defaultTimeouts = {
  head: 15 * second,
  /** For a whole request. A slow phone needs a few minutes to send 4 MiB. */
  request: 300 * second,
  json: 30 * second,
  stalledUpload: 15 * second,
  /** For the client to read more of a response. */
  stalledResponse: 30 * second,
  drain: 3 * second,
  keepAlive: 15 * second,
  check: 5 * second,
  /** At shutdown, for the next bytes in either direction. */
  stalledAtStop: 2 * second,
  /** At shutdown, for all clients. The server's own work may take longer. */
  stop: 10 * second,
}
export type Timeouts = typeof defaultTimeouts
