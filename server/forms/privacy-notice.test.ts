import { expect, test } from 'vitest'
import { privacy } from '#edition/privacy'
import type { PeopleList } from '../../festival/contract/lists'
import { delegatePassBody } from '../../tests/support/bodies'
import { readEntry, readOnly, submit } from '../../tests/support/entries'
import { festival, ravi, startSignedDesk } from '../../tests/support/festival'
import { forms, keyHeader } from '../../tests/support/filled-forms'

startSignedDesk()

const readVersions = async (table: (typeof forms)[number]['table']): Promise<string[]> => {
  const rows = await festival.db.selectFrom(table).select(['id', 'privacy_notice']).execute()
  const order = await festival.db
    .selectFrom('review')
    .select('entry_id')
    .orderBy('created_at')
    .execute()
  return order.flatMap(({ entry_id }) =>
    rows.filter(({ id }) => id === entry_id).map((row) => row.privacy_notice),
  )
}

test.each(forms)(
  '$path stores the current version of the privacy notice, and ignores other values (7.123)',
  async ({ path, table, fill }) => {
    const sent = [privacy.date, undefined, '2024-01-01', 'x'.repeat(10_000), 7, null]
    for (const version of sent) {
      festival.passSeconds(1)
      const answer = await festival.post(path, {
        ...(await fill(festival)),
        privacy_notice: version,
      })
      expect(answer.status).toBe(201)
    }
    expect(await readVersions(table)).toEqual(['2025-09-01', '', '', '', '', ''])
  },
)

test.each(forms)(
  '$path keeps the privacy notice version of the first attempt (7.123)',
  async ({ path, table, fill }) => {
    const body = await fill(festival)
    const key = keyHeader()
    const first = await (
      await festival.post(path, { ...body, privacy_notice: privacy.date }, key)
    ).json()
    for (const again of [body, { ...body, privacy_notice: '2026-02-01' }]) {
      const answer = await festival.post(path, again, key)
      expect([answer.status, await answer.json()]).toEqual([201, first])
    }
    expect(await readVersions(table)).toEqual(['2025-09-01'])
  },
)

test.each(forms)(
  '$path links to the privacy notice in its confirmation (7.124)',
  async ({ path, fill }) => {
    await festival.post(path, await fill(festival))
    expect((await festival.mailer.sent.at(-1)?.renderBodies())?.text).toContain(
      'Privacy notice: https://cerebra.test/privacy\n',
    )
  },
)

test('stores no privacy notice version for a walk-in (14.241)', async () => {
  const form = { ...delegatePassBody, privacy_notice: privacy.date }
  const answer = await ravi.send(
    'POST',
    '/api/desk/walk-ins',
    { kind: 'delegate-pass', paid: 'cash', form },
    keyHeader(),
  )
  expect(answer.status).toBe(201)
  expect(await readVersions('DelegatePass')).toEqual([''])
})

test('shows the privacy notice version on the entry’s page and in lists (14.241)', async () => {
  await submit(festival, 'registration', { privacy_notice: privacy.date })
  const { id } = await readOnly(ravi)
  expect((await readEntry(ravi, id)).facts).toContainEqual({
    label: 'Privacy notice',
    value: '1 September 2025',
  })
  const { columns, rows }: PeopleList = await (
    await ravi.get('/api/desk/lists?event=SeniorQuiz')
  ).json()
  const place = columns.findIndex(({ head }) => head === 'Privacy notice')
  expect(rows.map(({ cells }) => cells[place])).toEqual(['1 September 2025', null])
})
