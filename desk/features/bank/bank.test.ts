import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { isTicked, type MatchKind } from '../../../festival/bank/match'
import type { BankView, ExpectedView, RowView } from '../../../festival/contract/bank'
import { findMissingRupees, sumMatch, toSettleItem, withoutSettled } from './bank'
import { splitByMatches } from './lines'
import { MatchList } from './match-list'
import { SettleDialog } from './settle-dialog'

const person = (id: string, more: Partial<ExpectedView> = {}): ExpectedView => ({
  id,
  version: 3,
  kind: 'registration',
  label: `EVT-${id}`,
  name: 'Asha Rao',
  eventName: 'Senior Quiz',
  due: 60_000,
  day: '2025-10-01',
  state: 'submitted',
  source: null,
  flags: [],
  ...more,
})
const row = (id: string, amount = 60_000): RowView => ({
  id,
  amount,
  line: 7,
  day: '2025-10-01',
  narration: 'UPI/409212341000',
  reference: '',
  allocatedTo: [],
})
const view = (kind: MatchKind, more: Partial<ExpectedView> = {}, amount?: number): BankView => ({
  fresh: { count: 0, sum: 0 },
  known: 0,
  reworded: 0,
  days: null,
  isLikelyWrongFile: false,
  refunds: { count: 0, sum: 0 },
  matches: [
    {
      key: 'a',
      kind,
      expected: [person('asha', more)],
      rows: [row('r1', amount)],
      difference: (amount ?? 60_000) - 60_000,
    },
    { key: 'b', kind: 'unknown', expected: [], rows: [row('r2')] },
    { key: 'c', kind: 'not-received', expected: [person('ravi')], rows: [] },
  ],
})
const first = (of: BankView) => {
  const [seen] = of.matches
  if (!seen) {
    throw new Error('no match')
  }
  return seen
}

test('“Verify matched” sends only certain matches without a money flag (behaviour 15.41)', () => {
  const taken = (of: BankView) => of.matches.filter(isTicked)
  expect(taken(view('number')).map((seen) => toSettleItem(seen))).toEqual([
    { expected: [{ id: 'asha', version: 3 }], rows: ['r1'] },
  ])
  const added = {
    ...first(view('twice')),
    rows: [{ ...row('r0'), allocatedTo: [{ id: 'asha', label: '' }] }, row('r1')],
  }
  expect(toSettleItem(added).rows, 'what verified them before is no part of it').toEqual(['r1'])
  expect(taken(view('number', { flags: ['same-utr'] }))).toEqual([])
  expect(taken(view('number', { flags: ['team-rule'] }))).toHaveLength(1)
  expect(taken(view('name'))).toEqual([])
})

test('“Verify these” skips entries with a money flag unless they are ticked (behaviour 15.65)', () => {
  const none = () => {}
  const commands = { isBusy: false, send: none }
  const maybes: BankView = {
    ...view('near-number'),
    matches: [
      person('asha', { flags: ['same-utr'] }),
      person('ravi', { flags: ['team-rule'] }),
      person('meera'),
    ].map((entry) => ({
      key: entry.id,
      kind: 'near-number',
      expected: [entry],
      rows: [row(`${entry.id}'s`)],
    })),
  }
  const shown = renderToStaticMarkup(
    createElement(MatchList, { view: maybes, openGroup: 'maybe', onOpen: none, commands }),
  )
  expect(shown).toContain('Verify these 2<')
  expect(
    shown.match(/<input type="checkbox"[^>]*>/g)?.map((box) => box.includes('checked')),
  ).toEqual([false, true, true])
})

test('sends the difference shown, and requests missing amounts only in whole rupees', () => {
  const short = first(view('wrong-amount', {}, 50_000))
  expect(toSettleItem(short, { reason: 'paid the rest in cash' })).toMatchObject({
    difference: -10_000,
  })
  expect(findMissingRupees(short)).toBe(100)
  expect(findMissingRupees(first(view('wrong-amount', {}, 50_050)))).toBe(0)
  expect(findMissingRupees(first(view('wrong-amount', {}, 70_000)))).toBe(0)
  expect(findMissingRupees(first(view('wrong-amount', { state: 'withdrawn' }, 50_000)))).toBe(0)
})

test('adds up a match’s unallocated payments, or the fees due if it has no payments', () => {
  expect(view('number', {}, 50_000).matches.map(sumMatch)).toEqual([50_000, 60_000, 60_000])
  const contested = first(view('contested'))
  const rows = contested.rows.map((row) => ({
    ...row,
    allocatedTo: [{ id: 'other', label: 'EVT-000001' }],
  }))
  expect(sumMatch({ ...contested, rows })).toBe(0)
})

