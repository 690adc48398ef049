import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { BatchWriter } from './batch-writer'
import { SqliteFile } from './sqlite-file'

let folder: string
let file: SqliteFile
let reader: SqliteFile
let writer: BatchWriter
beforeEach(async () => {
  // The frozen clock ensures that batches are bounded by size only, even on slow machines.
  vi.useFakeTimers({ toFake: ['performance'] })
  folder = await makeFolder()
  file = SqliteFile.openToWrite(join(folder, 'batch.sqlite'))
  file.do('create table team (name text primary key)')
  reader = SqliteFile.openToRead(join(folder, 'batch.sqlite'))
  writer = new BatchWriter(file)
})
afterEach(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  reader.close()
  await writer.close()
})

const list = 'select name from team order by name'
const saved = () =>
  reader.run<{ name: string }>({ sql: list, parameters: [] }).rows.map(({ name }) => name)
const insert = (name: string) => (to: SqliteFile) =>
  to.run({ sql: 'insert into team values (?)', parameters: [name] }).numAffectedRows

const commit = async (name: string, by = writer): Promise<string> => {
  const change = await by.begin()
  try {
    change.run(insert(name))
    await change.commit()
    return name
  } finally {
    change.undo()
  }
}

/** Counts commits from now on. The first `failures` commits fail. */
const watchCommits = (failures = 0) => {
  const run = file.do.bind(file)
  let commits = 0
  vi.spyOn(file, 'do').mockImplementation((sql) => {
    if (sql === 'COMMIT') {
      commits += 1
    }
    if (sql === 'COMMIT' && commits <= failures) {
      throw new Error('the disk is full')
    }
    run(sql)
  })
  return () => commits
}

const names = (count: number) =>
  Array.from({ length: count }, (_, index) => `team ${String(index).padStart(4, '0')}`)

test('concurrent changes share one commit', async () => {
  const commits = watchCommits()
  await Promise.all(names(40).map((name) => commit(name)))
  expect(commits()).toBe(1)
  await commit('another')
  expect(commits()).toBe(2)
  expect(saved()).toHaveLength(41)
})

test('changes take effect only after the commit', async () => {
  const completed: string[] = []
  const atCommit: number[] = []
  const run = file.do.bind(file)
  vi.spyOn(file, 'do').mockImplementation((sql) => {
    if (sql === 'COMMIT') {
      atCommit.push(completed.length, saved().length)
    }
    run(sql)
  })
  await Promise.all(names(5).map(async (name) => completed.push(await commit(name))))
  expect(atCommit).toEqual([0, 0])
  expect(saved()).toEqual(names(5))
})

test('undoing a change does not affect other changes in the batch', async () => {
  const commits = watchCommits()
  const undo = async (name: string) => {
    const change = await writer.begin()
    change.run(insert(name))
    change.undo()
  }
  await Promise.all([
    commit('a'),
    undo('b'),
    commit('c'),
    undo('d'),
    commit('e'),
    expect(commit('a')).rejects.toThrow(),
  ])
  expect(saved()).toEqual(['a', 'c', 'e'])
  expect(commits()).toBe(1)
})

test('a change sees earlier changes of the batch, and has exclusive access', async () => {
  const slow = async () => {
    const change = await writer.begin()
    change.run(insert('slow'))
    await new Promise((resolve) => setTimeout(resolve, 30))
    const { rows } = change.run((to) => to.run({ sql: list, parameters: [] }))
    await change.commit()
    return rows.map((row) => ({ ...Object(row) }))
  }
  const [, seen] = await Promise.all([commit('first'), slow(), commit('last')])
  expect(seen).toEqual([{ name: 'first' }, { name: 'slow' }])
  expect(saved()).toEqual(['first', 'last', 'slow'])
})

test('a failed commit rejects the whole batch, but not the next change', async () => {
  watchCommits(1)
  const outcomes = await Promise.allSettled(names(10).map((name) => commit(name)))
  expect(outcomes.map((outcome) => outcome.status)).toEqual(Array(10).fill('rejected'))
  expect(saved()).toEqual([])
  await commit('after')
  expect(saved()).toEqual(['after'])
})

test('recovers after a failed commit could not be rolled back at first', async () => {
  const run = file.do.bind(file)
  const failing = ['COMMIT', 'ROLLBACK', 'ROLLBACK']
  vi.spyOn(file, 'do').mockImplementation((sql) => {
    if (sql === failing[0]) {
      throw new Error(`no ${failing.shift()}`)
    }
    run(sql)
  })
  await expect(commit('lost')).rejects.toThrow('no COMMIT')
  await expect(commit('too early')).rejects.toThrow('no ROLLBACK')
  expect(await commit('after')).toBe('after')
  expect(saved()).toEqual(['after'])
})

