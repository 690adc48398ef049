import { randomUUID } from 'node:crypto'
import type { Doors } from '../../festival/contract/desk-doors'
import type { DoorList, DoorScan, SendScansBody } from '../../festival/contract/door'
import { type Desk, deskOrigin } from './organisers'

/** The day on which the tests' clock starts. */
export const doorDay = '2025-10-01'

type Request = (path: string, init?: RequestInit) => Promise<Response>

/** Like a browser, keeps the newest cookie. */
export const createPhone = (request: Request, volunteer = 'Dev') => {
  const phone = {
    cookie: '',
    send: async (path: string, body?: unknown): Promise<Response> => {
      const headers: Record<string, string> = { Cookie: phone.cookie, ...deskOrigin }
      const init: RequestInit = { headers }
      if (body) {
        init.method = 'POST'
        init.body = JSON.stringify(body)
        headers['Content-Type'] = 'application/json'
      }
      const response = await request(`/api/door/${path}`, init)
      phone.cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? phone.cookie
      return response
    },
    pair: (secret: string) => phone.send('pair', { secret, volunteer }),
    readList: async (since = ''): Promise<DoorList> =>
      (await phone.send(`list?since=${since}`)).json(),
    sendScans: (body: Partial<SendScansBody>) =>
      phone.send('scans', { scans: [], unlisted: [], unsent: 0, volunteer, ...body }),
  }
  return phone
}

export type TestPhone = ReturnType<typeof createPhone>

/** Returns the id of the new door. */
export const openDoor = async (desk: Desk, query = 'event=SeniorQuiz'): Promise<string> => {
  const id = randomUUID()
  const response = await desk.send('POST', `/api/desk/doors?${query}`, { id, day: doorDay })
  if (response.status !== 204) {
    throw new Error(`The door was not opened: ${response.status} ${await response.text()}`)
  }
  return id
}

export const readDoors = async (desk: Desk): Promise<Doors['doors']> => {
  const { doors }: Doors = await (await desk.get('/api/desk/doors')).json()
  return doors
}

export const addPhone = async (desk: Desk, door: string): Promise<string> => {
  const { address } = await (await desk.send('POST', `/api/desk/doors/${door}/phones`)).json()
  return address.split('#')[1]
}

export const makeScan = (entryId: string, changes: Partial<DoorScan> = {}): DoorScan => ({
  id: randomUUID(),
  entryId,
  member: 1,
  isPresent: true,
  at: '2025-10-01T04:30:00.000Z',
  volunteer: 'Dev',
  hasClockJumped: false,
  ...changes,
})