test('hides every match with a settled payment or entry, and none if nothing was settled', () => {
  const of = view('near-number')
  const item = { expected: [{ id: 'ravi', version: 3 }], rows: ['r2'] }
  const done = {
    id: 'p',
    settled: [{ entryId: 'ravi', version: 4, decision: 'd' }],
    skipped: [],
    undoUntil: '',
  }
  expect(withoutSettled(of, [item], done).matches.map(({ key }) => key)).toEqual(['a'])
  expect(withoutSettled(of, [item], { ...done, settled: [] }).matches).toHaveLength(3)
})

const marked = (narration: string, number = '627812345678', reference = 'K7Q4M2', name = '') =>
  splitByMatches(narration, [{ number, reference, name }])
    .map((piece, at) => (at % 2 === 1 ? `[${piece}]` : piece))
    .join('')

test('highlights the payment number and a shortened reference in a bank row', () => {
  expect(marked('UPI-RAVI-R@YBL-HDFC-627812345678-K7Q4M2 CEREBRA')).toBe(
    'UPI-RAVI-R@YBL-HDFC-[627812345678]-[K7Q4M2] CEREBRA',
  )
  expect(marked('UPI/CR/627812345678/RAVI/k7q4/x')).toBe('UPI/CR/[627812345678]/RAVI/[k7q4]/x')
})

test('does not highlight three-character fragments, parts of words or empty values', () => {
  expect(marked('UPI/K7Q/AK7Q4M2')).toBe('UPI/K7Q/AK7Q4M2')
  expect(marked('UPI/627812345678', '', '')).toBe('UPI/627812345678')
})

test('highlights the words of the payer’s name, except short ones', () => {
  expect(marked('UPI/ASHA RAO/Asha Kumari', '', '', 'Asha Rao')).toBe(
    'UPI/[ASHA] RAO/[Asha] Kumari',
  )
})

test('initially shows a hundred matches of a large group', () => {
  const [, unknown] = view('number').matches
  if (!unknown) {
    throw new Error('no match')
  }
  const all = Array.from({ length: 250 }, (_, index) => ({ ...unknown, key: `u${index}` }))
  const shown = renderToStaticMarkup(
    createElement(MatchList, {
      view: { ...view('number'), matches: all },
      openGroup: 'unknown',
      onOpen: () => {},
    }),
  )
  expect(shown.match(/data-match=/g)).toHaveLength(100)
  expect(shown).toContain('Show more of 150')
})

test('counts the matches that can be verified together', () => {
  const [plain] = view('number').matches
  const [flagged] = view('number', { flags: ['same-utr'] }).matches
  if (!plain || !flagged) {
    throw new Error('no match')
  }
  const shown = renderToStaticMarkup(
    createElement(MatchList, {
      view: {
        ...view('number'),
        matches: [plain, { ...plain, key: 'p' }, { ...flagged, key: 'f' }],
      },
      openGroup: undefined,
      onOpen: () => {},
    }),
  )
  expect(shown).toContain('1 of these needs a check first; 2 can be verified at once.')
})

test('offers no button for a kind of match without a ticked match, and no green tick for its group', () => {
  const [flagged] = view('number', { flags: ['same-utr'] }).matches
  if (!flagged) {
    throw new Error('no match')
  }
  const show = (matches: BankView['matches']) =>
    renderToStaticMarkup(
      createElement(MatchList, {
        view: { ...view('number'), matches },
        openGroup: 'matched',
        onOpen: () => {},
        commands: { isBusy: false, send: () => {} },
      }),
    )
  const shown = show([flagged, { ...flagged, key: 'f' }])
  expect(shown).toContain('All 2 need a check first.')
  expect(shown).not.toMatch(/Verify these|stroke-lymph/)
  expect(shown.match(/<input type="checkbox"/g)).toHaveLength(2)
  expect(show([flagged])).toContain('This one needs a check first.')
})

test('“Whose payment is this?” preselects only an entry that is related to the payment (behaviour 15.66)', () => {
  const ask = (narration: string) =>
    renderToStaticMarkup(
      createElement(
        QueryClientProvider,
        { client: new QueryClient() },
        createElement(SettleDialog, {
          sides: { expected: [], rows: [{ ...row('r2'), narration }] },
          view: view('not-received'),
          onClose: () => {},
        }),
      ),
    )
  expect(ask('UPI/409212341000/RENT')).toContain('Choose one first')
  expect(ask('UPI/409212341000/ASHA RAO')).toContain('Verify Asha Rao')
})
