import { accommodation } from '#edition/accommodation'
import { subjects } from '#edition/catalogue'
import { tiers } from '#edition/delegate-pass'
import { identity } from '#edition/identity'
import { teamRules } from '#edition/team-rules'
import { findEnd } from '../../../festival/content/slot'
import { leastMembers, mostMembers, type Subject } from '../../../festival/content/subject'
import type { FormKind } from '../../../festival/forms/api'
import { amountDue } from '../../../festival/payment/fee'
import { makeReference } from '../../../festival/payment/upi'
import { type Chance, makeChance } from './chance'
import { inventPerson, type Person } from './person'
import type { PlantedFault } from './planted-faults'

export interface InventedEntry {
  kind: FormKind
  person: Person
  /** The leader comes first. */
  team: readonly Person[]
  subject?: Subject
  tier?: string
  /** In rupees. */
  amount: number
  utr: string
  givesUtr: boolean
  reference: string
  note: string
  /** Milliseconds between payment and form. After `spreadOverDays`, between payment and now. */
  paidBeforeMs: number
  app: 'google-pay' | 'phonepe' | 'paytm'
  isDark: boolean
  /** For some faults, the other entry whose payment the picture shows. */
  pictureSource?: InventedEntry
  /** An invented pass, or twelve digits. */
  pass?: InventedEntry | string
  fault?: PlantedFault
}

const hourMs = 3_600_000
const ownNotes = ['UPI', 'Payment', 'Paid', 'Sent', ''] as const
/** The note of a UPI payment has only ASCII characters. */
const noteTitle = identity.shortTitle.replace(/[^ -~]/g, '').trim()
const tier = (index: number) => tiers[index % tiers.length] ?? tiers[0]

const isOpen = (subject: Subject) => subject.status === 'open'
const openEvents = subjects.filter(
  (subject) => isOpen(subject) && !subject.passRequired && amountDue(subject.fee, 1) !== 0,
)
const freeEvents = subjects.filter(
  (subject) => isOpen(subject) && !subject.passRequired && amountDue(subject.fee, 1) === 0,
)
const openWorkshops = subjects.filter((subject) => isOpen(subject) && subject.passRequired)

const overlaps = (left: Subject, right: Subject) =>
  left !== right &&
  left.slots.some((leftSlot) =>
    right.slots.some(
      (rightSlot) =>
        Date.parse(leftSlot.start) < findEnd(rightSlot) &&
        Date.parse(rightSlot.start) < findEnd(leftSlot),
    ),
  )

const cycle = <Item>(items: readonly Item[], index: number): Item => {
  const item = items[index % items.length]
  if (item === undefined) {
    throw new Error('There is nothing to choose from')
  }
  return item
}

/**
 * Invents the same entries for the same seed, including the faults of `planted-faults.ts`. Returns
 * fewer or no entries if the edition has no open events, workshops, passes or rooms for them.
 */
