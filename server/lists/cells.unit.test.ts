import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import type { Cell } from '../../festival/contract/lists'
import { makeFile } from './cells'

/** Returns the XML of a workbook's sheet, shared strings and styles. */
const makeSheet = async (heads: readonly string[], rows: readonly (readonly Cell[])[]) => {
  const parts = unzipSync(new Uint8Array(Buffer.from(await makeFile('xlsx', heads, rows))))
  const readPart = (name: string) => strFromU8(parts[name] ?? new Uint8Array())
  return {
    sheet: readPart('xl/worksheets/sheet1.xml'),
    texts: readPart('xl/sharedStrings.xml'),
    styles: readPart('xl/styles.xml'),
  }
}

test.each([
  '=A1+1',
  '+cmd',
  '-A2+3',
  '@SUM(A1)',
  '＝A1+1',
  '=HYPERLINK("https://evil.test","Prize")',
])('writes the name %s as text, not as a formula', async (name) => {
  const csv = String(await makeFile('csv', ['Name', 'E-mail'], [[name, 'asha@college.test']]))
  expect(csv).toContain(`"'${name.replaceAll('"', '""')}",asha@college.test`)
  expect(csv).not.toMatch(/(?:^|,|\n)"?[=+\-@＝]/m)
  const { sheet, texts } = await makeSheet(['Name'], [[name]])
  expect(sheet).not.toMatch(/<f>/)
  expect(texts.replaceAll('&quot;', '"').replaceAll('&amp;', '&')).toContain(name)
})

test('writes ids as text, amounts as numbers and times as dates, below a frozen heading', async () => {
  const row = [
    '+910123456789',
    '481920047713',
    700,
    { local: '2025-10-01T10:00' },
    `${'a'.repeat(60)}@college.test`,
  ]
  const { sheet, texts, styles } = await makeSheet(
    ['Phone', 'Pass', 'Amount', 'Sent', 'E-mail'],
    [row],
  )
  expect(texts).toContain('>481920047713<')
  expect(texts).toContain('>+910123456789<')
  expect(sheet).toContain('<v>700</v>')
  // In a spreadsheet, 1 October 2025 is day 45,931, and 10:00 is 10/24 of a day.
  expect(Number(/<v>(45931\.\d+)<\/v>/.exec(sheet)?.[1])).toBeCloseTo(45_931 + 10 / 24, 6)
  expect(styles).toContain('formatCode="yyyy-mm-dd hh:mm"')
  expect(sheet).toMatch(/<pane[^>]* ySplit="1"[^>]* state="frozen"/)
  expect(sheet).toContain('</sheetData><autoFilter ref="A1:E2"/>')
  const widths = [...sheet.matchAll(/<col [^>]*width="([\d.]+)"/g)].map(([, width]) =>
    Number(width),
  )
  expect(widths).toEqual([14, 13, 10, 17, 44])
})
