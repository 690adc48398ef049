import { randomUUID } from 'node:crypto'
import { identity } from '#edition/identity'
import { participantCategories } from '#edition/participants'
import { formPaths, uploadPath } from '../../../festival/forms/api'
import type { Preset } from '../../../festival/forms/upload'
import { accommodationBody, delegatePassBody, registrationBody } from '../bodies'
import type { InventedEntry } from './invent-festival'

export type Receipts = Map<InventedEntry, { delegate_id?: string }>

const isFree = ({ subject }: InventedEntry): boolean => subject?.fee.per === 'free'

const atOnce = 8

const readJson = async (response: Response): Promise<Record<string, string>> => {
  if (!response.ok) {
    throw new Error(`The demo's server returned ${response.status}: ${await response.text()}`)
  }
  return response.json()
}

export const makeBody = (
  made: InventedEntry,
  picture: string,
  passes: Receipts,
  proofs: readonly string[],
): object => {
  const { person, kind, pass, utr, givesUtr: namesUtr } = made
  const { name, phone, email, institution } = person
  const payment_reference = made.reference
  if (kind === 'accommodation') {
    return {
      ...accommodationBody,
      name,
      phone,
      email,
      college: institution,
      events: [],
      transaction_id: utr,
      payment_proof_url: picture,
      payment_reference,
      arrival: `${identity.firstDay}T08:00`,
      departure: `${identity.lastDay}T20:30`,
      id_proof_url: proofs[0],
      participation_proof_url: proofs[1],
    }
  }
  const paid = namesUtr ? { payment_reference, utr } : { payment_reference }
  if (kind === 'delegate-pass') {
    return {
      ...delegatePassBody,
      name,
      phone,
      email,
      institution,
      tier: made.tier,
      payment_screenshot_url: picture,
      ...paid,
    }
  }
  const members = made.team.map((member, index) => {
    const contact = index === 0 ? person : member
    return { name: contact.name, phone: contact.phone, year: member.year }
  })
  const delegate_id = typeof pass === 'string' ? pass : pass && passes.get(pass)?.delegate_id
  return {
    ...registrationBody,
    event: made.subject?.key,
    members,
    email,
    institution,
    category: participantCategories[0]?.value,
    ...paid,
    delegate_id: delegate_id ?? '',
    payment_screenshot_url: picture,
  }
}

export interface Sender {
  ask: (path: string, init: RequestInit) => Response | Promise<Response>
  show: (made: InventedEntry) => Uint8Array<ArrayBuffer>
}

/** Uploads files and sends entries like the forms. @throws Error if the server refuses an entry */
export const sendEntries = async (
  invented: readonly InventedEntry[],
  { ask, show }: Sender,
  passes: Receipts = new Map(),
): Promise<void> => {
  const upload = async (preset: Preset, picture: Uint8Array<ArrayBuffer>): Promise<string> => {
    const form = new FormData()
    form.append('upload_preset', preset)
    form.append('file', new Blob([picture], { type: 'image/png' }), 'screenshot.png')
    const { secure_url: url = '' } = await readJson(
      await ask(uploadPath, { method: 'POST', body: form }),
    )
    return url
  }
  const send = async (made: InventedEntry) => {
    const proofs =
      made.kind === 'accommodation'
        ? [await upload('id-proof', show(made)), await upload('participation-proof', show(made))]
        : []
    const picture = isFree(made) ? '' : await upload('payment', show(made))
    const body = makeBody(made, picture, passes, proofs)
    const response = await ask(formPaths[made.kind], {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() },
      body: JSON.stringify(body),
    })
    passes.set(made, await readJson(response))
  }
  const sendAll = async (all: readonly InventedEntry[]) => {
    const waiting = [...all]
    const worker = async () => {
      for (let made = waiting.shift(); made; made = waiting.shift()) {
        await send(made)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
  // Passes are sent first, because workshops and planted faults refer to earlier entries.
  await sendAll(
    invented.filter(({ kind, pictureSource }) => kind === 'delegate-pass' && !pictureSource),
  )
  await sendAll(
    invented.filter(({ kind, pictureSource }) => kind !== 'delegate-pass' || pictureSource),
  )
}
