import { expect, test } from 'vitest'
import { createTestApp } from '../support/test-app'
import { tryImporters } from './two-importers'

test('two who bring one file at once spend no row twice and verify no claim twice (15.22)', async () => {
  const festival = await createTestApp()
  const second = await createTestApp({ beside: festival })
  const verdict = await tryImporters(festival.db, second.db, 10)
  expect(verdict).toEqual({ verified: 40, spentTwice: 0, verifiedTwice: 0, left: 0 })
  await second.close()
  await festival.close()
})