test('rejects the whole batch when SQLite itself ends the transaction', async () => {
  const kept = commit('kept')
  const change = await writer.begin()
  expect(() =>
    change.run((to) =>
      to.run({ sql: 'insert or rollback into team values (?)', parameters: ['kept'] }),
    ),
  ).toThrow()
  expect(() => change.run(insert('afterwards'))).toThrow('has ended')
  change.undo()
  await expect(kept).rejects.toThrow()
  expect(saved()).toEqual([])
  await commit('next')
  expect(saved()).toEqual(['next'])
})

test('a full database contains exactly the confirmed changes', async () => {
  file.run({ sql: 'pragma max_page_count = 30', parameters: [] })
  const long = names(400).map((name) => name + 'x'.repeat(600))
  const confirmed: string[] = []
  await Promise.allSettled(long.map(async (name) => confirmed.push(await commit(name))))
  expect(confirmed.length).toBeLessThan(400)
  expect(saved()).toEqual(confirmed.sort())
})

test('limits the size and duration of batches', async () => {
  const commits = watchCommits()
  await Promise.all(names(1_000).map((name) => commit(name)))
  expect(commits()).toBe(4)
  expect(saved()).toEqual(names(1_000))
  const slow = async (name: string) => {
    const change = await writer.begin()
    change.run(insert(name))
    vi.advanceTimersByTime(10)
    await change.commit()
  }
  await Promise.all(['p', 'q', 'r', 's', 't', 'u'].map(slow))
  expect(commits()).toBe(6)
})

test('runs VACUUM between batches', async () => {
  const work = [commit('a'), writer.runAlone((to) => to.do('VACUUM')), commit('b')]
  await Promise.all(work)
  expect(saved()).toEqual(['a', 'b'])
})

test('closing the writer waits for earlier changes', async () => {
  const other = new BatchWriter(SqliteFile.openToWrite(join(folder, 'batch.sqlite')))
  const change = await other.begin()
  change.run(insert('late'))
  const closing = other.close()
  await change.commit()
  await closing
  expect(saved()).toEqual(['late'])
})

test('a closed snapshot does not block truncation of the write-ahead log', async () => {
  await commit('Soma')
  const snapshot = SqliteFile.openToRead(join(folder, 'batch.sqlite'))
  snapshot.do('BEGIN')
  snapshot.run({ sql: list, parameters: [] })
  await commit('Axon')
  const truncate = () =>
    writer.runAlone((to) =>
      to.run<{ busy: number }>({ sql: 'pragma wal_checkpoint(truncate)', parameters: [] }),
    )
  file.do('pragma busy_timeout = 0')
  expect((await truncate()).rows).toMatchObject([{ busy: 1 }])
  snapshot.close()
  expect((await truncate()).rows).toMatchObject([{ busy: 0 }])
})

/** Opens the file a second time, as another process would. The writer's lock timeout is 400 ms. */
const lockBeside = () => {
  vi.useRealTimers()
  const beside = new BatchWriter(file, 400)
  const other = SqliteFile.openToWrite(join(folder, 'batch.sqlite'))
  return { other, beside, commit: (name: string) => commit(name, beside) }
}

test('another process’s lock delays changes, but neither reads nor the event loop', async () => {
  const { other, commit, beside } = lockBeside()
  other.do('BEGIN IMMEDIATE')
  const waiting = Promise.all([
    commit('a'),
    commit('b'),
    beside.runAlone((to) => to.do("insert into team values ('c')")),
  ])
  let ticks = 0
  for (; ticks < 10; ticks += 1) {
    await pause(5)
    expect(saved()).toEqual([])
  }
  other.do('ROLLBACK')
  await waiting
  expect(ticks).toBe(10)
  expect(saved()).toEqual(['a', 'b', 'c'])
  other.close()
})

test('waiting changes fail when a lock times out, and later changes succeed', async () => {
  const { other, commit } = lockBeside()
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  other.do('BEGIN IMMEDIATE')
  const waiting = Promise.allSettled([commit('a'), commit('b'), commit('c')])
  await pause(20)
  now = 401
  const outcomes = await waiting
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  other.do('ROLLBACK')
  await commit('d')
  expect(saved()).toEqual(['d'])
  other.close()
})
