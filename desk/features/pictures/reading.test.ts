import { expect, test } from 'vitest'
import type { OcrResultItem } from '../../../festival/contract/ocr-result'
import { type PictureResult, type ReadingDeps, readPictures, readSize } from './reading'

const unread = (proof: string) => ({
  entryId: `of-${proof}`,
  proof,
  address: `/proofs/${proof}`,
  format: 'png',
})

/** Pretends to have pictures on the server. Saving a result removes the picture from the list. */
const makeDesk = (answers: Record<string, PictureResult>) => {
  const kept: OcrResultItem[] = []
  const tried: string[] = []
  const progressReports: string[] = []
  const waiting = () =>
    Object.keys(answers).filter((name) => !kept.some(({ proof }) => proof === name))
  const stop = new AbortController()
  const deps: ReadingDeps = {
    listUnread: async () => ({
      proofs: waiting().slice(0, 2).map(unread),
      pictures: Object.keys(answers).length,
      read: kept.length,
    }),
    read: async ({ proof }) => {
      tried.push(proof)
      return answers[proof] ?? { outcome: 'gone' }
    },
    keep: async (item) => kept.push(item),
    untilIdle: async () => undefined,
    onProgress: ({ read, pictures }) => progressReports.push(`${read}/${pictures}`),
    signal: stop.signal,
  }
  return { kept, tried, progressReports, stop, deps }
}

const payment = (utr: string) => ({
  outcome: 'read' as const,
  facts: { utr, amount: 600 },
  confidence: 0.9,
})

test('reads every picture once, and reports progress after each picture (14.52)', async () => {
  const desk = makeDesk({
    a: payment('527412345678'),
    b: payment('527412345679'),
    c: payment('527412345680'),
  })
  await readPictures(desk.deps, new Map())
  expect(desk.tried).toEqual(['a', 'b', 'c'])
  expect(desk.kept[0]).toEqual({ proof: 'a', utr: '527412345678', amount: 600, confidence: 0.9 })
  expect(desk.progressReports).toEqual(['0/3', '1/3', '2/3', '2/3', '3/3', '3/3'])
})

test('marks missing files and files that are not pictures as unreadable (14.52)', async () => {
  const desk = makeDesk({ a: { outcome: 'gone' }, b: { outcome: 'broken' } })
  await readPictures(desk.deps, new Map())
  expect(desk.kept).toEqual([
    { proof: 'a', unreadable: 'gone' },
    { proof: 'b', unreadable: 'broken' },
  ])
})

test('skips a picture that cannot be loaded, and reads the remaining ones (14.52)', async () => {
  const desk = makeDesk({
    a: { outcome: 'failed', reason: 'Nothing to read with.' },
    b: payment('527412345678'),
  })
  await readPictures(desk.deps, new Map())
  expect(desk.tried).toEqual(['a', 'b'])
  expect(desk.kept.map(({ proof }) => proof)).toEqual(['b'])
})

test('reads and saves nothing after it is paused (14.52)', async () => {
  const desk = makeDesk({ a: payment('527412345678'), b: payment('527412345679') })
  const { read } = desk.deps
  desk.deps.read = async (unread) => {
    desk.stop.abort()
    return read(unread)
  }
  await readPictures(desk.deps, new Map())
  expect([desk.tried, desk.kept]).toEqual([['a'], []])
})

test('gives up on slow pictures after two attempts, and reads the remaining pictures (14.52)', async () => {
  const slow = Array.from(
    { length: 50 },
    (_, n) => [`slow-${n}`, { outcome: 'slow' as const }] as const,
  )
  const desk = makeDesk({ ...Object.fromEntries(slow), last: payment('527412345678') })
  await readPictures(desk.deps, new Map())
  expect(desk.kept).toHaveLength(51)
  expect(desk.kept[0]).toEqual({ proof: 'slow-0', unreadable: 'slow' })
  expect(desk.kept.at(-1)).toMatchObject({ proof: 'last', utr: '527412345678' })
  expect(desk.tried.filter((proof) => proof === 'slow-0')).toHaveLength(2)
})

test('decodes pictures at the size that OCR needs (14.52)', () => {
  expect(readSize({ width: 1_080, height: 2_400 })).toEqual({ width: 810, height: 1_800 })
  expect(readSize({ width: 540, height: 1_080 })).toEqual({ width: 810, height: 1_620 })
  expect(readSize({ width: 1_000, height: 30_000 })).toEqual({ width: 108, height: 3_240 })
  expect(readSize({ width: 30_000, height: 10 })).toEqual({ width: 810, height: 1 })
})
