import { expect, test } from 'vitest'
import type { EvidenceItem } from '../../../festival/desk/evidence'
import type { PictureAnswer } from './picture-reader'
import { type ReadingParts, readPictures } from './read-pictures'

const unread = (proof: string) => ({ submission: `of-${proof}`, proof, address: `/proofs/${proof}`, format: 'png' })

/** Pictures as they lie on the server; what is kept of one takes it off the list. */
const makeDesk = (answers: Record<string, PictureAnswer | 'gone'>) => {
  const kept: EvidenceItem[] = []
  const tried: string[] = []
  const told: string[] = []
  const waiting = () => Object.keys(answers).filter((name) => !kept.some(({ proof }) => proof === name))
  const stop = new AbortController()
  const parts: ReadingParts = {
    listUnread: async () => ({
      proofs: waiting().slice(0, 2).map(unread),
      pictures: Object.keys(answers).length,
      read: kept.length,
    }),
    load: async ({ proof }) => {
      tried.push(proof)
      return answers[proof] === 'gone' ? 'gone' : new Blob([proof])
    },
    learn: async () => [],
    read: async ({ picture }) => {
      const answer = answers[await picture.text()]
      if (!answer || answer === 'gone') throw new Error('Nothing to read')
      return answer
    },
    keep: async (items) => kept.push(...items),
    untilIdle: async () => undefined,
    onProgress: ({ read, pictures }) => told.push(`${read}/${pictures}`),
    signal: stop.signal,
  }
  return { kept, tried, told, stop, parts }
}

const payment = (utr: string) => ({ outcome: 'read' as const, facts: { utr, amount: 600 }, confidence: 0.9, alike: [] })

test('every picture is read once, and the progress is told after each (14.52)', async () => {
  const desk = makeDesk({ a: payment('527412345678'), b: payment('527412345679'), c: payment('527412345680') })
  await readPictures(desk.parts, new Set())
  expect(desk.tried).toEqual(['a', 'b', 'c'])
  expect(desk.kept[0]).toEqual({ kind: 'ocr', proof: 'a', utr: '527412345678', amount: 600, confidence: 0.9 })
  expect(desk.told).toEqual(['0/3', '1/3', '2/3', '2/3', '3/3', '3/3'])
})

test('a file that is gone, and one that is no picture, are marked as unreadable and never tried again (14.52)', async () => {
  const desk = makeDesk({ a: 'gone', b: { outcome: 'broken' } })
  await readPictures(desk.parts, new Set())
  expect(desk.kept).toEqual([
    { kind: 'ocr', proof: 'a', unreadable: 'gone' },
    { kind: 'ocr', proof: 'b', unreadable: 'broken' },
  ])
})

test('a picture that could not be read this time is left, and the reading ends (14.52)', async () => {
  const desk = makeDesk({ a: { outcome: 'failed', reason: 'It took too long.' }, b: payment('527412345678') })
  await readPictures(desk.parts, new Set())
  expect(desk.tried).toEqual(['a', 'b'])
  expect(desk.kept.map(({ proof }) => proof)).toEqual(['b'])
})

test('once it is paused, nothing more is read or kept (14.52)', async () => {
  const desk = makeDesk({ a: payment('527412345678'), b: payment('527412345679') })
  const { read } = desk.parts
  desk.parts.read = async (given) => {
    desk.stop.abort()
    return read(given)
  }
  await readPictures(desk.parts, new Set())
  expect([desk.tried, desk.kept]).toEqual([['a'], []])
})

test('what a picture looks like is kept with what it says, and which ones look the same (14.53)', async () => {
  const desk = makeDesk({
    a: { ...payment('527412345678'), print: 'p', alike: [{ proof: 'a', other: 'z', score: 0.98 }] },
  })
  const late = [[], [{ proof: 'y', other: 'a', score: 0.97 }]]
  desk.parts.learn = async () => late.shift() ?? []
  await readPictures(desk.parts, new Set())
  expect(desk.kept.slice(1)).toEqual([
    { kind: 'fingerprint', proof: 'a', method: 'grey-128', data: 'p' },
    { kind: 'likeness', proof: 'a', other: 'z', method: 'grey-128', score: 0.98 },
    { kind: 'likeness', proof: 'y', other: 'a', method: 'grey-128', score: 0.97 },
  ])
})
