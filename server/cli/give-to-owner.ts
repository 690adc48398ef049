import { existsSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config'

/** The folders of DATA_DIR in which a command may write. */
const folders = ['files', 'files/trash', 'mail']

/**
 * Where root restores, files and database become those of whom the data folder belongs to: as root's own nobody else could
 * read a proof (behaviour 12.12).
 */
export const giveToOwner = ({ dataDir, store }: Pick<Config, 'dataDir' | 'store'>): void => {
  if (process.geteuid?.() !== 0 || !existsSync(dataDir)) return
  const { uid, gid } = statSync(dataDir)
  const give = (path: string) => {
    if (existsSync(path)) lchownSync(path, uid, gid)
  }
  for (const folder of folders.map((name) => join(dataDir, name)).filter((path) => existsSync(path))) {
    give(folder)
    for (const name of readdirSync(folder)) give(join(folder, name))
  }
  if (store.engine === 'sqlite') for (const part of ['', '-wal', '-shm', '-lock']) give(`${store.file}${part}`)
}
