import { expect, it } from 'vitest'
import { type AbuseRow, checkAbuse, readExtraWait } from './judge'
import type { Report, Seen } from './visitors'

const seen = (wait: number, changes: Partial<Seen> = {}): Seen => ({
  pages: Array(100).fill(wait),
  forms: Array(20).fill(wait),
  refusedFirst: 0,
  refused: 0,
  reasons: {},
  ...changes,
})

const row = (during: Partial<Report['during']> = {}, changes: Partial<AbuseRow> = {}): AbuseRow => ({
  name: 'an attack',
  attacked: { note: '', cpuSeconds: 0 },
  report: {
    before: { elsewhere: seen(5), campus: seen(5), twin: seen(5) },
    during: { elsewhere: seen(20), campus: seen(20), twin: seen(5), ...during },
  },
  peakMiB: 200,
  lives: true,
  ...changes,
})

it('lets an attack pass that nobody notices, and does not blame it for what an untouched server takes as well', () => {
  expect(checkAbuse(row())).toEqual([])
  const slow = row({ elsewhere: seen(120), campus: seen(120), twin: seen(100) })
  expect(readExtraWait(slow.report, 'elsewhere', 'pages')).toBe(20)
  expect(checkAbuse(slow)).toEqual([])
})

it('sees those who wait more than 100 ms longer, who never got in, and that nobody got in at all', () => {
  expect(checkAbuse(row({ campus: seen(120) }))).toEqual([
    'a page took those of the same address 115 ms more (p99)',
    'an upload and its form took those of the same address 115 ms more (p99)',
  ])
  const elsewhere = seen(5, { refused: 3, reasons: { '/image/upload 503': 9 } })
  expect(checkAbuse(row({ elsewhere })).join()).toMatch(/^3 of another address never got in/)
  const shut = row({ campus: seen(5, { forms: [] }) })
  expect(checkAbuse(shut)).toEqual(['nobody of the same address got an upload and its form'])
})

it('sees memory and the end of the server', () => {
  expect(checkAbuse(row({}, { peakMiB: 900, lives: false }))).toHaveLength(2)
})
