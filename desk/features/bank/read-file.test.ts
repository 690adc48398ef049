import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CFB, utils, write } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { PasswordNeeded, readFile } from './read-file'

const utf8 = (text: string) => new TextEncoder().encode(text)
const readRows = async (bytes: Uint8Array) =>
  (await readFile(bytes))[0]?.map(({ cells }) => [...cells])
const refusal = (bytes: Uint8Array) =>
  readFile(bytes).then(
    () => 'it was read',
    (error: unknown) =>
      error instanceof Error && error.name === 'UnreadableFile' ? error.message : error,
  )

const wide = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return isBig ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )

test('decodes text by byte order mark, as UTF-8 or as windows-1252', async () => {
  const text = 'Date,Details\n01/09/2026,₹600 für Ravi\n'
  const cells = [['Date', 'Details'], ['01/09/2026', '₹600 für Ravi'], ['']]
  expect(await readRows(utf8(text))).toEqual(cells)
  expect(await readRows(utf8(`\uFEFF${text}`))).toEqual(cells)
  expect(await readRows(wide(`\uFEFF${text}`, false))).toEqual(cells)
  expect(await readRows(wide(`\uFEFF${text}`, true))).toEqual(cells)
  expect(await readRows(wide(text.replace('₹', ''), false))).toEqual([
    cells[0],
    ['01/09/2026', '600 für Ravi'],
    [''],
  ])
  // Node 20 decodes windows-1252 as Latin-1, unlike browsers, so use only Latin-1 characters.
  expect(await readRows(Uint8Array.from([...utf8('a,f'), 0xfc, ...utf8('r')]))).toEqual([
    ['a', 'für'],
  ])
})

test('splits text into cells in the formats that banks use', async () => {
  const page = `<html><body><table><tr><th>Txn Date</th><th>Credit</th></tr>
    <tr><td>09/12/2026</td><td>UPI/A &amp; B 1,600.00</td></tr></table></body></html>`
  const cut = (sign: string) =>
    `Letterhead, of 3\nDate${sign}Details${sign}Balance\n1${sign}2,000${sign}3`
  const rows = [['Letterhead, of 3'], ['Date', 'Details', 'Balance'], ['1', '2,000', '3']]
  const written: [string, string[][]][] = [
    // The formula `="…"` makes Excel keep a cell as text. Some files quote the formula again.
    [
      '="02-01 08:46",="1.00",D,"3,30"\n"=""1.00""",x,"a ""b"" c",=""',
      [
        ['02-01 08:46', '1.00', 'D', '3,30'],
        ['1.00', 'x', 'a "b" c', ''],
      ],
    ],
    ...['\t', ';', '|'].map((sign): [string, string[][]] => [cut(sign), rows]),
    [
      page,
      [
        ['Txn Date', 'Credit'],
        ['09/12/2026', 'UPI/A & B 1,600.00'],
      ],
    ],
  ]
  for (const [text, cells] of written) {
    expect(await readRows(utf8(text)), text).toEqual(cells)
  }
})

test('keeps line breaks in cells, and counts lines correctly after them', async () => {
  const tables = await readFile(utf8('a,b\r\n"one\r\n two\r\n",c\r\nd,e'))
  expect(tables[0]).toEqual([
    { line: 1, cells: ['a', 'b'] },
    { line: 2, cells: ['one\n two\n', 'c'] },
    { line: 5, cells: ['d', 'e'] },
  ])
})

const workbook = (
  kind: 'xlsx' | 'biff8',
  rows: (string | number | Date)[][],
  compression = true,
) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: false, UTC: true }), 'S')
  const bytes: ArrayBuffer = write(book, { type: 'array', bookType: kind, compression })
  return new Uint8Array(bytes)
}

test('writes a workbook’s numbers in full, and its dates with the day first', async () => {
  for (const kind of ['xlsx', 'biff8'] as const) {
    const rows = [
      ['Date', 'Number', 'Amount'],
      [new Date(Date.UTC(2026, 8, 1)), 624412345678, 0.1 + 0.2, 12345678.9],
    ]
    expect(await readRows(workbook(kind, rows)), kind).toEqual([
      ['Date', 'Number', 'Amount'],
      ['01/09/2026', '624412345678', '0.3', '12345678.9'],
    ])
  }
})

test('distinguishes a locked workbook from a damaged one', async () => {
  const locked = CFB.utils.cfb_new()
  CFB.utils.cfb_add(locked, '/EncryptionInfo', new Uint8Array(200))
  CFB.utils.cfb_add(locked, '/EncryptedPackage', new Uint8Array(200))
  const bytes = CFB.write(locked, { type: 'array' })
  const words =
    'This workbook has a password. Open it with the password that the bank gave you, save it without one, and drop it again.'
  expect(
    await refusal(Uint8Array.from(Array.isArray(bytes) ? bytes : [...bytes].map(Number))),
  ).toBe(words)
  expect(await refusal(lockOldWorkbook(workbook('biff8', [['a']])))).toBe(words)
  const damaged =
    'This workbook is damaged: it cannot be opened. Download the file again from the bank.'
  expect(await refusal(workbook('xlsx', [['a', 'b']]).slice(0, 300))).toBe(damaged)
  expect(
    await refusal(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 1, 2, 3])),
  ).toBe(damaged)
})

