import { fstatSync } from 'node:fs'

/** An error that the operator can fix. The message says how, and is printed without a stack. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}

const reasons: Readonly<Record<string, string>> = {
  EACCES:
    'this user has no access; make the server’s user its owner (chown), or choose another place',
  EPERM:
    'this user has no access; make the server’s user its owner (chown), or choose another place',
  EROFS: 'the disk is read-only; choose another place, or make the disk writable',
  ENOSPC: 'the disk is full; make room (df -h)',
  EDQUOT: 'this user’s share of the disk is full; make room',
  ENOENT: 'it does not exist and cannot be created; choose another place',
  ENOTDIR: 'a part of the path is a file, not a folder; choose another place',
  EEXIST: 'this is a file, but a folder is needed; choose another place',
  EISDIR: 'this is a folder, but a file is needed; choose another place',
  EIO: 'the disk reports an error; see journalctl -k',
}

/** Returns undefined for unexpected errors, whose stack is more useful. */
export const explainFault = (error: unknown): string | undefined => {
  if (error instanceof OperatorError) {
    return error.message
  }
  if (!(error instanceof Error && 'code' in error && 'path' in error)) {
    return undefined
  }
  const reason = reasons[String(error.code)]
  return reason === undefined ? undefined : `${error.path}: ${reason} (${error.code}).`
}

/** The priorities of syslog. */
export type Priority = 2 | 3 | 4 | 6 | 7

const standardError = 2

/** JOURNAL_STREAM contains the device and inode of the journal's socket. */
export const isToJournal = (journalStream: string | undefined): boolean => {
  if (journalStream === undefined) {
    return false
  }
  const { dev, ino } = fstatSync(standardError)
  return journalStream === `${dev}:${ino}`
}

export const withPriority = (priority: Priority, text: string, isJournal: boolean): string =>
  isJournal ? text.replace(/^/gm, `<${priority}>`) : text
