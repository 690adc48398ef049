import { maxFileBytes } from '../../festival/forms/upload'

const KiB = 1024
const MiB = 1024 * KiB
const second = 1_000

/**
 * All limits on what a client may cost, in bytes unless noted. `rate-limits.ts` limits how often.
 */
export const bounds = {
  /** Request head, as Node's parser counts it. */
  head: 16 * KiB,
  /** The largest real form has about 5 KiB. */
  json: 64 * KiB,
  /** Levels of nesting; our forms need at most eight. */
  jsonDepth: 50,
  /** Leaves room for boundaries and part headers around the largest file. */
  upload: maxFileBytes + 64 * KiB,
  bodies: { total: 256 * MiB, perAddress: 128 * MiB },
  /** After `any` pieces, they must have `average` bytes on average. */
  pieces: { any: 1_000, average: 64 },
  /** Newly attached bytes per network and day. Past this, the network may only send small files. */
  attachedPerNetwork: 2 * 1024 * MiB,
  /** Requests waiting on one connection. Browsers and Caddy do not pipeline. */
  unanswered: 4,
  /** Bytes of a refused body that are still read, so that its sender receives the refusal. */
  drain: 2 * maxFileBytes,
  /**
   * Number of open files. Each holds some pieces of 64 KiB, and the kernel buffers 4 MiB for a
   * client that does not read.
   */
  downloads: { total: 200, perAddress: 8 },
} as const

/** Time limits for clients, in milliseconds. */
export const defaultTimeouts = {
  head: 15 * second,
  /** For a whole request. A slow phone needs a few minutes for 4 MiB. */
  request: 300 * second,
  /** For a whole JSON body. */
  json: 30 * second,
  /** For the next bytes of an upload. */
  stalledUpload: 15 * second,
  /** For the client to take more of a response. */
  stalledAnswer: 30 * second,
  drain: 3 * second,
  keepAlive: 15 * second,
  check: 5 * second,
  /** At shutdown: for the next bytes in either direction. */
  stalledAtStop: 2 * second,
  /** At shutdown: for all clients. The server's own work may take longer. */
  stop: 10 * second,
}
export type Timeouts = typeof defaultTimeouts
