import { randomUUID } from 'node:crypto'
import { subjects } from '#edition/catalogue'
import { isTicked } from '../../../festival/bank/match'
import { dayAt, dayMs } from '../../../festival/content/slot'
import { isConfirmedByEmail } from '../../../festival/content/subject'
import type { MatchView, Settle } from '../../../festival/contract/bank'
import type { DecideOne } from '../../../festival/contract/decision'
import { type MyEntry, myEntryPage, myEntryPaths } from '../../../festival/contract/my-entry'
import type { QueueFilter, QueueRow } from '../../../festival/contract/queue'
import { amountDue } from '../../../festival/payment/fee'
import { makeReference } from '../../../festival/payment/upi'
import { importFile } from '../statements/import-file'
import { makeChance } from './chance'
import type { InventedEntry } from './invent-festival'
import { type Ask, type DemoServer, readSecret, signInToDesk } from './organiser'
import { inventPerson } from './person'
import { makeBody } from './send-entries'

/** How many days ago the demo's registration opened, including today. */
export const days = 14

/** The day on which the statement is imported, counted from 0. */
export const statementDay = 10

/** How long e-mail fails. The server then gives up the e-mail of the first entry. */
export const mailDownMs = 3 * dayMs

export const demoOrganisers = {
  admin: 'asha@organisers.example',
  verifier: 'ravi@organisers.example',
  viewer: 'vani@organisers.example',
  helper: 'meera@organisers.example',
  head: 'hema@organisers.example',
} as const

/**
 * Spreads entries over the days, of which the last is today. An entry follows the entries that it
 * names, and its payment is on the same day.
 */
export const spreadOverDays = (invented: readonly InventedEntry[]): InventedEntry[][] => {
  const sentOn = new Map<InventedEntry, number>()
  for (const [index, made] of invented.entries()) {
    const named = [typeof made.pass === 'object' ? made.pass : undefined, made.pictureSource]
    const earliest = Math.max(...named.map((entry) => (entry && sentOn.get(entry)) ?? 0))
    sentOn.set(made, Math.max((index * 5) % days, earliest))
  }
  for (const [made, day] of sentOn) {
    made.paidBeforeMs += (days - 1 - day) * dayMs
  }
  return Array.from({ length: days }, (_, day) =>
    invented.filter((made) => sentOn.get(made) === day),
  )
}

const makeItem = (
  { expected, rows, difference = 0 }: MatchView,
  reason?: string,
): Settle['items'][number] => {
  const item = {
    expected: expected.map(({ id, version }) => ({ id, version })),
    rows: rows.map(({ id }) => id),
    difference,
  }
  return reason ? { ...item, reason, hasSeenFlags: true } : item
}

/** Confirms about two thirds of the entries that need it. */
export const confirmFreeEntries = async (
  server: DemoServer,
  invented: readonly InventedEntry[],
): Promise<void> => {
  const unconfirmed = invented.filter(({ subject }) => subject && isConfirmedByEmail(subject))
  for (const { person } of unconfirmed.filter(({ person }) => Number(person.phone) % 3 < 2)) {
    const secret = await readSecret(server, person.email, myEntryPage)
    const response = await fetch(server.origin + myEntryPaths.confirm, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret }),
    })
    if (!response.ok) {
      throw new Error(`The demo could not confirm an entry: ${await response.text()}`)
    }
  }
}

