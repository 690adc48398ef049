import { mailAdmins } from '../organisers/organisers'
import { OperatorError } from '../system/operator-error'
import { runCommand, withInstallation } from './installation'

const usage = 'cerebra failed UNIT'

/** Implements `cerebra failed UNIT`, which systemd calls to e-mail the admins. */
export const failedCommand = ([unit]: string[]): Promise<void> =>
  runCommand(usage, async () => {
    if (unit === undefined) {
      throw new OperatorError(`Name a unit.\nUsage: ${usage}`)
    }
    const text = `${unit} failed on the server. For the person who runs the server: run journalctl -u ${unit} -n 20 to see why, fix the cause, then run systemctl start ${unit}.`
    await withInstallation(({ db }, { organisers }) =>
      mailAdmins({ db, clock: () => new Date(), organisers }, { subject: `${unit} failed`, text }),
    )
  })
