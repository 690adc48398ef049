import { lockTimeoutMs, retryWhileLocked, type SqliteFile } from './sqlite-file'

/** A batch is committed as soon as it contains this number of changes. */
const maxBatchSize = 250
const maxBatchMs = 25
/** A batch is committed earlier after this number of event-loop turns without a new change. */
const idleTurns = 2

class Batch {
  readonly startedAt = performance.now()
  size = 0
  readonly committed: Promise<void>
  resolve: () => void = () => {}
  reject: (reason: unknown) => void = () => {}

  constructor() {
    this.committed = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    // Prevents an unhandled rejection if all changes were undone.
    this.committed.catch(() => {})
  }

  get isFull(): boolean {
    return this.size >= maxBatchSize || performance.now() - this.startedAt >= maxBatchMs
  }
}

/** A change has exclusive access to the file until it is committed or undone. */
export interface Change {
  /**
   * @throws Error if a statement fails, or if the batch that contains this change has already
   * failed
   */
  run<T>(work: (file: SqliteFile) => T): T
  /**
   * Resolves once the change has been flushed to disk.
   * @throws Error when the batch could not be committed
   */
  commit(): Promise<void>
  undo(): void
}

/**
 * The only writer of a file. Concurrent changes share a commit, because each commit flushes the
 * disk. Each change has its own savepoint and sees earlier changes of its batch. If COMMIT fails,
 * the whole batch fails.
 */
export class BatchWriter {
  readonly #file: SqliteFile
  readonly #turn = new Mutex()
  #batch: Batch | undefined
  #isCommitScheduled = false
  readonly #timeoutMs: number

  /** `timeoutMs` is the longest wait for another process's lock. */
  constructor(file: SqliteFile, timeoutMs = lockTimeoutMs) {
    this.#file = file
    this.#timeoutMs = timeoutMs
  }

  /** @throws Error when another process keeps the file locked */
  async begin(): Promise<Change> {
    const until = performance.now() + this.#timeoutMs
    await this.#turn.acquire()
    try {
      if (!this.#batch) {
        this.#rollBackLostBatch()
        await retryWhileLocked(until, () => this.#file.do('BEGIN IMMEDIATE'))
        this.#batch = new Batch()
      }
      this.#file.do('SAVEPOINT change')
    } catch (error) {
      this.#detectLoss(error)
      this.#releaseTurn()
      throw error
    }
    return this.#makeChange(this.#batch)
  }

  /** For statements that cannot be part of a batch, such as VACUUM. */
  async runAlone<T>(work: (file: SqliteFile) => T): Promise<T> {
    const until = performance.now() + this.#timeoutMs
    await this.#turn.acquire()
    try {
      this.#commit()
      this.#rollBackLostBatch()
      return await retryWhileLocked(until, () => work(this.#file))
    } finally {
      this.#releaseTurn()
    }
  }

  async close(): Promise<void> {
    await this.#turn.acquire()
    try {
      this.#commit()
      this.#file.truncateLog()
      this.#file.close()
    } finally {
      this.#releaseTurn()
    }
  }

  #makeChange(batch: Batch): Change {
    let isOpen = true
    const end = () => {
      isOpen = false
      this.#releaseTurn()
    }
    return {
      run: (work) => {
        if (!isOpen || this.#batch !== batch) {
          throw new Error('This change has ended')
        }
        try {
          return work(this.#file)
        } catch (error) {
          this.#detectLoss(error)
          throw error
        }
      },
      commit: async () => {
        if (!isOpen) {
          throw new Error('This change has ended')
        }
        try {
          // Otherwise the batch was lost; waiting on it reports that.
          if (this.#batch === batch) {
            this.#file.do('RELEASE change')
          }
          batch.size += 1
        } catch (error) {
          this.#detectLoss(error)
          this.#undo(batch)
          end()
          throw error
        }
        end()
        await batch.committed
      },
      undo: () => {
        if (!isOpen) {
          return
        }
        this.#undo(batch)
        end()
      },
    }
  }

  #undo(batch: Batch): void {
    if (this.#batch !== batch) {
      return
    }
    try {
      this.#file.do('ROLLBACK TO change')
      this.#file.do('RELEASE change')
    } catch (error) {
      this.#loseBatch(error)
    }
  }

  /** When the disk or memory is full, SQLite ends the whole transaction. */
  #detectLoss(error: unknown): void {
    if (this.#batch && !this.#file.isInTransaction) {
      this.#loseBatch(error)
    }
  }

  #loseBatch(error: unknown): void {
    this.#batch?.reject(error)
    this.#batch = undefined
    try {
      this.#rollBackLostBatch()
    } catch {
      // The next change tries to roll back once more.
    }
  }

  /** @throws Error while a failed batch cannot be rolled back */
  #rollBackLostBatch(): void {
    if (this.#file.isInTransaction) {
      this.#file.do('ROLLBACK')
    }
  }

  #releaseTurn(): void {
    if (this.#batch?.isFull) {
      this.#commit()
    }
    this.#turn.release()
    if (!this.#batch || this.#turn.isLocked || this.#isCommitScheduled) {
      return
    }
    this.#isCommitScheduled = true
    this.#commitWhenIdle(this.#batch.size, idleTurns)
  }

  #commitWhenIdle(size: number, turns: number): void {
    setImmediate(() => {
      const batch = this.#batch
      // The current holder schedules the commit.
      if (this.#turn.isLocked || !batch) {
        this.#isCommitScheduled = false
      } else if (batch.size > size && !batch.isFull) {
        this.#commitWhenIdle(batch.size, idleTurns)
      } else if (turns > 1 && !batch.isFull) {
        this.#commitWhenIdle(batch.size, turns - 1)
      } else {
        this.#isCommitScheduled = false
        this.#commit()
      }
    })
  }

  #commit(): void {
    const batch = this.#batch
    if (!batch) {
      return
    }
    try {
      this.#file.do('COMMIT')
      this.#batch = undefined
      batch.resolve()
    } catch (error) {
      this.#loseBatch(error)
    }
  }
}

export class Mutex {
  #isLocked = false
  readonly #waiting: (() => void)[] = []

  get isLocked(): boolean {
    return this.#isLocked
  }

  /** The caller must call `release` afterwards. */
  acquire(): Promise<void> {
    if (this.#isLocked) {
      return new Promise((resolve) => this.#waiting.push(resolve))
    }
    this.#isLocked = true
    return Promise.resolve()
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) {
      next()
    } else {
      this.#isLocked = false
    }
  }
}