export const inventFestival = (count: number, seed: number): InventedEntry[] => {
  const chance = makeChance(seed)
  let people = 0
  const invented: InventedEntry[] = []
  const newPerson = () => inventPerson(people++, chance)
  const add = (
    kind: FormKind,
    person: Person,
    amount: number,
    more: Partial<InventedEntry> = {},
  ): InventedEntry => {
    const reference = makeReference(chance.byte)
    const made: InventedEntry = {
      kind,
      person,
      team: [person],
      amount,
      utr: inventUtr(chance),
      givesUtr: kind === 'accommodation' || chance.percent(60),
      reference,
      note: chance.percent(70) ? `${reference} ${noteTitle}` : chance.pick(ownNotes),
      paidBeforeMs: chance.below(20) * hourMs,
      app: chance.pick(['google-pay', 'phonepe', 'paytm']),
      isDark: chance.percent(40),
      ...more,
    }
    invented.push(made)
    return made
  }
  const buyPass = (more: Partial<InventedEntry> = {}) => {
    const { value, price } = tier(people) ?? { value: '', price: 0 }
    return add('delegate-pass', newPerson(), price, { tier: value, ...more })
  }
  const attend = (subject: Subject, pass: InventedEntry, more: Partial<InventedEntry> = {}) =>
    add('registration', pass.person, amountDue(subject.fee, 1) ?? pass.amount, {
      subject,
      pass,
      ...more,
    })
  const compete = (
    index: number,
    more: Partial<InventedEntry> = {},
    events: readonly Subject[] = openEvents,
  ) => {
    const subject = cycle(events, index)
    const leader = newPerson()
    const least = leastMembers(subject.teamSize)
    const size = least + chance.below(mostMembers(subject.teamSize) - least + 1)
    const others = Array.from({ length: size - 1 }, newPerson)
    const team = [leader, ...others]
    return add('registration', leader, amountDue(subject.fee, team.length) ?? 0, {
      subject,
      team,
      ...more,
    })
  }

  const hasPasses = tiers.length > 0
  const canAttend = hasPasses && openWorkshops.length > 0
  const canCompete = openEvents.length > 0
  const passes = hasPasses ? Array.from({ length: Math.floor(count * 0.27) }, () => buyPass()) : []
  const competitors =
    canCompete && !hasPasses
      ? Array.from({ length: Math.floor(count * 0.27) }, (_, index) => compete(index))
      : []
  // Without passes, the faulty payments are those of competitors.
  const victims = hasPasses ? passes : competitors
  const addFault = (more: Partial<InventedEntry>) =>
    hasPasses ? buyPass(more) : compete(people, more)
  plant(victims.length > 0 ? 5 : 0, (index) => {
    const victim = cycle(victims, index)
    addFault({ fault: 'same-file', pictureSource: victim, givesUtr: false })
    const named = cycle(victims, index + 14)
    named.givesUtr = true
    addFault({ fault: 'same-utr', utr: named.utr, givesUtr: true })
    addFault({ fault: 'same-reference', reference: cycle(victims, index + 21).reference })
    addFault({ fault: 'odd-date', paidBeforeMs: (400 + index) * 24 * hourMs })
    if (!canAttend) {
      return
    }
    const stranger = { ...cycle(passes, index), person: newPerson() }
    attend(cycle(openWorkshops, index), stranger, {
      fault: 'unknown-pass',
      pass: `90${inventUtr(chance).slice(2)}`,
    })
    attend(
      cycle(openWorkshops, index),
      { ...stranger, person: newPerson() },
      {
        fault: 'borrowed-pass',
        pass: cycle(passes, index + 28),
      },
    )
  })
  plantOverlaps(passes.slice(-5), attend)
  plantTeams(add, newPerson)
  const contact = newPerson()
  plant(canCompete ? 10 : 0, () =>
    compete(0, { person: { ...newPerson(), email: contact.email }, fault: 'many-from-one' }),
  )
  const rooms = accommodation ? Math.floor(count * 0.1) : 0
  plant(rooms, () => add('accommodation', newPerson(), accommodation?.prebookingFee ?? 0))
  plant(freeEvents.length > 0 ? Math.floor(count * 0.1) : 0, (index) =>
    compete(index, { givesUtr: false }, freeEvents),
  )
  const workshopPasses = passes.slice(0, -5)
  for (let index = 0; invented.length < count && index < count; index++) {
    const pass = chance.percent(45) ? workshopPasses[index] : undefined
    if (pass && canAttend) {
      attend(cycle(openWorkshops, index), pass)
    } else if (canCompete) {
      compete(index)
    }
  }
  return invented
}

const inventUtr = (chance: Chance) =>
  `62${44 + chance.below(25)}${Array.from({ length: 8 }, () => chance.below(10)).join('')}`

const plant = (times: number, act: (index: number) => void) => {
  for (let index = 0; index < times; index++) {
    act(index)
  }
}

const plantOverlaps = (
  holders: readonly InventedEntry[],
  attend: (subject: Subject, pass: InventedEntry, more?: Partial<InventedEntry>) => void,
) => {
  const pair = openWorkshops.flatMap((first) =>
    openWorkshops.filter((second) => overlaps(first, second)).map((second) => ({ first, second })),
  )[0]
  if (!pair) {
    return
  }
  for (const holder of holders) {
    attend(pair.first, holder)
    attend(pair.second, holder, { fault: 'overlap' })
  }
}

/** Five teams that break the year limits of their event. */
const plantTeams = (
  add: (kind: FormKind, person: Person, amount: number, more?: Partial<InventedEntry>) => void,
  newPerson: () => Person,
) => {
  const subject = openEvents.find(({ key }) => teamRules[key]?.length)
  const rule = subject && teamRules[subject.key]?.[0]
  if (!subject || !rule) {
    return
  }
  plant(5, () => {
    const team = Array.from({ length: rule.atMost + 1 }, () => ({
      ...newPerson(),
      year: rule.years[0] ?? '',
    }))
    const [leader] = team
    if (leader) {
      add('registration', leader, amountDue(subject.fee, team.length) ?? 0, {
        subject,
        team,
        fault: 'team-rule',
      })
    }
  })
}
