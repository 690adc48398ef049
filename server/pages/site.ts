import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import * as v from 'valibot'
import { OperatorError } from '../system/operator-error'

export type Encoding = 'br' | 'gzip'

/** One file of the site, in memory, in every encoding that the build made. */
export interface SiteFile {
  type: string
  /** Of the bytes; each encoding's ETag derives from it. */
  hash: string
  isPage: boolean
  /** Whether its name holds a hash of its content, so that it never changes. */
  isImmutable: boolean
  plain: Uint8Array<ArrayBuffer>
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

/** The built site, read once at the start. */
export interface Site {
  /** The address that it was built for. */
  publicUrl: string
  /** Whether it was built for real visitors. */
  isPublic: boolean
  /** The file that a path and the query after its question mark show; undefined when there is none. */
  find(path: string, query: string): SiteFile | undefined
  /** The pages that show what an organiser can change: each with an address of its own, its file as it was built, and how another takes its place. */
  screens: readonly { address: string; built: SiteFile; replace: (file: SiteFile) => void }[]
  notFound: SiteFile
  notSent: SiteFile
  csp: string
}

const encodings = { '.br': 'br', '.gz': 'gzip' } as const

const buildAgain = 'Build it again (npm run build), or mend SITE_DIR.'

const readTable = (file: string, text: string) => {
  try {
    return readPageTable(text)
  } catch (cause) {
    throw new OperatorError(`${file} is not what this version’s build writes. ${buildAgain}`, {
      cause,
    })
  }
}

/** Keys in an address are compared without regard to case. */
const lowerCased = (files: Readonly<Record<string, string>>) =>
  Object.entries(files).map(([value, name]) => [value.toLowerCase(), name] as const)

/**
 * Reads the built site into memory; undefined when it has not been built.
 * @throws OperatorError when the folder lacks a file, or was built by another version (behaviour 12.47)
 */
export const loadSite = async (folder: string): Promise<Site | undefined> => {
  const tableFile = join(folder, 'pages.json')
  if (!existsSync(tableFile)) {
    return undefined
  }
  const table = readTable(tableFile, await readFile(tableFile, 'utf8'))
  const files = await readFiles(folder)
  const requireFile = (name: string): SiteFile => {
    const file = files.get(name)
    if (!file) {
      throw new OperatorError(`The built site lacks ${name} (in ${folder}). ${buildAgain}`)
    }
    return file
  }

  const pages = new Map(Object.entries(table.pages))
  const choices = new Map(
    Object.entries(table.byQuery).map(([path, { param, files: named, fallback }]) => [
      path,
      {
        param,
        named: new Map(Object.entries(named)),
        byLowerCase: new Map(lowerCased(named)),
        fallback,
      },
    ]),
  )
  const addresses = new Map(
    [
      ...[...choices].flatMap(([path, { param, named }]) =>
        [...named].map(([value, name]) => [name, `${path}?${param}=${value}`] as const),
      ),
      ...[...pages].map(([path, name]) => [name, path] as const),
    ].toReversed(),
  )
  for (const { fallback } of choices.values()) {
    requireFile(fallback)
  }
  const screens = [...addresses].map(([name, address]) => ({
    address,
    built: requireFile(name),
    replace: (file: SiteFile) => void files.set(name, file),
  }))
  pages.set(`/${table.shell}`, table.shell)
  requireFile(table.shell)
  const assets = new Map<string, SiteFile>(
    [...files].flatMap(([name, file]) =>
      file.isPage || name === 'pages.json' ? [] : [[`/${name}`, file] as const],
    ),
  )

  return {
    publicUrl: table.publicUrl,
    isPublic: table.isPublic,
    csp: table.csp,
    notFound: requireFile(table.notFound),
    notSent: requireFile(table.notSent),
    screens,
    find: (path, query) => {
      const choice = choices.get(path)
      const name = choice
        ? (choice.byLowerCase.get(
            new URLSearchParams(query).get(choice.param)?.toLowerCase() ?? '',
          ) ?? choice.fallback)
        : pages.get(path)
      return name === undefined ? assets.get(path) : files.get(name)
    },
  }
}

export const readFiles = async (folder: string): Promise<Map<string, SiteFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const known = new Set(names)
  const isVariant = (name: string) => /\.(?:br|gz)$/.test(name) && known.has(name.slice(0, -3))
  const files = new Map<string, SiteFile>()
  for (const name of names) {
    if (isVariant(name)) {
      continue
    }
    const plain = await readBytes(join(folder, name))
    const encoded: SiteFile['encoded'] = {}
    for (const [ending, encoding] of Object.entries(encodings)) {
      if (known.has(name + ending)) {
        encoded[encoding] = await readBytes(join(folder, name + ending))
      }
    }
    files.set(name, {
      type: getMimeType(name) ?? 'application/octet-stream',
      hash: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
      isPage: name.endsWith('.html'),
      isImmutable: name.startsWith('assets/'),
      plain,
      encoded,
    })
  }
  return files
}

const readBytes = async (path: string) => new Uint8Array(await readFile(path))

/** What the build tells the server of its pages, in `pages.json`: written and read by this one schema. */
export const pageTableSchema = v.object({
  /** The address that its links, previews and site map begin with, without a slash at the end. */
  publicUrl: v.string(),
  /** Whether real visitors were expected, so that what has ended closes. */
  isPublic: v.boolean(),
  /** Each address, aliases included, and the HTML file that it shows. */
  pages: v.record(v.string(), v.string()),
  /** Addresses whose page depends on a parameter of the query. */
  byQuery: v.record(
    v.string(),
    v.object({ param: v.string(), files: v.record(v.string(), v.string()), fallback: v.string() }),
  ),
  notFound: v.string(),
  /** What a browser sees that sent a form to a page's address (behaviour 5.38). */
  notSent: v.string(),
  /** The empty page from which a browser without a network makes any other (behaviour 9.9). */
  shell: v.string(),
  csp: v.string(),
})

export type PageTable = v.InferOutput<typeof pageTableSchema>

/** Reads the text of a `pages.json`. @throws where it is not what this version's build writes */
export const readPageTable = (text: string): PageTable => v.parse(pageTableSchema, JSON.parse(text))
