import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { OperatorError } from '../system/operator-error'
import { type Erased, findTraces, forgetPerson, type Person, type Traces } from './forget-person'
import { formatCount } from './format-units'
import { formatUsage, runCommand, withInstallation } from './installation'

const usage = formatUsage('forget', '--email ADDRESS [--phone NUMBER] [--bank-rows] [--yes]')

const joinIds = (ids: readonly string[]) =>
  ids.length === 0 ? '0' : `${ids.length} (${ids.join(', ')})`

const describeTraces = (traces: Traces): string =>
  [
    `  event registrations: ${joinIds(traces.registrations)}`,
    `  delegate passes: ${joinIds(traces.delegatePasses)}`,
    `  accommodation requests: ${joinIds(traces.accommodations)}`,
    `  idempotency keys: ${traces.keys}`,
    `  messages: ${traces.messageIds.length}, of which ${traces.messagesSent} had been sent`,
    `  proofs that no other entry needs: ${traces.proofs.length}`,
    `  as a member of other people’s teams: ${joinIds(traces.teams.map(({ registrationId }) => registrationId))}`,
    `  entries that had this address before a correction: ${traces.formerEntries.length}`,
    `  people with this name who were let in at doors but were not on a list: ${traces.unlisted.length}`,
  ].join('\n')

/** Another person may have the same name. */
const printBankRows = (count: number, areErased: boolean) => {
  if (count === 0) {
    return
  }
  const rows = `${formatCount(count, 'row')} of bank statements with this name and no matching entry`
  console.log(
    areErased
      ? `Erased: ${rows}, except their dates and amounts.`
      : `Kept: ${rows}. With --bank-rows, everything in such rows except the date and the amount is erased too.`,
  )
}

const options = {
  email: { type: 'string' },
  phone: { type: 'string' },
  'bank-rows': { type: 'boolean' },
  yes: { type: 'boolean' },
} as const

/** Returns the last ten digits, which forms store. */
const readPhone = (typed: string | undefined): string | undefined => {
  if (typed === undefined) {
    return undefined
  }
  const digits = typed.replace(/\D/g, '').slice(-10)
  if (digits.length < 10) {
    throw new OperatorError(`This is not a phone number.\nUsage: ${usage}`)
  }
  return digits
}

const hasNoTraces = ({ entryIds, messageIds, teams, formerEntries: corrected }: Traces): boolean =>
  [entryIds, messageIds, teams, corrected].every(({ length }) => length === 0)

const printTraces = (traces: Traces, { email }: Person) => {
  if (hasNoTraces(traces)) {
    console.log(
      email
        ? 'Nothing is stored for this address or phone number.'
        : 'No team includes this phone number. To find the forms that the person sent, use --email.',
    )
    return
  }
  console.log(`This would be erased. Add --yes to erase it:\n${describeTraces(traces)}`)
  printBankRows(traces.unmatchedRows.length, false)
}

const printErased = (erased: Erased, { withBankRows }: Person) => {
  console.log(`Erased:\n${describeTraces(erased)}\n  files: ${erased.files}`)
  if (erased.hostedFileUrls.length > 0) {
    console.log(
      `Still at the image host; delete these files there:\n  ${erased.hostedFileUrls.join('\n  ')}`,
    )
  }
  printBankRows(erased.unmatchedRows.length, withBankRows === true)
  console.log('Not erased: e-mails already sent, and backups and exports made before now.')
}

export const forgetCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({ args, options })
    const person = {
      email: values.email?.trim(),
      phone: readPhone(values.phone),
      withBankRows: values['bank-rows'],
    }
    if (!person.email && !person.phone) {
      throw new OperatorError(`Give an e-mail address or a phone number.\nUsage: ${usage}`)
    }
    if (person.email && !/^[^@\s]+@[^@\s]+$/.test(person.email)) {
      throw new OperatorError(`This is not an e-mail address.\nUsage: ${usage}`)
    }
    await withInstallation(async ({ db, files }, { dataDir }) => {
      if (values.yes) {
        const mailFolder = join(dataDir, 'mail')
        const clock = () => new Date()
        printErased(await forgetPerson({ db, files, clock, mailFolder, person }), person)
      } else {
        printTraces(await findTraces(db, person), person)
      }
    })
  })
