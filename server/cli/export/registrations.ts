import type { Transaction } from 'kysely'
import * as v from 'valibot'
import { nameSubject } from '../../../festival/name-subject'
import { labelCategory } from '../../../festival/registrant'
import { formatMembers } from '../../../festival/registration'
import type { EventRegistrationRow, Tables } from '../../db/schema'
import { inIndia } from './cell'
import { type Columns, exportOf } from './export-of'

const member = v.object({ name: v.string(), phone: v.string(), year: v.string() })
const readMembers = (json: string) => v.parse(v.tupleWithRest([member], member), JSON.parse(json))

/** What a registrant may write between the digits of an id: `DP-`, blanks, hyphens. */
const bareId = (id: string) => id.replace(/\D/g, '')

/** Tells of a Delegate Pass ID whether a pass was sold under it: "yes", "no", or nothing where none was given. */
const readPasses = async (snapshot: Transaction<Tables>) => {
  const passes = await snapshot.selectFrom('DelegatePass').select(['delegate_id', 'registration_id']).execute()
  const ids = new Set(passes.flatMap((pass) => [pass.delegate_id, bareId(pass.registration_id)]))
  return (id: string) => (id === '' ? '' : ids.has(bareId(id)) ? 'yes' : 'no')
}

interface RegistrationItem extends EventRegistrationRow {
  event_name: string
  pass_found: string
}

const which = {
  registration_id: { head: 'Registration ID' },
  // The registration id has it.
  number: undefined,
  event_id: {},
  event_name: { head: 'Event' },
} satisfies Partial<Columns<RegistrationItem>>

const whence = {
  institution: { head: 'Institution' },
  category: { head: 'Category', show: labelCategory },
} satisfies Partial<Columns<RegistrationItem>>

const payment = {
  delegate_id: { head: 'Delegate Pass ID' },
  pass_found: { head: 'Pass found' },
  coupon_applied: { head: 'Coupon used' },
  coupon_code: { head: 'Coupon' },
  amount: { head: 'Amount' },
  payment_reference: { head: 'Payment reference' },
  utr: { head: 'UTR' },
  registration_time: { head: 'Registered', show: inIndia },
  payment_screenshot_url: { head: 'Payment screenshot' },
  id: { head: 'Record' },
} satisfies Partial<Columns<RegistrationItem>>

const readRegistrations = async (snapshot: Transaction<Tables>) => {
  const findPass = await readPasses(snapshot)
  return (row: EventRegistrationRow): RegistrationItem => ({
    ...row,
    event_name: nameSubject(row.event_id),
    pass_found: findPass(row.delegate_id),
  })
}

/** A row for each registration. */
export const registrations = exportOf(
  'EventRegistration',
  'registration_time',
  async (snapshot) => {
    const read = await readRegistrations(snapshot)
    return (row) => [read(row)]
  },
  {
    ...which,
    name: { head: 'Name' },
    email: { head: 'E-mail' },
    phone: { head: 'Phone' },
    year: { head: 'Year' },
    ...whence,
    team_members: { head: 'Team', show: (json) => formatMembers(readMembers(json)), json: readMembers },
    ...payment,
  },
)

interface Participant extends RegistrationItem {
  /** 1 for the leader. */
  place: number
  team_size: number
}

/** A row for each member of each team. The amount stands with the leader alone, so that a sum over the rows is right. */
export const participants = exportOf(
  'EventRegistration',
  'registration_time',
  async (snapshot) => {
    const read = await readRegistrations(snapshot)
    return (row) => {
      const team = readMembers(row.team_members)
      return team.map(
        (member, index): Participant => ({
          ...read(row),
          ...member,
          amount: index === 0 ? row.amount : null,
          place: index + 1,
          team_size: team.length,
        }),
      )
    }
  },
  {
    ...which,
    place: { head: 'Member' },
    team_size: { head: 'Of' },
    name: { head: 'Name' },
    phone: { head: 'Phone' },
    year: { head: 'Year' },
    email: { head: 'E-mail of the team' },
    ...whence,
    team_members: undefined,
    ...payment,
  },
)
