import type { FileRow } from '../../../../festival/statement/row'
import { bounds } from './bounds'
import { type Charset, decodeText } from './decode-text'
import { detectKind } from './detect-kind'
import { readText } from './read-text'
import { refuseText } from './refuse-size'
import { UnreadableFile } from './unreadable-file'

/** A file as rows of text. A workbook may have several tables; the statement is the first whose header row is known. */
export interface ReadFile {
  kind: 'text' | 'workbook' | 'html'
  /** Of a text; a workbook says its own. */
  charset?: Charset
  tables: readonly (readonly FileRow[])[]
}

const isPage = (text: string) =>
  /^\s*<(?:!doctype|html|head|meta|style|table|\?xml)/i.test(text) && /<table/i.test(text)

/** The reader of workbooks is large: it comes with the first workbook. */
const readWorkbook = async (source: Uint8Array | string, isPacked: boolean) => {
  const reader = await import('./read-workbook').catch(() => {
    throw new UnreadableFile(
      'The part of the desk that reads workbooks could not be loaded. Look at your connection, and drop the file again.',
    )
  })
  return reader.readWorkbook(source, isPacked)
}

/**
 * Reads what an organiser dropped, by its content and not by its name. Runs in a worker of the organiser's browser; nothing
 * of the file leaves it here.
 * @throws {UnreadableFile} with a sentence for the organiser.
 */
export const readFile = async (bytes: Uint8Array): Promise<ReadFile> => {
  if (bytes.length > bounds.bytes)
    throw new UnreadableFile(
      `This file has ${Math.ceil(bytes.length / 1024 / 1024)} MB; at most ${bounds.bytes / 1024 / 1024} MB can be read. Download a shorter time from the bank.`,
    )
  if (bytes.length === 0) throw new UnreadableFile('This file is empty. Download it again from the bank.')
  const kind = detectKind(bytes)
  if (kind === 'pdf')
    throw new UnreadableFile('This is a PDF. Download the statement as CSV or Excel: the bank’s site offers both.')
  if (kind === 'picture')
    throw new UnreadableFile('This is a picture. Drop the statement file that the bank’s site offers as CSV or Excel.')
  if (kind !== 'text') return { kind: 'workbook', tables: await readWorkbook(bytes, kind === 'xlsx') }
  const { text: written, charset } = decodeText(bytes)
  const text = written.replace(/\r\n?/g, '\n')
  if (text.includes('\0'))
    throw new UnreadableFile('This is no statement: it is neither text nor a workbook. Download it as CSV or Excel.')
  refuseText(text)
  if (isPage(text)) return { kind: 'html', charset, tables: await readWorkbook(text, false) }
  return { kind: 'text', charset, tables: [readText(text)] }
}
