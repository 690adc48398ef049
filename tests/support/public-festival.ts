import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type MailServer, startMailServer } from './mail-server'
import { type ServedFestival, serveFestival } from './serve'

/** The built server with all that it wants before real visitors come. */
export interface PublicFestival extends ServedFestival {
  mailServer: MailServer
}

/** A copy of the built site that says that it was built for another address; its links still lead to the first one, and its pages close nothing. */
const copySite = (publicUrl: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-public-site-'))
  cpSync(resolve(import.meta.dirname, '../../dist/site'), folder, { recursive: true })
  const file = join(folder, 'pages.json')
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), publicUrl, isPublic: true }))
  return folder
}

/** Starts the built server under a public address, with a mail server and a sender (behaviour 12.46). */
export const servePublicFestival = async (
  publicUrl: string,
  env: Record<string, string> = {},
  under: readonly string[] = [],
): Promise<PublicFestival> => {
  const siteDir = copySite(publicUrl)
  const mailServer = await startMailServer()
  const leave = async () => {
    await mailServer.stop()
    rmSync(siteDir, { recursive: true, force: true })
  }
  try {
    const settings = {
      PUBLIC_URL: publicUrl,
      SITE_DIR: siteDir,
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'Cerebra <registrations@festival.internal>',
      ACCEPT_PLACEHOLDER_PAYEE: 'yes',
      ...env,
    }
    const festival = await serveFestival(settings, 'dist', under)
    return {
      ...festival,
      mailServer,
      restart: (others) => festival.restart(others && { ...settings, ...others }),
      stop: async () => {
        await festival.stop()
        await leave()
      },
    }
  } catch (error) {
    await leave()
    throw error
  }
}
