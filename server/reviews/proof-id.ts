import { createHash } from 'node:crypto'

/** The same record, field and file have the same id, whoever writes them down. */
export const proofId = (recordId: string, field: string, url: string): string =>
  createHash('sha256').update(`${recordId} ${field} ${url}`).digest('base64url').slice(0, 32)