/** Inserts the FILEPASS record of a locked workbook after the first record. */
const lockOldWorkbook = (bytes: Uint8Array): Uint8Array => {
  const book = CFB.read(bytes, { type: 'array' })
  const entry = CFB.find(book, '/Workbook')
  if (!entry) {
    throw new Error('no workbook inside')
  }
  const content = Uint8Array.from([...entry.content].map(Number))
  const first = 4 + (content[2] ?? 0) + (content[3] ?? 0) * 256
  const record = [
    0x2f,
    0x00,
    54,
    0x00,
    0x01,
    0x00,
    0x01,
    0x00,
    0x01,
    0x00,
    ...Array.from({ length: 48 }, () => 7),
  ]
  CFB.utils.cfb_add(
    book,
    '/Workbook',
    Uint8Array.from([...content.slice(0, first), ...record, ...content.slice(first)]),
  )
  const written = CFB.write(book, { type: 'array' })
  return Uint8Array.from(Array.isArray(written) ? written : [...written].map(Number))
}

test('refuses a workbook whose formulas have no values', async () => {
  const files = unzipSync(
    workbook(
      'xlsx',
      Array.from({ length: 6 }, (_none, at) => ['01/09/2026', String(at)]),
    ),
  )
  const path = 'xl/worksheets/sheet1.xml'
  const sheet = new TextDecoder().decode(files[path])
  const empty = sheet.replace(/<c r="B(\d+)"[^>]*>.*?<\/c>/g, '<c r="B$1"><f>B$1+1</f></c>')
  expect(await refusal(zipSync({ ...files, [path]: utf8(empty) }))).toMatch(
    /^This workbook calculates its amounts/,
  )
  expect(
    await refusal(zipSync({ ...files, [path]: utf8(empty.replaceAll('</f>', '</f><v>7</v>')) })),
  ).toBe('it was read')
})

const announce = (part: Uint8Array, size: number): Uint8Array => {
  const bytes = zipSync({ 'xl/workbook.xml': part }, { level: 1 })
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 0; at < bytes.length - 30; at++) {
    if (view.getUint32(at, true) === 0x04034b50) {
      view.setUint32(at + 22, size, true)
    }
    if (view.getUint32(at, true) === 0x02014b50) {
      view.setUint32(at + 24, size, true)
    }
  }
  return bytes
}

test('refuses a workbook that is too large once unpacked', async () => {
  expect(await refusal(announce(new Uint8Array(1000), 220 * 1024 * 1024))).toBe(
    'This workbook is small, but unpacks to more than a statement can hold. It was not opened. Download the file again from the bank itself.',
  )
})

test('refuses a small workbook with too many tags before parsing it', async () => {
  const part = new Uint8Array(4 * 1024 * 1024).fill('<'.charCodeAt(0))
  const bytes = zipSync({ 'xl/workbook.xml': part }, { level: 9 })
  expect(bytes.length).toBeLessThan(100 * 1024)
  expect(await refusal(bytes)).toBe(
    'This file has far more cells than a statement. Download it again from the bank.',
  )
})

test('refuses a workbook that is larger than it declares', async () => {
  expect(await refusal(announce(new Uint8Array(5 * 1024 * 1024), 100))).toBe(
    'This workbook is damaged: it cannot be opened. Download the file again from the bank.',
  )
})

test('says what is wrong with a file that is empty, of another type or badly quoted', async () => {
  expect(await refusal(new Uint8Array())).toBe(
    'This file is empty. Download it again from the bank.',
  )
  expect(await refusal(Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]))).toBe(
    'This is a picture. Drop the statement file that the bank’s site offers: PDF, CSV or Excel.',
  )
  expect(await refusal(Uint8Array.from([1, 2, 3, 65, 0, 0, 0, 0, 0, 7]))).toBe(
    'This is not a statement: it is neither text nor a workbook. Download it as PDF, CSV or Excel.',
  )
  expect(await refusal(zipSync({ 'statement.csv': utf8('a,b') }))).toBe(
    'This is a ZIP file, not an Excel workbook. Unpack it, or save an OpenDocument sheet as XLSX, and drop that.',
  )
  expect(await refusal(utf8('a,b\n1,"open,more\n2,3\n'))).toBe(
    'A quotation mark on line 2 is never closed, so the rows after it cannot be read. Download the file again.',
  )
})

