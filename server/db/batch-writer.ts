import { lockTimeoutMs, retryWhileLocked, type SqliteFile } from './sqlite-file'

/** Past either bound a batch is committed although others wait: so many changes, so many milliseconds. */
const maxBatchSize = 250
const maxBatchMs = 25
/**
 * A batch is committed when so many turns of the event loop in a row brought nothing new to it. Nothing else happens
 * while the disk is flushed, so in a rush flushes are as rare as the bounds allow; else nobody waits for long.
 */
const quietTurns = 2

class Batch {
  readonly began = performance.now()
  size = 0
  readonly committed: Promise<void>
  resolve: () => void = () => {}
  reject: (reason: unknown) => void = () => {}

  constructor() {
    this.committed = new Promise((resolve, reject) => {
      this.resolve = resolve
      this.reject = reject
    })
    // A batch whose only transaction was rolled back has no caller to resolve.
    this.committed.catch(() => {})
  }

  get isFull(): boolean {
    return this.size >= maxBatchSize || performance.now() - this.began >= maxBatchMs
  }
}

/** One caller's part of a batch. It has the file alone until it is kept or undone. */
export interface Change {
  /** Runs statements. @throws Error also when the batch that this belongs to was lost meanwhile */
  run<T>(work: (file: SqliteFile) => T): T
  /** Resolves when the change is on the disk. @throws Error when its batch could not be committed */
  commit(): Promise<void>
  /** Undoes this change alone; nothing once it is kept or undone. */
  undo(): void
}

/**
 * The one writer of a file. Flushing the disk is what a commit costs, and one flush serves many, so changes that arrive
 * together share one COMMIT (behaviour 12.20). Each stands under a savepoint of its own and sees the ones before it in
 * the batch, as if they had been committed one after the other; each is told of success only when COMMIT has returned.
 * If that fails, all of the batch fail.
 */
export class BatchWriter {
  readonly #file: SqliteFile
  readonly #turn = new Mutex()
  #batch: Batch | undefined
  #willCommit = false
  readonly #timeoutMs: number

  /** `timeoutMs`: how long a change waits while another process has the file locked. */
  constructor(file: SqliteFile, timeoutMs = lockTimeoutMs) {
    this.#file = file
    this.#timeoutMs = timeoutMs
  }

  /** Waits for its turn and begins a change. @throws Error when another process keeps the file locked */
  async begin(): Promise<Change> {
    const until = performance.now() + this.#timeoutMs
    await this.#turn.acquire()
    try {
      if (!this.#batch) {
        this.#leaveLostBatch()
        await retryWhileLocked(until, () => this.#file.do('BEGIN IMMEDIATE'))
        this.#batch = new Batch()
      }
      this.#file.do('SAVEPOINT change')
    } catch (error) {
      this.#noticeLoss(error)
      this.#passOn()
      throw error
    }
    return this.#change(this.#batch)
  }

  /** Runs one statement that cannot be part of a batch, such as VACUUM, by itself. */
  async runAlone<T>(work: (file: SqliteFile) => T): Promise<T> {
    const until = performance.now() + this.#timeoutMs
    await this.#turn.acquire()
    try {
      this.#commit()
      this.#leaveLostBatch()
      return await retryWhileLocked(until, () => work(this.#file))
    } finally {
      this.#passOn()
    }
  }

  async close(): Promise<void> {
    await this.#turn.acquire()
    try {
      this.#commit()
      this.#file.truncateLog()
      this.#file.close()
    } finally {
      this.#passOn()
    }
  }

  #change(batch: Batch): Change {
    let isOpen = true
    const end = () => {
      isOpen = false
      this.#passOn()
    }
    return {
      run: (work) => {
        if (!isOpen || this.#batch !== batch) {
          throw new Error('This change has ended')
        }
        try {
          return work(this.#file)
        } catch (error) {
          this.#noticeLoss(error)
          throw error
        }
      },
      commit: async () => {
        if (!isOpen) {
          throw new Error('This change has ended')
        }
        try {
          if (this.#batch === batch) {
            this.#file.do('RELEASE change')
          }
          batch.size += 1
        } catch (error) {
          this.#noticeLoss(error)
          // What cannot be kept must not stay in the batch.
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
      // A savepoint that cannot be undone takes the whole batch with it.
      this.#loseBatch(error)
    }
  }

  /** Out of disk or memory, SQLite ends the whole transaction by itself: everybody in it must hear that. */
  #noticeLoss(error: unknown): void {
    if (this.#batch && !this.#file.isInTransaction) {
      this.#loseBatch(error)
    }
  }

  #loseBatch(error: unknown): void {
    this.#batch?.reject(error)
    this.#batch = undefined
    try {
      this.#leaveLostBatch()
    } catch {
      // Whoever comes next tries again; what this batch heard is what went wrong first.
    }
  }

  /** @throws Error while a lost batch cannot be undone: nothing may be added to it */
  #leaveLostBatch(): void {
    if (this.#file.isInTransaction) {
      this.#file.do('ROLLBACK')
    }
  }

  /**
   * Hands the file to the next in line. With nobody there the batch is committed once what has arrived by now has been
   * looked at; alone, that is at once.
   */
  #passOn(): void {
    if (this.#batch?.isFull) {
      this.#commit()
    }
    this.#turn.release()
    if (!this.#batch || this.#turn.isTaken || this.#willCommit) {
      return
    }
    this.#willCommit = true
    this.#commitWhenQuiet(this.#batch.size, quietTurns)
  }

  #commitWhenQuiet(size: number, turns: number): void {
    setImmediate(() => {
      const batch = this.#batch
      // Whoever has it by now sees to the commit on passing on.
      if (this.#turn.isTaken || !batch) {
        this.#willCommit = false
      } else if (batch.size > size && !batch.isFull) {
        this.#commitWhenQuiet(batch.size, quietTurns)
      } else if (turns > 1 && !batch.isFull) {
        this.#commitWhenQuiet(batch.size, turns - 1)
      } else {
        this.#willCommit = false
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
  #taken = false
  readonly #waiting: (() => void)[] = []

  /** Whether somebody has it or waits for it. */
  get isTaken(): boolean {
    return this.#taken
  }

  /** Resolves when it is the caller's turn; the caller must `release` it afterwards. */
  acquire(): Promise<void> {
    if (this.#taken) {
      return new Promise((resolve) => this.#waiting.push(resolve))
    }
    this.#taken = true
    return Promise.resolve()
  }

  release(): void {
    const next = this.#waiting.shift()
    if (next) {
      next()
    } else {
      this.#taken = false
    }
  }
}
