import type { CellObject } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import type { TextItem } from 'pdfjs-dist/types/src/display/api'
import type { FileRow } from '../../../festival/bank/cells'
import { sumBy } from '../../../festival/sum-by'
import { findMostFrequent } from './most-frequent'
import { layOutPages } from './pdf-table'

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** The password never leaves the browser. */
export class PasswordNeeded extends Error {
  override name = 'PasswordNeeded'
}

const throwUnreadable = (message: string): never => {
  throw new UnreadableFile(message)
}

/** Limits on memory. A year of a busy account is about 20,000 rows and 5 MB. */
export const limits = {
  bytes: 30 * 1024 * 1024,
  /** The total size of a workbook after unzipping. */
  unpackedBytes: 48 * 1024 * 1024,
  pages: 1_000,
  rows: 50_000,
  /** The maximum number of lines above and below the rows. */
  extraRows: 100,
  cells: 1_000_000,
  /** The maximum number of separators, quotation marks or tags, counted before parsing. */
  separators: 3_000_000,
  /** In characters. */
  cellLength: 2_000,
} as const

const tooManyCells =
  'This file has far more cells than a statement. Download it again from the bank.'

const checkSeparatorCount = (chunks: readonly Uint8Array[], separators: string): void => {
  const codes = new Set([...separators].map((separator) => separator.charCodeAt(0)))
  let count = 0
  for (const chunk of chunks) {
    for (const byte of chunk) {
      if (codes.has(byte)) {
        count++
      }
    }
  }
  if (count > limits.separators) {
    throwUnreadable(tooManyCells)
  }
}

/** The readers are large, so each one is loaded with the first file of its format. */
const loadReader = <Reader>(reader: Promise<Reader>): Promise<Reader> =>
  reader.catch(() =>
    throwUnreadable(
      'The part of the desk that reads this kind of file could not be loaded. Check your connection, and drop the file again.',
    ),
  )

/** The signatures have one character per byte. */
const fileSignatures = {
  'PK\x03\x04': 'xlsx',
  '\xd0\xcf\x11\xe0': 'xls',
  '%PDF': 'pdf',
  '\x89PNG': 'picture',
  '\xff\xd8\xff': 'picture',
} as const

/**
 * Detects the type from the content, not from the name.
 * @throws {UnreadableFile} with a message for the organiser
 * @throws {PasswordNeeded} if a PDF needs a password, or a different one
 */
export const readFile = async (
  bytes: Uint8Array,
  password?: string,
): Promise<readonly (readonly FileRow[])[]> => {
  if (bytes.length > limits.bytes) {
    throwUnreadable(
      `This file has more than ${limits.bytes / 1024 / 1024} MB. Download a shorter period from the bank.`,
    )
  }
  if (bytes.length === 0) {
    throwUnreadable('This file is empty. Download it again from the bank.')
  }
  const tables = await readTables(bytes, password)
  if (tables.some(({ length }) => length > limits.rows + limits.extraRows)) {
    throwUnreadable(
      `This file has more than ${limits.rows.toLocaleString('en-IN')} rows. Download a shorter period from the bank.`,
    )
  }
  if (sumBy(tables.flat(), ({ cells }) => cells.length) > limits.cells) {
    throwUnreadable(tooManyCells)
  }
  return tables
}

const readTables = async (
  bytes: Uint8Array,
  password: string | undefined,
): Promise<FileRow[][]> => {
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  const format = Object.entries(fileSignatures).find(([signature]) =>
    head.startsWith(signature),
  )?.[1]
  switch (format) {
    case 'picture':
      return throwUnreadable(
        'This is a picture. Drop the statement file that the bank’s site offers: PDF, CSV or Excel.',
      )
    case 'pdf':
      return [await readPdf(bytes, password)]
    case 'xlsx':
      return readWorkbook(bytes, true)
    case 'xls':
      return readWorkbook(bytes, false)
    case undefined:
      return readTextFile(bytes)
  }
}

