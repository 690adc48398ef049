import { deskCalls, fillPath } from '../../festival/desk/calls'

/** Where the desk loads a file of a record. */
export const proofAddress = (recordId: string, proof: string): string =>
  fillPath(deskCalls.readProof.path, { id: recordId, proof })
