import { deskCalls, deskPage, fillPath } from '../../festival/desk/calls'
import type { Db } from '../db/schema'

/** Where the desk loads a file of a record. */
export const proofAddress = (recordId: string, proof: string): string =>
  fillPath(deskCalls.readProof.path, { id: recordId, proof })

/**
 * Gives the desk's page of the record that has a file, by the file's address, which stands in e-mails and exports
 * (behaviour 6.34). A file that no record is known to have leads to the desk itself.
 */
export const createFindClaimed =
  (db: Db) =>
  async (url: string): Promise<string> => {
    const proof = await db
      .selectFrom('proof')
      .select('record_id')
      .where('url', '=', url)
      .orderBy('created_at')
      .limit(1)
      .executeTakeFirst()
    return proof ? `${deskPage}/submissions/${proof.record_id}` : deskPage
  }
