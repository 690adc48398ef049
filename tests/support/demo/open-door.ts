import { randomUUID } from 'node:crypto'
import { identity } from '#edition/identity'
import { dayAt } from '../../../festival/content/slot'
import { type DemoServer, signInToDesk } from './organiser'

/** Opens a door today, for everyone who comes on the first day. */
export const openDemoDoor = async (server: DemoServer, admin: string) => {
  const ask = await signInToDesk(server, admin)
  const id = randomUUID()
  const day = dayAt(Date.now())
  await ask('openDoor', { query: { day: identity.firstDay }, body: { id, day } })
  const { address } = await ask('addPhone', { params: { id } })
  return { pairing: address, sign: `${server.origin}/desk/doors?sign=${id}` }
}
