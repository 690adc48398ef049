import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeFiles } from '../../../tests/support/statements/judge-world'
import { banks, layouts } from '../../../tests/support/statements/layouts'
import { readLayout } from '../../../tests/support/statements/read-layout'
import { book } from '../../../tests/support/statements/transaction'
import { inventWorld } from '../../../tests/support/statements/world'
import { PasswordNeeded, readFile, UnreadableFile } from './read-file'

/** Whether a file is read into rows or refused in words; anything else is a fault of the reader. */
const isAnswered = async (bytes: Uint8Array): Promise<boolean> => {
  try {
    return Array.isArray(await readFile(bytes))
  } catch (error) {
    return error instanceof UnreadableFile || error instanceof PasswordNeeded
  }
}

test('whatever bytes are dropped, they are read or refused in words', async () => {
  const begin = fc.constantFrom(
    [],
    [0x50, 0x4b, 3, 4],
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1],
    [0xff, 0xfe],
    [60],
    [0x25, 0x50, 0x44, 0x46],
  )
  await fc.assert(
    fc.asyncProperty(begin, fc.uint8Array({ maxLength: 600 }), async (head, tail) => {
      expect(await isAnswered(Uint8Array.from([...head, ...tail]))).toBe(true)
    }),
  )
})

test('a bank’s file of which bytes are lost or changed is read or refused in words', async () => {
  const rows = book(inventWorld({ count: 16, seed: 1 }).transactions, 100_000)
  const files = banks.map(({ write }) => write(rows))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...files),
      fc.array(fc.record({ at: fc.nat(100_000), byte: fc.nat(255) }), { maxLength: 20 }),
      fc.option(fc.nat(100_000)),
      async (file, changes, end) => {
        const bytes = file.slice(0, end === null ? undefined : end % file.length)
        for (const { at, byte } of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte
        expect(await isAnswered(bytes)).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})

test('a file of any bank is read as it was written, no column is asked where there is a balance, and nobody gets another’s money (15.3 to 15.7)', async () => {
  const world = inventWorld({ count: 120, seed: 1 })
  const rows = book(world.transactions, 1_000_050)
  const window = { from: '2026-08-15', to: '2026-10-15' } as const
  for (const layout of layouts.filter(({ isPrinted }) => !isPrinted)) {
    const read = await readLayout(layout, rows, layout.write(rows), window)
    expect({ ...read.rows, asked: read.asked, said: read.said }, layout.name).toEqual({
      written: read.rows.written,
      read: read.rows.written,
      right: read.rows.written,
      asked: layout.columns !== undefined,
      said: '',
    })
    const tells = layout.name.includes('shortened') ? 0 : read.numbers.written
    expect(read.numbers.read, layout.name).toBe(tells)
    if (!banks.includes(layout)) continue
    const { wrong, matched, payable, kinds } = judgeFiles(world, [read])
    expect(wrong, layout.name).toEqual([])
    expect(matched / payable, layout.name).toBeGreaterThan(0.85)
    if (layout.noteKept >= 6) expect(kinds.reference, layout.name).toBeGreaterThan(10)
  }
})
