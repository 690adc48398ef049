import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { BulkDecided, BulkPreview } from '../../festival/contract/decision'
import { decideOn, readEntry, readOnly, readQueue, submit } from '../../tests/support/entries'
import { makePng } from '../../tests/support/files'
import {
  bank,
  countTicked,
  findMatch,
  makeItem,
  startBank,
} from '../../tests/support/statements/bank-desk'

startBank()

// Asha pays and shows her friend Tara the screenshot. Tara sends it first.
const payment = { utr: '527400000001', payment_reference: 'K7Q4M2' }
const screenshot = makePng({ height: 300 })
const ownPicture = makePng({ height: 301 })
const people = {
  Tara: { email: 'tara@college.test', phone: '9800000001' },
  Asha: { email: 'asha@college.test', phone: '9800000002' },
}
type Name = keyof typeof people

const copies = [
  {
    copied: 'screenshot, UTR and payment reference',
    tara: { screenshot, ...payment },
    asha: { screenshot, ...payment },
  },
  {
    copied: 'screenshot, but not its UTR',
    tara: { screenshot, utr: payment.utr },
    asha: { screenshot },
  },
  {
    copied: 'UTR',
    tara: { screenshot: ownPicture, utr: payment.utr },
    asha: { screenshot, ...payment },
  },
  {
    copied: 'payment reference',
    tara: { screenshot: ownPicture, payment_reference: payment.payment_reference },
    asha: { screenshot, payment_reference: payment.payment_reference },
  },
]
type Sent = Partial<typeof payment> & { screenshot: Buffer }

const send = async (name: Name, { screenshot, ...said }: Sent) => {
  const { festival, ravi } = bank
  festival.passSeconds(1)
  const payment_screenshot_url = await festival.upload('payment', screenshot)
  await submit(festival, 'delegate-pass', {
    tier: 'novus',
    name,
    ...people[name],
    ...said,
    payment_screenshot_url,
  })
  const row = await readOnly(ravi, `?q=${name}`)
  for (const { address } of (await readEntry(ravi, row.id)).proofs) {
    await ravi.get(address)
  }
  return row
}
const find = (name: Name) => readOnly(bank.ravi, `?q=${name}`)

const verifyAll = async () => {
  const post = async (path: string, body: object) =>
    (await bank.ravi.send('POST', `/api/desk/decisions/${path}`, body)).json()
  const command = (seenAt: string) => ({
    selection: { by: 'filter', filter: {}, seenAt },
    decision: 'verify',
  })
  const { seenAt, willDecide, skipped }: BulkPreview = await post(
    'preview',
    command('2025-10-01T00:00:00.000Z'),
  )
  const { decided }: BulkDecided = await post('many', { id: randomUUID(), ...command(seenAt) })
  const left = Object.fromEntries(skipped.map(({ name, why }) => [name, why]))
  return { willDecide, left, decided: decided.length }
}

/** The account belongs to Asha's father, and the payment has no note. */
const statement = [
  { day: '2025-10-01', amount: 50_000, narration: `UPI/P2A/${payment.utr}/RAMESH/UPI/HDFC` },
]

test.each(copies)(
  'skips an entry in bulk decisions and statements if a later entry has the same $copied (14.156)',
  async ({ tara, asha }) => {
    const before = await send('Tara', tara)
    expect([before.isShared, before.flags]).toEqual([undefined, []])
    const later = await send('Asha', asha)
    const first = await find('Tara')
    expect([first.isShared, first.flags]).toEqual([true, []])
    expect([later.isShared, later.flags.length > 0]).toEqual([undefined, true])
    const { laterCopies, flagList } = await readEntry(bank.ravi, first.id)
    expect(laterCopies.flatMap(({ others }) => others)).toEqual(
      laterCopies.map(() => ({ id: later.id, label: later.label })),
    )
    expect([laterCopies.length, flagList]).toEqual([later.flags.length, []])
    // A shared payment is no flag of the first entry.
    expect((await readQueue(bank.ravi, '?flag=any')).map(({ name }) => name)).toEqual(['Asha'])

    expect(await verifyAll()).toEqual({
      willDecide: 0,
      left: { Tara: 'shared', Asha: 'flagged' },
      decided: 0,
    })
    await bank.importStatement(statement)
    expect(countTicked(await bank.preview())).toBe(0)
    expect(await bank.readStates()).toEqual(['submitted null', 'submitted null'])
    expect(await verifyAll()).toMatchObject({ willDecide: 0, decided: 0 })
  },
)

test('does not settle a match after another entry names the same payment (14.156)', async () => {
  await send('Tara', { screenshot, utr: payment.utr })
  await bank.importStatement(statement)
  const ticked = findMatch(await bank.preview(), 'number')
  expect(ticked.isTicked).toBe(true)
  await send('Asha', { screenshot })
  expect((await bank.settle([makeItem(ticked)])).skipped).toMatchObject([
    { name: 'Tara', why: 'shared' },
  ])
  const held = findMatch(await bank.preview(), 'number')
  expect([held.isTicked, held.expected[0]?.isShared]).toEqual([false, true])
  expect((await bank.settle([makeItem(held)])).skipped).toMatchObject([
    { name: 'Tara', why: 'shared' },
  ])
  expect((await bank.settle([makeItem(held, { hasSeenFlags: true })])).settled).toHaveLength(1)
})

test('keeps an earlier verification, and shows the later entry with the same payment (14.156)', async () => {
  await send('Tara', { screenshot, ...payment })
  expect(await verifyAll()).toEqual({ willDecide: 1, left: {}, decided: 1 })
  const verified = await find('Tara')
  const later = await send('Asha', { screenshot, ...payment })
  const shared = await find('Tara')
  expect([shared.state, shared.version, shared.isShared]).toEqual([
    'verified',
    verified.version,
    true,
  ])
  await bank.importStatement(statement)
  expect(countTicked(await bank.preview())).toBe(0)
  const { timeline, laterCopies } = await readEntry(bank.ravi, shared.id)
  expect(
    laterCopies.map(({ group, others }) => [group?.id.split('.')[0], others[0]?.label]),
  ).toEqual([
    ['same-file', later.label],
    ['same-reference', later.label],
    ['same-utr', later.label],
  ])
  expect((await bank.undo(timeline.find(({ what }) => what === 'decided')?.id ?? '')).status).toBe(
    200,
  )
})

test('a rejected or withdrawn copy does not block a verification (14.156)', async () => {
  await send('Asha', { screenshot, ...payment })
  const copy = await send('Tara', { screenshot, ...payment })
  for (const decision of ['reject', 'withdraw']) {
    await decideOn(bank.ravi, await find('Tara'), { decision })
    const owner = await find('Asha')
    expect([
      owner.isShared,
      (await readEntry(bank.ravi, owner.id)).laterCopies[0]?.others[0]?.id,
    ]).toEqual([undefined, copy.id])
    await decideOn(bank.ravi, await find('Tara'), { decision: 'reopen' })
    expect((await find('Asha')).isShared).toBe(true)
  }
  await decideOn(bank.ravi, await find('Tara'), { decision: 'reject' })
  expect(await verifyAll()).toMatchObject({ willDecide: 1, decided: 1 })
})
