import { mailAdmins } from '../organisers/organisers'
import { OperatorError } from '../system/operator-error'
import { formatUsage, runCommand, withInstallation } from './installation'

const usage = formatUsage('failed', 'UNIT')

/** Implements `cerebra failed UNIT`, which systemd calls to e-mail the admins. */
export const failedCommand = ([unit]: string[]): Promise<void> =>
  runCommand(usage, async () => {
    if (unit === undefined) {
      throw new OperatorError(`Which unit?\nUsage: ${usage}`)
    }
    const text = `${unit} failed on the server. For the person who runs it: journalctl -u ${unit} -n 20 says why. When that is fixed, run systemctl start ${unit}.`
    await withInstallation(({ db }, { organisers }) =>
      mailAdmins({ db, clock: () => new Date(), organisers }, { subject: `${unit} failed`, text }),
    )
  })
