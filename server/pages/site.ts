import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import * as v from 'valibot'
import { standInUrl } from '../../festival/contract/built-address'
import { OperatorError } from '../system/operator-error'
import { bestQuality, compress, fastQuality } from './compress'
import { fillAddress, fillRevision, needsAddress, type SiteAddress } from './fill-address'

export type Encoding = 'br' | 'gzip'

export interface SiteFile {
  type: string
  /** Hash of the uncompressed bytes. The ETag of each encoding is derived from it. */
  hash: string
  isPage: boolean
  isImmutable: boolean
  plain: Uint8Array<ArrayBuffer>
  encoded: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>
}

export interface Site extends SiteAddress {
  /** @param query the query without the question mark */
  find(path: string, query: string): SiteFile | undefined
  /** Pages that depend on the state of the festival. `replace` swaps the served file. */
  screens: readonly { address: string; built: SiteFile; replace: (file: SiteFile) => void }[]
  notFound: SiteFile
  notSent: SiteFile
  csp: string
  /** Compresses all pages again at a better quality, which takes seconds. */
  compressBetter(): Promise<void>
}

const encodings = { '.br': 'br', '.gz': 'gzip' } as const

const buildAgain = 'Build the site again (npm run build), or fix SITE_DIR.'

const readTable = (file: string, text: string) => {
  try {
    return readPageTable(text)
  } catch (cause) {
    throw new OperatorError(
      `${file} was written by the build of a different version. ${buildAgain}`,
      {
        cause,
      },
    )
  }
}

/**
 * Maps each file to one address. If a file has several, the first address counts, and addresses
 * with a query come first.
 */
const findAddresses = ({ pages, byQuery }: PageTable): Map<string, string> => {
  const addresses: [name: string, address: string][] = []
  for (const [path, { param, files }] of Object.entries(byQuery)) {
    for (const [value, name] of Object.entries(files)) {
      addresses.push([name, `${path}?${param}=${value}`])
    }
  }
  for (const [path, name] of Object.entries(pages)) {
    addresses.push([name, path])
  }
  return new Map(addresses.reverse())
}

interface PageByQuery {
  param: string
  /** Maps values in lower case to files. */
  byValue: ReadonlyMap<string, string>
  fallback: string
}

const hashBytes = (plain: Uint8Array): string =>
  createHash('sha256').update(plain).digest('base64url').slice(0, 22)

export const replaceContent = async (file: SiteFile, text: string): Promise<SiteFile> => {
  const plain = new TextEncoder().encode(text)
  return { ...file, hash: hashBytes(plain), plain, encoded: await compress(plain, fastQuality) }
}

const decode = ({ plain }: SiteFile): string => new TextDecoder().decode(plain)

/** Writes the address into the files that need it, and returns their names. */
const fillFiles = async (
  files: Map<string, SiteFile>,
  address: SiteAddress,
  shell: string,
): Promise<string[]> => {
  const names = [...files.keys()].filter(needsAddress)
  // One at a time, because each compression takes memory.
  for (const name of names) {
    const file = files.get(name)
    if (file) {
      files.set(name, await replaceContent(file, fillAddress(decode(file), address)))
    }
  }
  const worker = files.get('sw.js')
  const shellHash = files.get(shell)?.hash
  if (worker && shellHash) {
    files.set('sw.js', await replaceContent(worker, fillRevision(decode(worker), shellHash)))
  }
  return names
}

/**
 * Returns undefined if the site has not been built.
 * @throws OperatorError when a file is missing, or a different version built the site
 */
