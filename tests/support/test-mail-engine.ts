import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import PostalMime, { type Attachment } from 'postal-mime'
import { openApiMailer } from '../../server/mail/api-mailer'
import { openFolderMailer } from '../../server/mail/create-mailer'
import { openEmailJsMailer } from '../../server/mail/emailjs-mailer'
import type { Mailer } from '../../server/mail/mailer'
import { openSmtpMailer } from '../../server/mail/smtp-mailer'
import { startEmailJsService } from './emailjs-service'
import { startMailApiService } from './mail-api-service'
import { startMailServer } from './mail-server'

export const engineNames = ['folder', 'smtp', 'api', 'emailjs'] as const

export interface TestEngine {
  mailer: Mailer
  /** Returns the full text of each delivered e-mail. */
  received: () => Promise<string[]>
  /** Breaks or repairs the service. */
  setWorking: (works: boolean) => Promise<void>
  close: () => Promise<void>
}

const readableText = async (content: string | Buffer): Promise<string> => {
  const { to, cc, replyTo, subject, text, html, attachments } = await PostalMime.parse(content)
  return JSON.stringify({
    to,
    cc,
    replyTo,
    subject,
    text,
    html,
    files: attachments.map(readAttachment),
  })
}

const readAttachment = ({ filename, mimeType, content }: Attachment) => ({
  filename,
  mimeType,
  text: typeof content === 'string' ? content : new TextDecoder().decode(content),
})

const openFolderEngine = async (): Promise<TestEngine> => {
  const folder = await mkdtemp(join(tmpdir(), 'cerebra-letters-'))
  const mails = join(folder, 'mail')
  let mailer = openFolderMailer(mails)
  return {
    mailer: { send: (mail) => mailer.send(mail), close: () => mailer.close() },
    received: async () => {
      const names = await readdir(mails)
      return Promise.all(names.map(async (name) => readableText(await readFile(join(mails, name)))))
    },
    setWorking: async (works) => {
      if (works) {
        mailer = openFolderMailer(mails)
      } else {
        await rm(mails, { recursive: true, force: true })
      }
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}

const openSmtpEngine = async (): Promise<TestEngine> => {
  const server = await startMailServer()
  const mailer = openSmtpMailer(server.url)
  return {
    mailer,
    received: () => Promise.all(server.taken.map(({ content }) => readableText(content))),
    setWorking: async (works) => {
      server.behaviour = works ? 'accept' : 'refuse-sender'
    },
    close: async () => {
      await mailer.close()
      await server.stop()
    },
  }
}

const openApiEngine = async (): Promise<TestEngine> => {
  const service = await startMailApiService()
  return {
    mailer: openApiMailer({ service: 'resend', key: 'key', url: service.url }),
    received: async () => service.taken.map(({ body }) => JSON.stringify(body)),
    setWorking: async (works) => {
      service.answer = { status: works ? 200 : 500, body: {} }
    },
    close: service.stop,
  }
}

const openEmailJsEngine = async (): Promise<TestEngine> => {
  const service = await startEmailJsService()
  const mailer = openEmailJsMailer({
    url: service.url,
    serviceId: 'service_test',
    userId: 'user_test',
    templates: { registration: 'one', 'delegate-pass': 'two', accommodation: 'three' },
  })
  return {
    mailer,
    received: async () => service.taken.map(({ body }) => JSON.stringify(body)),
    setWorking: async (works) => {
      service.answer = works ? { status: 200, text: 'OK' } : { status: 500, text: 'Internal error' }
    },
    close: service.stop,
  }
}

const openers: Record<string, (() => Promise<TestEngine>) | undefined> = {
  folder: openFolderEngine,
  smtp: openSmtpEngine,
  api: openApiEngine,
  emailjs: openEmailJsEngine,
}

/** @throws Error for an unknown engine */
export const openTestEngine = async (name: string): Promise<TestEngine> => {
  const open = openers[name]
  if (!open) {
    throw new Error(`There is no mail engine ${name}`)
  }
  return open()
}
