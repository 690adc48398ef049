import { expect, test } from 'vitest'
import type { QueueCounts } from '../../festival/contract/queue'
import { type InventedEntry, inventFestival } from '../../tests/support/demo/invent-festival'
import { foundInPictures, plantedFaults } from '../../tests/support/demo/planted-faults'
import { sendEntries } from '../../tests/support/demo/send-entries'
import { makePng } from '../../tests/support/files'
import { createDeskApp, signIn } from '../../tests/support/organisers'

test('the desk flags every fault planted in the demo data, except those in pictures, and nothing else', {
  timeout: 180_000,
}, async () => {
  const festival = await createDeskApp({ LIMIT_NEW_ADDRESSES: '6000' })
  const invented = inventFestival(150, 2)
  const pictureHeights = new Map<InventedEntry, number>()
  const show = (made: InventedEntry) => {
    const shown = made.pictureSource ?? made
    const height = pictureHeights.get(shown) ?? 64 + pictureHeights.size
    pictureHeights.set(shown, height)
    return new Uint8Array(makePng({ height }))
  }
  await sendEntries(invented, { ask: (path, init) => festival.request(path, init), show })
  const desk = await signIn(festival)
  const counts: QueueCounts = await (await desk.get('/api/desk/counts')).json()
  const expected = Object.entries(plantedFaults)
    .filter(([kind]) => !foundInPictures.some((found) => found === kind))
    .map(([kind, times]) => [kind, kind === 'many-from-one' ? times - 5 : times])
  expect(counts.total).toBe(150)
  const { any: _any, ...flags } = { any: 0, ...counts.flag }
  expect(flags).toEqual(Object.fromEntries(expected))
  await festival.close()
})