test.each([
  [
    'MT940',
    ':20:STMT001\n:25:BANK/1\n:60F:C261101INR41250,50\n:61:2611021102C300,00NTRF630512345601//\n',
  ],
  ['OFX', 'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTTRN><TRNAMT>300.00</STMTTRN></OFX>'],
  ['QIF', '!Type:Bank\nD02/11/2026\nT300.00\nPAsha Rao\n^\n'],
  [
    'CAMT',
    '<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"></Document>',
  ],
  [
    'MHTML',
    'From: <Saved by a browser>\nMIME-Version: 1.0\nContent-Type: multipart/related;\n\n<table></table>',
  ],
  ['JSON', '[{"date":"02/11/2026","amount":300}]'],
])('refuses the %s format, and says what to download instead (15.97)', async (name, text) => {
  const words = await refusal(utf8(text))
  expect(words).toContain(name)
  expect(words).toContain('Download the same days as CSV, Excel or PDF')
})

test('reads initial comments, cells between carets and garbled rupee signs (15.97)', async () => {
  const page =
    '<!-- made by a bank -->\n<!-- twice --><table><tr><td>02/11/2026</td><td>300.00</td></tr></table>'
  expect(await readRows(utf8(page))).toEqual([['02/11/2026', '300.00']])
  expect(await readRows(utf8('Date^Text^Amount\n02/11/2026^a, b^300.00'))).toEqual([
    ['Date', 'Text', 'Amount'],
    ['02/11/2026', 'a, b', '300.00'],
  ])
  expect(await readRows(utf8('02/11/2026,a,â‚¹300.00'))).toEqual([['02/11/2026', 'a', '₹300.00']])
})

test('reads a quotation mark at the start of a cell as text unless another one ends the cell (15.97)', async () => {
  const rows = [
    'Date,Text,Amount,Left',
    '02/11/2026,"CANTEEN" STORES,"1,250.00",3',
    '03/11/2026,"OPEN,5.00,4',
    '04/11/2026,c,6.00,5',
  ]
  expect(await readRows(utf8(rows.join('\n')))).toEqual([
    ['Date', 'Text', 'Amount', 'Left'],
    ['02/11/2026', '”CANTEEN” STORES', '1,250.00', '3'],
    ['03/11/2026', '”OPEN', '5.00', '4'],
    ['04/11/2026', 'c', '6.00', '5'],
  ])
})

test('reads a quotation mark at the start of a cell as text even if most lines are empty (15.97)', async () => {
  const rows = ['Date,Text,Amount,Left', '02/11/2026,"CANTEEN" STORES,5.00,3']
  const cells = await readRows(utf8(rows.join('\n\n\n')))
  expect(cells?.filter(({ length }) => length > 1)).toEqual([
    ['Date', 'Text', 'Amount', 'Left'],
    ['02/11/2026', '”CANTEEN” STORES', '5.00', '3'],
  ])
})

test('reads the dates in a workbook that counts days from 1904 (15.97)', async () => {
  for (const kind of ['xlsx', 'biff8'] as const) {
    const book = utils.book_new()
    const sheet = utils.aoa_to_sheet([['Date', 'Amount']])
    sheet.A2 = { t: 'n', v: 44_866, z: 'dd/mm/yyyy' }
    sheet['!ref'] = 'A1:B2'
    utils.book_append_sheet(book, sheet, 'S')
    book.Workbook = { WBProps: { date1904: true } }
    const bytes: ArrayBuffer = write(book, { type: 'array', bookType: kind })
    expect((await readRows(new Uint8Array(bytes)))?.[1]?.[0], kind).toBe('02/11/2026')
  }
})

test('refuses a file that exceeds the limits', async () => {
  expect(await refusal(new Uint8Array(31 * 1024 * 1024))).toBe(
    'This file has more than 30 MB. Download a shorter period from the bank.',
  )
  expect(await refusal(utf8('a,b\n'.repeat(50_050)))).toBe('it was read')
  expect(await refusal(utf8('a,b\n'.repeat(50_101)))).toBe(
    'This file has more than 50,000 rows. Download a shorter period from the bank.',
  )
})

/** `locked.pdf` has a password and three rows. `scanned.pdf` has an empty page. */
const readPdf = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, '../../../tests/support/statements', name)))

test('asks for a PDF’s password, and asks again if it is wrong', async () => {
  await expect(readFile(readPdf('locked.pdf'))).rejects.toThrow(PasswordNeeded)
  await expect(readFile(readPdf('locked.pdf'), 'wrong')).rejects.toThrow(PasswordNeeded)
  const [table] = await readFile(readPdf('locked.pdf'), 'ASHA1503')
  expect(table?.[2]).toEqual({
    line: 3,
    cells: ['03/10/2025', 'UPI/527400000002/ASHA', '1.00', '103.00'],
  })
})

test('refuses damaged or scanned PDFs with a reason', async () => {
  expect(await refusal(utf8('%PDF-1.4\nnothing'))).toMatch('it is damaged')
  expect(await refusal(readPdf('scanned.pdf'))).toMatch('it was scanned')
})