const readTextFile = async (bytes: Uint8Array): Promise<FileRow[][]> => {
  const text = decodeText(bytes).replace(/\r\n?/g, '\n')
  if (text.includes('\0')) {
    throwUnreadable(
      'This is not a statement: it is neither text nor a workbook. Download it as PDF, CSV or Excel.',
    )
  }
  checkSeparatorCount([bytes], ',;|"<\t^~')
  const start = text.slice(0, 4_000)
  const unsupported = unsupportedFormats.find(({ begins }) => begins.test(start))
  if (unsupported) {
    throwUnreadable(
      `This is ${unsupported.name}. Download the same days as CSV, Excel or PDF from the bank’s site.`,
    )
  }
  const withoutComments = text.replace(/^\s*(?:<!--[\s\S]*?-->\s*)+/, '')
  const isHtml =
    /^\s*<(?:!doctype|html|head|body|meta|style|table|\?xml)/i.test(withoutComments) &&
    /<table/i.test(withoutComments)
  return isHtml ? readWorkbook(withoutComments, false) : [readDelimitedText(text)]
}

const unsupportedFormats = [
  {
    name: 'an MT940 file for accounting programs',
    begins: /^\s*(?:\{1:|:20:|:25:)|^:6[01][FM]?:/m,
  },
  { name: 'an OFX file for accounting programs', begins: /^\s*OFXHEADER|<OFX>/i },
  { name: 'a QIF file for accounting programs', begins: /^\s*!(?:Type|Account):?/i },
  {
    name: 'a CAMT file for accounting programs',
    begins: /<BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)>|urn:iso:std:iso:20022/i,
  },
  {
    name: 'a web page that a browser saved as one file (MHTML)',
    begins:
      /^\s*(?:From|Subject|Date|MIME-Version|Snapshot-Content-Location):[\s\S]*multipart\/related/i,
  },
  { name: 'a JSON file', begins: /^\s*[[{]\s*["{[]/ },
] as const

const decodeText = (bytes: Uint8Array): string => {
  const head = bytes.subarray(0, 400)
  // In UTF-16, every other byte of plain letters is zero.
  const countZeros = (remainder: number) =>
    head.filter((byte, index) => index % 2 === remainder && byte === 0).length
  const evenZeros = countZeros(0)
  const oddZeros = countZeros(1)
  if (oddZeros > head.length / 4 && evenZeros === 0) {
    return new TextDecoder('utf-16le').decode(bytes)
  }
  if (evenZeros > head.length / 4 && oddZeros === 0) {
    return new TextDecoder('utf-16be').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const hasQuoteError = ({ type }: Papa.ParseError) => type === 'Quotes'

/** `line` is the first line of a row, because a quoted cell may contain newlines. */
const readDelimitedText = (source: string): FileRow[] => {
  // Canara Bank writes `="1.00"`, so that spreadsheets keep the text unchanged.
  const text = source.replace(/(^|[,\t;|])="((?:[^"\n]|"")*)"/gm, '$1"$2"').replaceAll('â‚¹', '₹')
  const parse = (
    content: string,
    delimiter: string,
    preview = limits.rows + limits.extraRows + 1,
  ) => Papa.parse<string[]>(content, { delimiter, newline: '\n', preview })
  // Letterheads have at most twenty lines, so the first 80 lines show the most frequent delimiter.
  const countCells = (delimiter: string) => parse(text, delimiter, 80).data.flat().length
  const byCount = [',', '\t', ';', '|', '^', '~']
    .map((character) => ({ character, count: countCells(character) }))
    .sort((left, right) => right.count - left.count)
  const delimiter = byCount[0]?.character ?? ','
  let parsed = parse(text, delimiter)
  if (parsed.errors.some(hasQuoteError)) {
    parsed = parse(replaceStrayQuotes(text, delimiter), delimiter)
  }
  let nextLine = 1
  const rows = parsed.data.map((cells): FileRow => {
    const line = nextLine
    nextLine += cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 1)
    return { line, cells: cells.map(cleanCell) }
  })
  const unclosed = parsed.errors.find(hasQuoteError)
  if (unclosed) {
    throwUnreadable(
      `A quotation mark on line ${rows[unclosed.row ?? 0]?.line ?? 1} is never closed, so the rows after it cannot be read. Download the file again.`,
    )
  }
  return rows
}

/**
 * Some banks do not quote cells, although a text may begin with a quotation mark: `,"CANTEEN"
 * STORES,`. In unreadable lines, treats a mark as text if the row then has the usual number of
 * cells.
 */
const replaceStrayQuotes = (text: string, delimiter: string): string => {
  const lines = text.split('\n')
  const countCells = (line: string): number | undefined => {
    const { data, errors } = Papa.parse<string[]>(line, { delimiter })
    return errors.some(hasQuoteError) ? undefined : (data[0]?.length ?? 0)
  }
  const usualCount = findMostFrequent(
    lines
      .slice(0, 400)
      .flatMap((line) => countCells(line) ?? [])
      .filter((count) => count > 1),
  )
  const repairLine = (line: string): string => {
    if (!line.includes('"') || countCells(line) !== undefined) {
      return line
    }
    const cells = line.split(delimiter)
    for (const [index, cell] of cells.entries()) {
      const candidate = cells.with(index, cell.replaceAll('"', '”')).join(delimiter)
      if (cell.startsWith('"') && countCells(candidate) === usualCount) {
        return candidate
      }
    }
    return line
  }
  return lines.map(repairLine).join('\n')
}

/** Paytm writes `'600.00'`, and spreadsheets mark text with a leading apostrophe. */
const cleanCell = (cell: string): string =>
  cell
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(.*?)'?$/s, '$1')
    .slice(0, limits.cellLength)

/** Repacks the checked parts uncompressed, so that the parser never unpacks unchecked data. */
const unpackWorkbook = (bytes: Uint8Array): Uint8Array => {
  let size = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels|bin)$/i.test(name)) {
        return false
      }
      size += originalSize
      if (size > limits.unpackedBytes) {
        throwUnreadable(
          'This workbook is small, but unpacks to more than a statement can hold. It was not opened. Download the file again from the bank itself.',
        )
      }
      return true
    },
  })
  if (!Object.keys(files).some((name) => /^xl\/workbook/i.test(name))) {
    throwUnreadable(
      'This is a ZIP file, not an Excel workbook. Unpack it, or save an OpenDocument sheet as XLSX, and drop that.',
    )
  }
  checkSeparatorCount(Object.values(files), '<')
  for (const [name, content] of Object.entries(files)) {
    if (/^xl\/worksheets\/[^/]+\.xml$/i.test(name)) {
      checkFormulaResults(new TextDecoder().decode(content))
    }
  }
  return zipSync(files, { level: 0 })
}

