import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Press, sendDecision } from './decide'
import { listUnsaved, resumeUnsaved } from './unsaved'

const before = { state: 'submitted', ground: null, version: 3 } as const
const press: Press = {
  command: { id: 'd1', submission: 'a1', version: 3, decision: 'verify' },
  name: 'Asha Rao',
  before,
}
const receipt = { id: 'd1', submission: 'a1', state: 'verified', ground: 'picture', version: 4, undoUntil: '' }
const signedOut = { type: 'about:blank', title: 'signed-out', status: 401, code: 'signed-out', detail: 'Sign in.' }
const [asha, ravi] = ['asha@college.example', 'ravi@college.example']

let client: QueryClient
let isSignedIn: boolean
let sent: string[]
beforeEach(() => {
  client = new QueryClient()
  isSignedIn = false
  sent = []
  const stored = new Map<string, string>()
  vi.stubGlobal('window', {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => stored.set(key, value),
      removeItem: (key: string) => stored.delete(key),
    },
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  })
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit) => {
    sent.push(JSON.parse(String(body)).id)
    return isSignedIn ? Response.json(receipt) : Response.json(signedOut, { status: 401 })
  })
})
afterEach(() => vi.unstubAllGlobals())

/** Somebody sits at the desk, presses, and their session has ended elsewhere. */
const pressWithoutSession = async (by: string) => {
  const leave = resumeUnsaved(client, by)
  await sendDecision(client, press).catch(() => undefined)
  leave()
}

test('what was pressed after the session’s end is sent once its organiser is back, without another press (behaviour 14.72)', async () => {
  await pressWithoutSession(asha)
  expect(listUnsaved(client)).toEqual([press])
  isSignedIn = true
  const leave = resumeUnsaved(client, asha)
  await vi.waitFor(() => expect(listUnsaved(client)).toEqual([]))
  expect(sent).toEqual(['d1', 'd1'])
  leave()
  const again = resumeUnsaved(new QueryClient(), asha)
  expect(sent).toEqual(['d1', 'd1'])
  again()
})

test('another organiser who signs in in the same tab sends none of it, and loses none of it (behaviour 14.72)', async () => {
  await pressWithoutSession(asha)
  isSignedIn = true
  const leave = resumeUnsaved(client, ravi)
  expect(listUnsaved(client)).toEqual([])
  await sendDecision(client, { ...press, command: { ...press.command, id: 'd2' } })
  leave()
  expect(sent).toEqual(['d1', 'd2'])
  const back = resumeUnsaved(client, asha)
  await vi.waitFor(() => expect(sent).toEqual(['d1', 'd2', 'd1']))
  back()
})
