import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { beforeEach, expect, test } from 'vitest'
import { makeFolder } from '../../tests/support/make-folder'
import { openFolderMailer } from './create-mailer'
import type { Mail } from './mailer'

let folder: string

beforeEach(async () => {
  folder = await makeFolder()
})

const mail: Mail = {
  messageId: '6f1c3d0e-8f7a-4d0f-9a55-0a1b2c3d4e5f',
  from: 'Cerebra <registrations@cerebra.test>',
  to: 'asha@students.test',
  replyTo: 'festival@cerebra.test',
  subject: 'Your delegate pass DP-047713',
  renderBodies: async () => ({ text: 'Price: ₹700\n', html: '<p>Price: ₹700</p>' }),
  kind: 'delegate-pass',
  templateParams: () => ({}),
}

test('writes a single file for an e-mail that is sent twice', async () => {
  const mailer = openFolderMailer(join(folder, 'mail'))
  await mailer.send(mail)
  await mailer.send(mail)
  const name = '6f1c3d0e-8f7a-4d0f-9a55-0a1b2c3d4e5f.eml'
  expect(await readdir(join(folder, 'mail'))).toEqual([name])
  const opened = await PostalMime.parse(await readFile(join(folder, 'mail', name)))
  expect(opened).toMatchObject({
    messageId: '<6f1c3d0e-8f7a-4d0f-9a55-0a1b2c3d4e5f@cerebra.test>',
    to: [{ address: 'asha@students.test' }],
    replyTo: [{ address: 'festival@cerebra.test' }],
    subject: 'Your delegate pass DP-047713',
  })
  expect(opened.text?.trim()).toBe('Price: ₹700')
})