const checkFormulaResults = (sheet: string): void => {
  const missing = sheet.match(/<\/f>(?:<v\s*\/>|<v><\/v>)?<\/c>/g)?.length ?? 0
  const saved = sheet.match(/<\/f><v>[^<]/g)?.length ?? 0
  // Up to three formulas, such as totals, may lack a value.
  if (missing > 3 + saved) {
    throwUnreadable(
      'This workbook calculates its amounts with formulas, and was saved without the results. Open it in a spreadsheet, save it there and drop it again; or better, drop the file from the bank’s site.',
    )
  }
}

/** Some banks name an HTML page `.xls`. */
const readWorkbook = async (
  source: Uint8Array | string,
  isPacked: boolean,
): Promise<FileRow[][]> => {
  const { read, SSF } = await loadReader(
    import('@e965/xlsx').then(({ read, SSF }) => ({ read, SSF })),
  )
  /** Writes numbers in full, not as `4.12346E+11`, and dates with the day first. */
  const formatCell = (cell: CellObject | undefined, date1904: boolean): string => {
    if (cell?.v === undefined || cell.t === 'e' || cell.t === 'z') {
      return ''
    }
    if (typeof cell.v !== 'number') {
      return String(cell.v).slice(0, limits.cellLength)
    }
    // Excel keeps fifteen digits.
    if (typeof cell.z !== 'string' || !SSF.is_date(cell.z)) {
      return String(Number(cell.v.toPrecision(15)))
    }
    const { y, m, d } = SSF.parse_date_code(cell.v, { date1904 })
    return `${String(d).padStart(2, '0')}/${String(m).padStart(2, '0')}/${y}`
  }
  try {
    const isText = typeof source === 'string'
    const file = isPacked && !isText ? unpackWorkbook(source) : source
    const { SheetNames, Sheets, Workbook } = read(file, {
      dense: true,
      cellFormula: false,
      cellHTML: false,
      cellText: false,
      cellNF: true,
      raw: true,
      type: isText ? 'string' : 'array',
      sheetRows: limits.rows + limits.extraRows + 1,
    })
    // Excel for Mac used to count days from 1904.
    const date1904 = Workbook?.WBProps?.date1904 === true
    return SheetNames.map((name) => {
      const lines: CellObject[][] = Sheets[name]?.['!data'] ?? []
      const rows: FileRow[] = []
      // Empty lines are holes in the array, which `forEach` skips.
      lines.forEach((cells, index) => {
        rows.push({
          line: index + 1,
          cells: Array.from(cells, (cell) => formatCell(cell, date1904)),
        })
      })
      return rows
    })
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw error
    }
    // SheetJS reports both kinds of locked workbook with this text.
    if (error instanceof Error && /password|encrypt/i.test(error.message)) {
      throwUnreadable(
        'This workbook has a password. Open it with the password that the bank gave you, save it without one, and drop it again.',
      )
    }
    return throwUnreadable(
      'This workbook is damaged: it cannot be opened. Download the file again from the bank.',
    )
  }
}

