const listCauses = (error: unknown): Error[] => {
  const causes: Error[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    causes.push(cause)
  }
  return causes
}

const findNumber = (errors: readonly Error[], name: string): number | undefined => {
  for (const error of errors) {
    const value = Object.entries(error).find(([key]) => key === name)?.[1]
    if (typeof value === 'number') {
      return value
    }
  }
  return undefined
}

const findCode = (errors: readonly Error[]): string => {
  for (const error of errors) {
    if ('code' in error && typeof error.code === 'string') {
      return error.code
    }
  }
  return ''
}

/** For queries that return several rows, the optional driver reports a message but no code. */
const codesByMessage: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'file is not a database': 26,
}

export const readSqliteCode = (error: unknown): number | undefined =>
  findSqliteCode(listCauses(error))

/** The lowest byte is the primary result code. */
const findSqliteCode = (causes: readonly Error[]): number | undefined => {
  const code = findNumber(causes, 'errcode') ?? codesByMessage[causes.at(-1)?.message ?? '']
  return code === undefined ? undefined : code & 0xff
}

/** Source: https://www.sqlite.org/rescode.html */
const explainSqlite = (code: number, file: string): string | undefined => {
  const places = 'DATA_DIR and DATABASE_URL'
  const restoreAdvice = 'restore the newest backup (docs/operations.md, “Restoring”).'
  switch (code) {
    case 3:
    case 8:
    case 14:
    case 23:
      return `This user cannot open the database ${file} for writing. Make the server’s user the owner of the file, the files beside it and their folder (chown), or choose another file with ${places}.`
    case 5:
    case 6:
      return `The database ${file} is locked by another program. Stop that program, then start again.`
    case 10:
      return `The disk cannot read or write the database ${file}. Check whether the disk is full (df -h) or failing (journalctl -k).`
    case 11:
      return `The database ${file} is damaged. Move it away together with its -wal and -shm files, keep all of them, and ${restoreAdvice}`
    case 13:
      return `The disk of the database ${file} is full. Make room (df -h), then start again.`
    case 26:
      return `${file} is not an SQLite database. If ${places} are right, move the file away and ${restoreAdvice}`
    default:
      return undefined
  }
}

const isUnreachable = (code: string, message: string) =>
  /^(?:ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST|ENET|EPIPE|08|57P)/.test(code) ||
  /timeout|terminated/i.test(message)

/**
 * The codes are from appendix A of the PostgreSQL manual and from Node's sockets. Never shows the
 * password.
 */
const explainPostgres = (code: string, message: string, url: string): string | undefined => {
  const { host, pathname, username: user } = new URL(url)
  const server = `PostgreSQL at ${host || 'this machine'}`
  const database = pathname.slice(1)
  if (code.startsWith('28') || message.startsWith('SASL')) {
    return `${server} refuses the user "${user}" or its password. Fix DATABASE_URL, or the user: ALTER USER … PASSWORD …`
  }
  if (code === '3D000') {
    return `${server} has no database "${database}". Create it (createdb), or fix DATABASE_URL.`
  }
  if (code === '42501') {
    return `${server} does not let the user "${user}" create tables in "${database}". Make that user the owner: ALTER DATABASE … OWNER TO …`
  }
  if (code === '53300') {
    return `${server} has no connections left (max_connections). Close other connections, then start again.`
  }
  if (/^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|ERR_TLS)/.test(code) || message.includes('SSL')) {
    return `The TLS certificate of ${server} was not accepted (${code || 'it has none'}). Fix the certificate, or sslmode in DATABASE_URL.`
  }
  return isUnreachable(code, message)
    ? `${server} does not respond (${code || 'timeout'}). Check that it is running and that DATABASE_URL is correct.`
    : undefined
}

export const explainSqliteFault = (error: unknown, file: string): string | undefined => {
  const causes = listCauses(error)
  if (findCode(causes) !== 'ERR_SQLITE_ERROR') {
    return undefined
  }
  const code = findSqliteCode(causes)
  return code === undefined ? undefined : explainSqlite(code, file)
}

export const explainPostgresFault = (error: unknown, url: string): string | undefined => {
  const causes = listCauses(error)
  return explainPostgres(findCode(causes), causes.at(-1)?.message ?? '', url)
}

/** Detects SQLITE_FULL, PostgreSQL's `disk_full` (53100) and errors of the file system. */
export const isOutOfSpace = (error: unknown): boolean => {
  const causes = listCauses(error)
  return ['53100', 'ENOSPC', 'EDQUOT'].includes(findCode(causes)) || readSqliteCode(error) === 13
}

/** Whether PostgreSQL is unreachable, or another program has locked the SQLite file. */
export const isStoreUnavailable = (error: unknown): boolean => {
  const causes = listCauses(error)
  const code = findCode(causes)
  const message = causes.at(-1)?.message ?? ''
  return (
    code === '53300' || isUnreachable(code, message) || [5, 6].includes(readSqliteCode(error) ?? 0)
  )
}
