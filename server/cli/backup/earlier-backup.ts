import { link } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listBackups } from './kept-backups'
import { filePath, readManifest } from './manifest'
import { type Measure, measureFile } from './measured-file'

/** A backup beside the one that is being taken, which may share its files. */
export interface EarlierBackup {
  folder: string
  /** Its files by their names. */
  files: ReadonlyMap<string, Measure>
}

/** The newest whole backup in the same folder of many; undefined where there is none. */
export const findEarlierBackup = async (folder: string): Promise<EarlierBackup | undefined> => {
  const home = dirname(folder)
  const [newest] = await listBackups(home)
  if (newest === undefined) return undefined
  const manifest = await readManifest(join(home, newest)).catch(() => undefined)
  return manifest && { folder: join(home, newest), files: new Map(manifest.files.map((file) => [file.name, file])) }
}

/**
 * Shares a file of the earlier backup, whose bytes never change under a name: it stands in both and takes room once
 * (behaviour 12.39). One that is damaged there, or on a disk that knows no hard links, is not shared.
 * @returns its measure, or undefined where it has to be copied
 */
export const shareFile = async (
  earlier: EarlierBackup | undefined,
  name: string,
  to: string,
): Promise<Measure | undefined> => {
  const wanted = earlier?.files.get(name)
  if (!earlier || !wanted) return undefined
  const from = filePath(earlier.folder, name)
  const found = await measureFile(from).catch(() => undefined)
  if (found?.bytes !== wanted.bytes || found.sha256 !== wanted.sha256) return undefined
  return link(from, to).then(
    () => found,
    () => undefined,
  )
}
