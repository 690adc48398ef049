import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { loadConfig } from '../config'
import { OperatorError } from '../system/operator-error'
import { findTraces, forgetPerson, type Traces } from './forget-person'
import { openInstallation } from './open-installation'
import { runCommand } from './run-command'

const usage = 'npm run forget -- --email ADDRESS [--yes]'

const list = (ids: readonly string[]) => (ids.length === 0 ? '0' : `${ids.length} (${ids.join(', ')})`)

const describeTraces = (traces: Traces): string =>
  [
    `  event registrations: ${list(traces.registrations)}`,
    `  delegate passes: ${list(traces.delegatePasses)}`,
    `  accommodation requests: ${list(traces.accommodations)}`,
    `  keys of submission: ${traces.submissions}`,
    `  messages: ${traces.messages}, of which ${traces.messagesSent} had gone out`,
    `  proofs that no other record needs: ${traces.proofs.length}`,
  ].join('\n')

const isNothing = (traces: Traces): boolean =>
  traces.registrations.length + traces.delegatePasses.length + traces.accommodations.length + traces.messages === 0

/** `npm run forget`: erases a person, and says what it erased; without --yes it only says (behaviour 12.15). */
export const forgetCommand = (args: string[]): Promise<void> =>
  runCommand(usage, async () => {
    const { values } = parseArgs({ args, options: { email: { type: 'string' }, yes: { type: 'boolean' } } })
    const email = values.email?.trim()
    if (!email) throw new OperatorError(`Whom?\nUsage: ${usage}`)
    const config = loadConfig()
    const { db, files, close } = await openInstallation(config)
    try {
      const traces = await findTraces(db, email)
      if (isNothing(traces) && !values.yes) console.log('There is nothing of this address here.')
      if (values.yes) {
        const mailFolder = join(config.dataDir, 'mail')
        const erased = await forgetPerson({ db, files, clock: () => new Date(), mailFolder, email })
        console.log(`Erased:\n${describeTraces(erased)}\n  files: ${erased.files}`)
        if (erased.filesElsewhere.length > 0)
          console.log(`Still at the image host; remove them there:\n  ${erased.filesElsewhere.join('\n  ')}`)
        console.log('Not in our hands: e-mails that went out, and backups and exports made before now.')
      } else if (!isNothing(traces)) {
        console.log(`This would be erased; add --yes to do it:\n${describeTraces(traces)}`)
      }
    } finally {
      await close()
    }
  })
