import type { CellObject } from '@e965/xlsx'
import { unzipSync, zipSync } from 'fflate'
import Papa from 'papaparse'
import type { FileRow } from '../../../festival/bank/cells'
import { layOutPages } from './pdf-table'

export class UnreadableFile extends Error {
  override name = 'UnreadableFile'
}

/** The password never leaves the browser. */
export class PasswordNeeded extends Error {
  override name = 'PasswordNeeded'
}

const throwUnreadable = (words: string): never => {
  throw new UnreadableFile(words)
}

/** Limits on memory. A year of a busy account is about 20,000 rows and 5 MB. */
export const bounds = {
  bytes: 30 * 1024 * 1024,
  /** The total size of a workbook after unzipping. */
  unpackedBytes: 48 * 1024 * 1024,
  pages: 1_000,
  rows: 50_000,
  /** The maximum number of lines above and below the rows. */
  letterhead: 100,
  cells: 1_000_000,
  /** The maximum number of separators, quotation marks or tags, counted before parsing. */
  signs: 3_000_000,
  /** In characters. */
  cellLength: 2_000,
} as const

const tooManyCells =
  'This file has far more cells than a statement. Download it again from the bank.'

const limitSeparators = (chunks: readonly Uint8Array[], signs: string): void => {
  const codes = new Set([...signs].map((sign) => sign.charCodeAt(0)))
  let count = 0
  for (const chunk of chunks) {
    for (const byte of chunk) {
      if (codes.has(byte)) {
        count++
      }
    }
  }
  if (count > bounds.signs) {
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
  if (bytes.length > bounds.bytes) {
    throwUnreadable(
      `This file has more than ${bounds.bytes / 1024 / 1024} MB. Download a shorter period from the bank.`,
    )
  }
  if (bytes.length === 0) {
    throwUnreadable('This file is empty. Download it again from the bank.')
  }
  const tables = await readTables(bytes, password)
  if (tables.some(({ length }) => length > bounds.rows + bounds.letterhead)) {
    throwUnreadable(
      `This file has more than ${bounds.rows.toLocaleString('en-IN')} rows. Download a shorter period from the bank.`,
    )
  }
  if (tables.flat().reduce((sum, { cells }) => sum + cells.length, 0) > bounds.cells) {
    throwUnreadable(tooManyCells)
  }
  return tables
}

const readTables = async (
  bytes: Uint8Array,
  password: string | undefined,
): Promise<FileRow[][]> => {
  const head = String.fromCharCode(...bytes.subarray(0, 8))
  const kind = Object.entries(fileSignatures).find(([signature]) => head.startsWith(signature))?.[1]
  if (kind === 'picture') {
    return throwUnreadable(
      'This is a picture. Drop the statement file that the bank’s site offers: PDF, CSV or Excel.',
    )
  }
  if (kind === 'pdf') {
    return [await readPdf(bytes, password)]
  }
  if (kind) {
    return readWorkbook(bytes, kind === 'xlsx')
  }
  const text = decodeText(bytes).replace(/\r\n?/g, '\n')
  if (text.includes('\0')) {
    throwUnreadable(
      'This is not a statement: it is neither text nor a workbook. Download it as PDF, CSV or Excel.',
    )
  }
  limitSeparators([bytes], ',;|"<\t^~')
  const format = formats.find(({ begins }) => begins.test(text.slice(0, 4_000)))
  if (format) {
    throwUnreadable(
      `This is ${format.name}. Download the same days as CSV, Excel or PDF from the bank’s site.`,
    )
  }
  const page = text.replace(/^\s*(?:<!--[\s\S]*?-->\s*)+/, '')
  const isPage =
    /^\s*<(?:!doctype|html|head|body|meta|style|table|\?xml)/i.test(page) && /<table/i.test(page)
  return isPage ? readWorkbook(page, false) : [readText(text)]
}

const formats = [
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
  const even = head.filter((byte, at) => at % 2 === 0 && byte === 0).length
  const odd = head.filter((byte, at) => at % 2 === 1 && byte === 0).length
  if (head.length > 0 && odd > head.length / 4 && even === 0) {
    return new TextDecoder('utf-16le').decode(bytes)
  }
  if (even > head.length / 4 && odd === 0) {
    return new TextDecoder('utf-16be').decode(bytes)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** `line` is the first line of a row, because a quoted cell may contain newlines. */
const readText = (source: string): FileRow[] => {
  // Canara Bank writes `="1.00"`, so that spreadsheets keep the text unchanged.
  const text = source.replace(/(^|[,\t;|])="((?:[^"\n]|"")*)"/gm, '$1"$2"').replaceAll('â‚¹', '₹')
  const parse = (delimiter: string, preview: number) =>
    Papa.parse<string[]>(text, { delimiter, newline: '\n', preview })
  // Letterheads have at most twenty lines, so the first 80 lines show the most frequent delimiter.
  const byCellCount = [',', '\t', ';', '|', '^', '~']
    .map((delimiter) => ({ delimiter, cells: parse(delimiter, 80).data.flat().length }))
    .sort((left, right) => right.cells - left.cells)
  const delimiter = byCellCount[0]?.delimiter ?? ','
  const most = bounds.rows + bounds.letterhead + 1
  const asWritten = parse(delimiter, most)
  const hasBrokenQuotes = asWritten.errors.some(({ type }) => type === 'Quotes')
  const { data, errors } = hasBrokenQuotes
    ? Papa.parse<string[]>(replaceStrayQuotes(text, delimiter), {
        delimiter,
        newline: '\n',
        preview: most,
      })
    : asWritten
  let next = 1
  const rows = data.map((cells): FileRow => {
    const line = next
    next += cells.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 1)
    return { line, cells: cells.map(cleanCell) }
  })
  const broken = errors.find(({ type }) => type === 'Quotes')
  if (broken) {
    throwUnreadable(
      `A quotation mark on line ${rows[broken.row ?? 0]?.line ?? 1} is never closed, so the rows after it cannot be read. Download the file again.`,
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
  const measure = (line: string): number | undefined => {
    const { data, errors } = Papa.parse<string[]>(line, { delimiter })
    return errors.some(({ type }) => type === 'Quotes') ? undefined : (data[0]?.length ?? 0)
  }
  const counts = new Map<number, number>()
  for (const width of lines.slice(0, 400).map(measure)) {
    if (width !== undefined && width > 1) {
      counts.set(width, (counts.get(width) ?? 0) + 1)
    }
  }
  const byCount = [...counts].sort(([, left], [, right]) => right - left)
  const isUsual = (line: string) => measure(line) === byCount[0]?.[0]
  const freed = lines.map((line) => {
    if (!line.includes('"') || measure(line) !== undefined) {
      return line
    }
    const cells = line.split(delimiter)
    for (const [at, cell] of cells.entries()) {
      if (!cell.startsWith('"')) {
        continue
      }
      const candidate = cells.with(at, cell.replaceAll('"', '”')).join(delimiter)
      if (isUsual(candidate)) {
        return candidate
      }
    }
    return line
  })
  return freed.join('\n')
}

/** Paytm writes `'600.00'`, and spreadsheets mark text with a leading apostrophe. */
const cleanCell = (cell: string): string =>
  cell
    .replace(/^="(.*)"$/s, '$1')
    .replace(/^'(.*?)'?$/s, '$1')
    .slice(0, bounds.cellLength)

/** Repacks the checked parts uncompressed, so that the parser never unpacks unchecked data. */
const unpackWorkbook = (bytes: Uint8Array): Uint8Array => {
  let size = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.(?:xml|rels|bin)$/i.test(name)) {
        return false
      }
      size += originalSize
      if (size > bounds.unpackedBytes) {
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
  limitSeparators(Object.values(files), '<')
  const sheets = Object.entries(files).filter(([name]) =>
    /^xl\/worksheets\/[^/]+\.xml$/i.test(name),
  )
  for (const sheet of sheets.map(([, part]) => new TextDecoder().decode(part))) {
    const count = (pattern: RegExp) => [...sheet.matchAll(pattern)].length
    // Up to three formulas, such as totals, may lack a value.
    if (count(/<\/f>(?:<v\s*\/>|<v><\/v>)?<\/c>/g) > 3 + count(/<\/f><v>[^<]/g)) {
      throwUnreadable(
        'This workbook calculates its amounts with formulas, and was saved without the results. Open it in a spreadsheet, save it there and drop it again; or better, drop the file from the bank’s site.',
      )
    }
  }
  return zipSync(files, { level: 0 })
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
      return String(cell.v).slice(0, bounds.cellLength)
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
      sheetRows: bounds.rows + bounds.letterhead + 1,
    })
    // Excel for Mac used to count days from 1904.
    const date1904 = Workbook?.WBProps?.date1904 === true
    return SheetNames.map((name) => {
      const lines: CellObject[][] = Sheets[name]?.['!data'] ?? []
      const rows: FileRow[] = []
      // Empty lines are holes in the array, which `forEach` skips.
      lines.forEach((cells, at) => {
        rows.push({ line: at + 1, cells: Array.from(cells, (cell) => formatCell(cell, date1904)) })
      })
      return rows
    })
  } catch (error) {
    if (error instanceof UnreadableFile) {
      throw error
    }
    // SheetJS reports both kinds of locked workbook with these words.
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

const readPdf = async (bytes: Uint8Array, password: string | undefined): Promise<FileRow[]> => {
  const { getDocument, GlobalWorkerOptions } = await loadReader(
    import('pdfjs-dist/legacy/build/pdf.mjs'),
  )
  // Outside a browser, pdf.js runs in this thread.
  const worker =
    typeof Worker === 'undefined'
      ? null
      : new Worker(new URL('pdfjs-dist/legacy/build/pdf.worker.mjs', import.meta.url), {
          type: 'module',
        })
  GlobalWorkerOptions.workerPort = worker
  const opening = getDocument({
    // pdf.js takes over the buffer, but another password needs the bytes again.
    data: bytes.slice(),
    password,
    disableFontFace: true,
    useSystemFonts: false,
    isOffscreenCanvasSupported: false,
    verbosity: 0,
  })
  try {
    const document = await opening.promise
    if (document.numPages > bounds.pages) {
      throwUnreadable(
        `This PDF has ${document.numPages} pages. Download a shorter period from the bank.`,
      )
    }
    const pages = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      pages.push(items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? item : [])))
      page.cleanup()
    }
    if (pages.flat().length > bounds.cells) {
      throwUnreadable(tooManyCells)
    }
    if (pages.flat().length === 0) {
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
    await opening.destroy()
    worker?.terminate()
  }
}
