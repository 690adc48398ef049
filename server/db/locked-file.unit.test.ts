import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BatchWriter } from './batch-writer'
import { SqliteFile } from './sqlite-file'

let folder: string
let file: SqliteFile
let reader: SqliteFile
let writer: BatchWriter
/** What another process has open. */
let other: SqliteFile
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cerebra-locked-'))
  const path = join(folder, 'teams.sqlite')
  file = SqliteFile.openToWrite(path)
  file.do('create table team (name text primary key)')
  reader = SqliteFile.openToRead(path)
  writer = new BatchWriter(file, 400)
  other = SqliteFile.openToWrite(path)
})
afterEach(async () => {
  vi.restoreAllMocks()
  other.close()
  reader.close()
  await writer.close()
  await rm(folder, { recursive: true, force: true })
})

const list = { sql: 'select name from team order by name', parameters: [] }
const saved = () => reader.run<{ name: string }>(list).rows.map(({ name }) => name)
const keep = async (name: string) => {
  const change = await writer.begin()
  try {
    change.run((to) => to.run({ sql: 'insert into team values (?)', parameters: [name] }))
    await change.keep()
  } finally {
    change.undo()
  }
}

test('while another process holds the lock the event loop goes on, reads are answered, and changes wait for it', async () => {
  other.do('BEGIN IMMEDIATE')
  const waiting = Promise.all([keep('a'), keep('b'), writer.runAlone((to) => to.do("insert into team values ('c')"))])
  let ticks = 0
  for (; ticks < 10; ticks += 1) {
    await pause(5)
    expect(saved()).toEqual([])
  }
  other.do('ROLLBACK')
  await waiting
  expect(ticks).toBe(10)
  expect(saved()).toEqual(['a', 'b', 'c'])
})

test('a lock that stays is given up after the deadline, by all who wait together, and the writer goes on after it', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  other.do('BEGIN IMMEDIATE')
  const waiting = Promise.allSettled([keep('a'), keep('b'), keep('c')])
  await pause(20)
  now = 401
  const outcomes = await waiting
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  other.do('ROLLBACK')
  await keep('d')
  expect(saved()).toEqual(['d'])
})

test('a ROLLBACK that fails leaves the writer neither stuck nor in the lost batch', async () => {
  const run = file.do.bind(file)
  let isBroken = true
  vi.spyOn(file, 'do').mockImplementation((sql) => {
    if (isBroken && /^(?:COMMIT|ROLLBACK)/.test(sql)) throw new Error('the disk is gone')
    run(sql)
  })
  await expect(keep('lost')).rejects.toThrow('the disk is gone')
  await expect(keep('too early')).rejects.toThrow('the disk is gone')
  isBroken = false
  await keep('after')
  expect(saved()).toEqual(['after'])
})