export const loadSite = async (folder: string, address: SiteAddress): Promise<Site | undefined> => {
  const tableFile = join(folder, 'pages.json')
  if (!existsSync(tableFile)) {
    return undefined
  }
  const table = readTable(tableFile, await readFile(tableFile, 'utf8'))
  const files = await readFiles(folder)
  const filledNames = await fillFiles(files, address, table.shell)
  const requireFile = (name: string): SiteFile => {
    const file = files.get(name)
    if (!file) {
      throw new OperatorError(`The built site has no ${name} (in ${folder}). ${buildAgain}`)
    }
    return file
  }

  const pages = new Map(Object.entries(table.pages))
  const pagesByQuery = new Map<string, PageByQuery>()
  for (const [path, { param, files: names, fallback }] of Object.entries(table.byQuery)) {
    requireFile(fallback)
    // Event keys in an address are case-insensitive.
    const byValue = new Map(
      Object.entries(names).map(([value, name]) => [value.toLowerCase(), name]),
    )
    pagesByQuery.set(path, { param, byValue, fallback })
  }
  const screens = [...findAddresses(table)].map(([name, address]) => ({
    address,
    built: requireFile(name),
    replace: (file: SiteFile) => {
      if (files.get(name)?.hash !== file.hash) {
        files.set(name, file)
      }
    },
  }))
  pages.set(`/${table.shell}`, table.shell)
  requireFile(table.shell)
  const assets = new Map<string, SiteFile>()
  for (const [name, file] of files) {
    if (!file.isPage && name !== 'pages.json') {
      assets.set(`/${name}`, file)
    }
  }

  let compressions = 0
  const compressed = new WeakSet<SiteFile>()
  const compressBetter = async () => {
    compressions += 1
    const ownNumber = compressions
    for (const name of filledNames) {
      const file = requireFile(name)
      if (compressed.has(file)) {
        continue
      }
      const encoded = await compress(file.plain, bestQuality)
      if (compressions !== ownNumber) {
        return
      }
      if (files.get(name) === file) {
        const better = { ...file, encoded }
        compressed.add(better)
        files.set(name, better)
      }
    }
  }

  return {
    publicUrl: address.publicUrl,
    isPublic: address.isPublic,
    compressBetter,
    csp: table.csp,
    notFound: requireFile(table.notFound),
    notSent: requireFile(table.notSent),
    screens,
    find: (path, query) => {
      const byQuery = pagesByQuery.get(path)
      if (byQuery) {
        const value = new URLSearchParams(query).get(byQuery.param)?.toLowerCase() ?? ''
        return files.get(byQuery.byValue.get(value) ?? byQuery.fallback)
      }
      const page = pages.get(path)
      return page === undefined ? assets.get(path) : files.get(page)
    },
  }
}

export const readFiles = async (folder: string): Promise<Map<string, SiteFile>> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
  const allNames = new Set(names)
  const isVariant = (name: string) => /\.(?:br|gz)$/.test(name) && allNames.has(name.slice(0, -3))
  const files = new Map<string, SiteFile>()
  for (const name of names) {
    if (isVariant(name)) {
      continue
    }
    const plain = await readBytes(join(folder, name))
    const encoded: SiteFile['encoded'] = {}
    for (const [ending, encoding] of Object.entries(encodings)) {
      if (allNames.has(name + ending)) {
        encoded[encoding] = await readBytes(join(folder, name + ending))
      }
    }
    files.set(name, {
      type: getMimeType(name) ?? 'application/octet-stream',
      hash: hashBytes(plain),
      isPage: name.endsWith('.html'),
      isImmutable: name.startsWith('assets/'),
      plain,
      encoded,
    })
  }
  return files
}

const readBytes = async (path: string) => new Uint8Array(await readFile(path))

/** The schema of `pages.json`, for both the build and the server. */
export const pageTableSchema = v.object({
  /** Builds by earlier versions contain a fixed address instead. */
  standIn: v.literal(standInUrl),
  /** Maps every path, including aliases, to its HTML file. */
  pages: v.record(v.string(), v.string()),
  byQuery: v.record(
    v.string(),
    v.object({ param: v.string(), files: v.record(v.string(), v.string()), fallback: v.string() }),
  ),
  notFound: v.string(),
  /** The page shown to a browser that submits a form without the page's scripts. */
  notSent: v.string(),
  /** The empty page in which an offline browser renders all other pages. */
  shell: v.string(),
  csp: v.string(),
})

export type PageTable = v.InferOutput<typeof pageTableSchema>

/** @throws Error if the text was not written by the build of this version */
export const readPageTable = (text: string): PageTable => v.parse(pageTableSchema, JSON.parse(text))
