import { expect, test } from 'vitest'
import { readNarration } from '../../../festival/bank/narration'
import { openStatement } from '../../../festival/bank/statement'
import { grouped } from '../../../tests/support/statements/layout'
import { type Placed, writePdf } from '../../../tests/support/statements/write-pdf'
import { PasswordNeeded, readFile } from './read-file'

const rowsOfPage = 30

/** A bank's PDF: letterhead and headings on each page, narrations on two lines, amounts flush right, a footer. */
const statementPdf = (count: number, password?: string) => {
  let balance = 100_000
  const pages: Placed[][] = []
  const truth: { amount: number; rrn: string }[] = []
  for (let at = 0; at < count; at += 1) {
    if (at % rowsOfPage === 0)
      pages.push([
        { text: 'CEREBRA FESTIVAL COMMITTEE Account 00012345678901', at: 40, from: 'left', baseline: 800 },
        ...(['Date', 'Narration', 'Withdrawal', 'Deposit', 'Balance'] as const).map((text, index) => ({
          text,
          at: [40, 110, 400, 470, 555][index] ?? 0,
          from: index < 2 ? ('left' as const) : ('right' as const),
          baseline: 770,
        })),
        { text: `Page ${pages.length + 1}`, at: 555, from: 'right', baseline: 20 },
      ])
    const amount = at % 7 === 3 ? -12_345 : 60_000
    balance += amount
    const rrn = String(527_400_000_000 + at)
    truth.push({ amount, rrn })
    const baseline = 750 - (at % rowsOfPage) * 24
    pages
      .at(-1)
      ?.push(
        { text: `${String(1 + Math.floor(at / 10)).padStart(2, '0')}/10/2025`, at: 40, from: 'left', baseline },
        { text: `UPI/${rrn}/ASHA KUMAR/asha@ybl/`, at: 110, from: 'left', baseline },
        { text: `K7Q4M${2 + (at % 8)}/HDFC BANK`, at: 110, from: 'left', baseline: baseline - 10 },
        { text: grouped(Math.abs(amount)), at: amount < 0 ? 400 : 470, from: 'right', baseline },
        { text: grouped(balance), at: 555, from: 'right', baseline },
      )
  }
  return { bytes: writePdf(pages, password), truth }
}

test('a PDF is read by the positions of its texts, over pages and lines (15.2)', async () => {
  const { bytes, truth } = statementPdf(95)
  const opened = openStatement(await readFile(bytes), [])
  if (opened.kind !== 'read') throw new Error(opened.kind)
  const { rows, chain } = opened.statement
  expect(chain).toMatchObject({ links: 94, breaks: [] })
  expect(rows.map(({ amount }) => amount)).toEqual(truth.map(({ amount }) => amount))
  const read = rows.map(({ narration, reference }) => readNarration(narration, reference))
  expect(read.map(({ numbers }) => numbers[0])).toEqual(truth.map(({ rrn }) => rrn))
  expect(read[29]?.fields).toContain('K7Q4M7')
})

test('a PDF with a password asks for it on the device, again where it is wrong', async () => {
  const { bytes, truth } = statementPdf(12, 'ASHA1503')
  await expect(readFile(bytes)).rejects.toThrow(PasswordNeeded)
  await expect(readFile(bytes, 'wrong')).rejects.toThrow(PasswordNeeded)
  const opened = openStatement(await readFile(bytes, 'ASHA1503'), [])
  expect(opened.kind === 'read' && opened.statement.rows).toHaveLength(truth.length)
})

test('a damaged or scanned PDF is refused in words', async () => {
  await expect(readFile(new TextEncoder().encode('%PDF-1.4\nnothing'))).rejects.toThrow('it is damaged')
  await expect(readFile(writePdf([[]]))).rejects.toThrow('it was scanned')
})