/** Returns what organisers do on each day. They do nothing if no event is open without a pass. */
export const planDays = (
  server: DemoServer,
  statement: Uint8Array,
): Readonly<Record<number, () => Promise<void>>> => {
  const chance = makeChance(days)
  const head = subjects.find(
    ({ status, passRequired, fee }) =>
      status === 'open' && !passRequired && amountDue(fee, 1) !== 0,
  )
  if (!head) {
    return {}
  }

  const list = async (ask: Ask, filter: QueueFilter, most: number): Promise<QueueRow[]> =>
    (await ask('listQueue', { query: filter })).rows.slice(0, most)
  const decide = (
    ask: Ask,
    { id: entryId, version }: QueueRow,
    decision: Omit<DecideOne, 'id' | 'entryId' | 'version'>,
  ) => ask('decide', { body: { id: randomUUID(), entryId, version, ...decision } })
  const decideAll = async (
    ask: Ask,
    rows: readonly QueueRow[],
    decision: Omit<DecideOne, 'id' | 'entryId' | 'version'>,
  ) => {
    for (const row of rows) {
      await decide(ask, row, decision)
    }
  }
  const listPlain = async (ask: Ask, filter: QueueFilter, most: number) => {
    // Walk-ins have no picture to verify by.
    const walkIns = await list(ask, { walkin: 'yes', ...filter }, 50)
    const isWalkIn = ({ id }: QueueRow) => walkIns.some((walkIn) => walkIn.id === id)
    const waiting = await list(ask, { state: 'submitted', later: 'no', ...filter }, 50)
    return waiting
      .filter((row) => row.flags.length === 0 && !row.isShared && !isWalkIn(row))
      .slice(0, most)
  }
  let walkIns = 90_000
  const enterWalkIns = async (ask: Ask, count: number, paid: 'cash' | 'upi' = 'cash') => {
    for (let number = 0; number < count; number += 1) {
      const person = inventPerson(walkIns++, chance)
      const made: InventedEntry = {
        kind: 'registration',
        person,
        team: [person],
        subject: head,
        amount: 0,
        utr: `6250${walkIns}000`,
        givesUtr: paid === 'upi',
        reference: makeReference(chance.byte),
        note: '',
        paidBeforeMs: 0,
        app: 'paytm',
        isDark: false,
      }
      const form = { ...makeBody(made, '', new Map(), []) }
      const body = { kind: 'registration', paid, form } as const
      await ask('enterWalkIn', {
        body: paid === 'cash' ? { ...body, verify: randomUUID() } : body,
      })
    }
  }
  const handOver = async (ask: Ask, from: string, to: string, share: number) => {
    const { holders } = await ask('readCash')
    const holds = holders.find(({ holder }) => holder === from)?.holds ?? 0
    await ask('handOver', {
      body: { id: randomUUID(), from, to, amount: Math.round((holds * share) / 10_000) * 10_000 },
    })
  }
  const admin = () => signInToDesk(server, demoOrganisers.admin)
  const verifier = () => signInToDesk(server, demoOrganisers.verifier)
  const helper = () => signInToDesk(server, demoOrganisers.helper)
  let toCorrect: QueueRow | undefined

  const correct = async ({ email }: QueueRow) => {
    const send = async (path: string, body: object): Promise<MyEntry> => {
      const headers = { 'Content-Type': 'application/json' }
      return (
        await fetch(server.origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
      ).json()
    }
    const secret = await readSecret(server, email, myEntryPage)
    const { version } = await send(myEntryPaths.open, { secret })
    await send(myEntryPaths.correct, { secret, version, fields: { utr: '625012345678' } })
  }

  const takeStatement = async (ask: Ask) => {
    const { window } = await ask('readBank')
    const { statement: read, chosen } = await importFile(statement, window)
    const imported = read.days ?? { first: window.from, last: window.to }
    await ask('importFile', { body: { id: randomUUID(), days: imported, ...chosen } })
    const { matches } = await ask('readMatches')
    const items = matches.filter((match) => isTicked(match)).map((match) => makeItem(match))
    await ask('settle', { body: { id: randomUUID(), items: items.slice(0, 100) } })
    const differing = matches
      .filter(({ kind }) => kind === 'twice' || kind === 'wrong-amount')
      .slice(0, 3)
    const accepted = differing.map((match) => makeItem(match, 'Agreed on the phone'))
    await ask('settle', { body: { id: randomUUID(), items: accepted } })
  }

  const acts: Readonly<Record<number, () => Promise<void>>> = {
    1: async () => {
      const ask = await admin()
      await ask('addOrganiser', { body: { email: demoOrganisers.helper, role: 'verifier' } })
      await ask('addOrganiser', {
        body: { email: demoOrganisers.head, role: 'head', events: [head.key] },
      })
      await ask('setGroupLink', {
        query: { event: head.key },
        body: { url: 'https://group.example/invented' },
      })
    },
    3: async () => {
      const ask = await verifier()
      const [noted, ...others] = await listPlain(ask, {}, 9)
      await decideAll(ask, others, { decision: 'verify' })
      const words = 'Called: will send the receipt of the bank.'
      if (noted) {
        await ask('addNote', { params: { id: noted.id }, body: { id: randomUUID(), words } })
      }
    },
    4: async () => {
      await enterWalkIns(await verifier(), 4)
      await enterWalkIns(await helper(), 3)
      await enterWalkIns(await helper(), 1, 'upi')
    },
    5: async () => {
      const ask = await verifier()
      await decideAll(ask, await list(ask, { flag: 'same-file', state: 'submitted' }, 2), {
        decision: 'ask-correction',
        reasons: [{ key: 'proof-used' }],
      })
      await decideAll(ask, await list(ask, { flag: 'same-utr', state: 'submitted' }, 2), {
        decision: 'reject',
        note: 'This payment is another person’s.',
      })
    },
    6: async () => {
      const subject = `${head.title}: bring your identity card`
      const text = 'Please bring your identity card.\n\nWe look forward to seeing you.'
      const ask = await admin()
      await ask('sendAnnouncement', {
        query: { event: head.key },
        body: { id: randomUUID(), subject, text },
      })
    },
    7: async () => {
      const ask = await verifier()
      await handOver(ask, demoOrganisers.verifier, demoOrganisers.admin, 0.7)
      await decideAll(ask, await list(ask, { kind: 'delegate-pass', state: 'submitted' }, 1), {
        decision: 'withdraw',
      })
    },
    [statementDay]: async () => {
      const ask = await admin()
      await takeStatement(ask)
      await handOver(ask, demoOrganisers.admin, 'bank', 0.5)
    },
    11: async () => {
      const ask = await verifier()
      const [rejected] = await list(ask, { source: 'bank', kind: 'registration' }, 1)
      const [withdrawn, other] = await list(ask, { source: 'bank', kind: 'delegate-pass' }, 2)
      const [paidCash] = await list(ask, { source: 'cash' }, 1)
      if (rejected) {
        await decide(ask, rejected, {
          decision: 'reject',
          money: 'keep',
          note: 'They did not come.',
        })
      }
      await decideAll(
        ask,
        [withdrawn, other, paidCash].filter((row) => row !== undefined),
        { decision: 'withdraw' },
      )
      const { refunds } = await ask('listRefunds')
      const note = async (
        row: QueueRow | undefined,
        outcome: 'returned' | 'kept',
        isCash = false,
      ) => {
        const refund = refunds.find(({ entryId }) => entryId === row?.id)
        if (!refund) {
          return
        }
        const { entryId, amount } = refund
        await ask('recordRefunds', {
          body: {
            refunds: [{ id: randomUUID(), entryId, amount }],
            outcome,
            isCash,
            note: isCash ? '' : 'Agreed by e-mail',
          },
        })
      }
      await note(withdrawn, 'returned')
      await note(rejected, 'kept')
      await note(paidCash, 'returned', true)
    },
    12: async () => {
      const ask = await admin()
      const withoutUtr = (await listPlain(ask, { utr: 'none', kind: 'registration' }, 50))
        .filter(({ amount }) => amount !== 0)
        .slice(0, 2)
      await decideAll(ask, withoutUtr, {
        decision: 'ask-correction',
        reasons: [{ key: 'utr-missing' }],
      })
      ;[toCorrect] = withoutUtr
      const until = `${dayAt(Date.now() + dayMs)}T20:00:00+05:30` as const
      await ask('saveNotice', {
        body: {
          id: randomUUID(),
          seen: null,
          value: { text: 'The help desk is in the main hall.', until },
        },
      })
      const changes = [{ field: 'place' as const, seen: null, value: 'Main hall' }]
      await ask('saveSubject', { query: { event: head.key }, body: { id: randomUUID(), changes } })
    },
    [days - 1]: async () => {
      const ask = await helper()
      await enterWalkIns(ask, 2)
      const [later, ...others] = await listPlain(ask, {}, 5)
      await decideAll(ask, others, { decision: 'verify' })
      if (later) {
        await ask('setLater', { params: { id: later.id }, body: { isLater: true } })
      }
      if (toCorrect) {
        await correct(toCorrect)
      }
    },
  }
  return acts
}
