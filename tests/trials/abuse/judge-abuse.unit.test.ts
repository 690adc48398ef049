import { expect, it } from 'vitest'
import { type AbuseRow, checkAbuse, readExtraWait } from './check-abuse'
import type { Report, Seen } from './visitors'

const seen = (wait: number, changes: Partial<Seen> = {}): Seen => ({
  pages: Array(100).fill(wait),
  forms: Array(20).fill(wait),
  refusedFirst: 0,
  refused: 0,
  reasons: {},
  ...changes,
})

const report = (during: Partial<Report['during']> = {}): Report => ({
  before: { elsewhere: seen(5), campus: seen(5), twin: seen(5) },
  during: { elsewhere: seen(20), campus: seen(20), twin: seen(5), ...during },
})

const row = (changes: Partial<AbuseRow> = {}): AbuseRow => ({
  name: 'an attack',
  attacked: { note: '', complaints: [], cpuSeconds: 0 },
  report: report(),
  peakMiB: 200,
  diskMiB: 1,
  logMiB: 0,
  strangersMails: 0,
  honestMails: 20,
  lives: true,
  complaints: [],
  ...changes,
})

it('lets an attack pass that nobody notices', () => {
  expect(checkAbuse(row(), {})).toEqual([])
})

it('sees those who wait more than 100 ms longer', () => {
  const complaints = checkAbuse(row({ report: report({ campus: seen(120) }) }), {})
  expect(complaints).toEqual([
    'a page took those of the same address 115 ms more (p99)',
    'an upload and its form took those of the same address 115 ms more (p99)',
  ])
})

it('does not blame the attack for what an untouched server takes as well', () => {
  const slow = report({ elsewhere: seen(120), campus: seen(120), twin: seen(100) })
  expect(readExtraWait(slow, 'elsewhere', 'pages')).toBe(20)
  expect(checkAbuse(row({ report: slow }), {})).toEqual([])
})

it('sees who never got in, and that nobody got in at all', () => {
  const elsewhere = seen(5, { refused: 3, reasons: { '/image/upload 503': 9 } })
  expect(checkAbuse(row({ report: report({ elsewhere }) }), {}).join()).toMatch(/3 of another address never got in/)
  const shut = seen(5, { forms: [] })
  expect(checkAbuse(row({ report: report({ campus: shut }) }), {})).toEqual([
    'nobody of the same address got an upload and its form',
  ])
})

it('sees memory, disk, e-mails and the end of the server', () => {
  const complaints = checkAbuse(row({ peakMiB: 900, diskMiB: 101, strangersMails: 11, logMiB: 3, lives: false }), {
    bounds: { diskMiB: 100, strangersMails: 10, logMiB: 2 },
  })
  expect(complaints).toHaveLength(5)
})