/** Outside a browser, pdf.js runs in this thread. */
const createPdfWorker = () =>
  typeof Worker === 'undefined'
    ? null
    : new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.mjs', import.meta.url), {
        type: 'module',
      })

const readPageTexts = async (document: PDFDocumentProxy): Promise<TextItem[][]> => {
  const pages: TextItem[][] = []
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent()
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? item : [])))
    page.cleanup()
  }
  return pages
}

const readPdf = async (bytes: Uint8Array, password: string | undefined): Promise<FileRow[]> => {
  const { getDocument, GlobalWorkerOptions } = await loadReader(
    import('pdfjs-dist/legacy/build/pdf.mjs'),
  )
  const worker = createPdfWorker()
  GlobalWorkerOptions.workerPort = worker
  const loading = getDocument({
    // pdf.js takes over the buffer, but another password needs the bytes again.
    data: bytes.slice(),
    password,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    verbosity: 0,
  })
  try {
    const document = await loading.promise
    if (document.numPages > limits.pages) {
      throwUnreadable(
        `This PDF has ${document.numPages} pages. Download a shorter period from the bank.`,
      )
    }
    const pages = await readPageTexts(document)
    const itemCount = pages.flat().length
    if (itemCount > limits.cells) {
      throwUnreadable(tooManyCells)
    }
    if (itemCount === 0) {
      throwUnreadable(
        'This PDF holds pictures and no text: it was scanned. Download the statement from the bank’s site instead.',
      )
    }
    const { rows, isUnclear } = layOutPages(pages)
    if (isUnclear) {
      throwUnreadable(
        'The lines of this PDF do not show which text belongs to which payment. Download the statement as CSV or Excel instead.',
      )
    }
    return rows
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw error
    }
    if (error instanceof Error && error.name === 'PasswordException') {
      throw new PasswordNeeded()
    }
    return throwUnreadable(
      'This PDF cannot be opened: it is damaged. Download it again from the bank.',
    )
  } finally {
    await loading.destroy()
    worker?.terminate()
  }
}
