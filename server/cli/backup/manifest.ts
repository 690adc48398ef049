import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { type TableName, tableNames } from '../../db/table-rows'
import { OperatorError } from '../../system/operator-error'

const measureEntries = { bytes: v.number(), sha256: v.string() }
const tableSchema = v.object({ rows: v.number(), ...measureEntries })

/** Those that every backup holds; one of an earlier version may hold no other. */
const firstTables = ['EventRegistration', 'DelegatePass', 'Accommodation', 'submission', 'message', 'upload'] as const

/** What a backup says of itself; it is written last, so a backup that broke off has none. */
const manifestSchema = v.object({
  format: v.literal(1),
  takenAt: v.string(),
  /** The changes that the tables had been through. */
  migrations: v.array(v.string()),
  /** A backup of an earlier version has fewer. */
  tables: v.object({
    ...v.partial(v.object(v.entriesFromList(tableNames, tableSchema))).entries,
    ...v.entriesFromList(firstTables, tableSchema),
  }),
  files: v.array(v.object({ name: v.pipe(v.string(), v.regex(/^[\w-]+\.\w+$/)), ...measureEntries })),
  /** Files that were removed between the copy of the tables and their own: swept away, forgotten, out of time. */
  gone: v.array(v.string()),
})

export type Manifest = v.InferOutput<typeof manifestSchema>

export const manifestFile = 'manifest.json'
export const tablePath = (folder: string, table: (typeof tableNames)[number]): string =>
  join(folder, 'tables', `${table}.jsonl`)
export const filePath = (folder: string, name: string): string => join(folder, 'files', name)

/** @throws OperatorError when the folder is no whole backup */
export const readManifest = async (folder: string): Promise<Manifest> => {
  try {
    return v.parse(manifestSchema, JSON.parse(await readFile(join(folder, manifestFile), 'utf8')))
  } catch {
    throw new OperatorError(`${folder} is not a whole backup: its ${manifestFile} is missing or can't be read.`)
  }
}

/** The tables that a backup holds. */
export const heldTables = ({ tables }: Manifest): [TableName, NonNullable<Manifest['tables'][TableName]>][] =>
  tableNames.flatMap((table): [TableName, NonNullable<Manifest['tables'][TableName]>][] => {
    const measure = tables[table]
    return measure ? [[table, measure]] : []
  })

/** Rows, files and bytes in all. */
export const sumManifest = (manifest: Manifest): { rows: number; files: number; bytes: number } => {
  const { files } = manifest
  const tables = heldTables(manifest).map(([, measure]) => measure)
  const parts = [...tables, ...files]
  return {
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    files: files.length,
    bytes: parts.reduce((sum, part) => sum + part.bytes, 0),
  }
}
