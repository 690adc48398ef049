import { randomUUID } from 'node:crypto'
import { deskCalls } from '../../festival/contract/calls'
import type { Desk } from './organisers'

interface OneRefund extends Record<string, unknown> {
  id?: string
  entryId?: string | undefined
  amount?: number
}

/** Records one refund. All other fields, such as the note, are those of the call. */
export const sendRefund = (
  desk: Desk,
  { id = randomUUID(), entryId, amount, ...others }: OneRefund,
): Promise<Response> =>
  desk.send('POST', deskCalls.recordRefunds.path, {
    refunds: [{ id, entryId, amount }],
    ...others,
  })
