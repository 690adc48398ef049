import { mailAdmins } from '../organisers/organisers'
import { OperatorError } from '../system/operator-error'
import { runCommand, withInstallation } from './installation'

const usage = 'cerebra failed UNIT [COMMAND]'

/**
 * Implements `cerebra failed UNIT`, which systemd calls to e-mail the admins. Without systemd,
 * COMMAND is the command that shows the reason.
 */
export const failedCommand = ([unit, command]: string[]): Promise<void> =>
  runCommand(usage, async () => {
    if (unit === undefined) {
      throw new OperatorError(`Name a unit.\nUsage: ${usage}`)
    }
    const steps = command
      ? `run ${command} to see why, and fix the cause`
      : `run journalctl -u ${unit} -n 20 to see why, fix the cause, then run systemctl start ${unit}`
    const text = `${unit} failed on the server. For the person who runs the server: ${steps}.`
    await withInstallation(({ db }, { organisers }) =>
      mailAdmins({ db, clock: () => new Date(), organisers }, { subject: `${unit} failed`, text }),
    )
  })
