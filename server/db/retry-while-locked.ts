import { setTimeout as pause } from 'node:timers/promises'

/** How long a query waits for a file that another process has locked, in milliseconds. */
export const lockTimeoutMs = 15_000
const betweenTriesMs = 25

/** SQLITE_BUSY, in all its kinds. */
const isLocked = (error: unknown): boolean => error instanceof Error && 'sqliteCode' in error && error.sqliteCode === 5

/**
 * Runs a statement of SQLite again and again while another process has the file locked, until this moment of
 * `performance.now()`. SQLite's own busy timeout would sleep inside the event loop, and nobody would be answered
 * meanwhile (behaviour 12.30).
 * @throws Error the statement's own, or that the file is locked still
 */
export const retryWhileLocked = async <T>(until: number, statement: () => T): Promise<T> => {
  for (;;) {
    try {
      return statement()
    } catch (error) {
      if (!isLocked(error) || performance.now() >= until) throw error
    }
    await pause(betweenTriesMs)
  }
}
