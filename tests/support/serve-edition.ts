import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startMailServer } from './mail-server'
import { secondDist } from './second-edition'
import { type ServedFestival, serveFestival } from './serve'

const writeIntervalMs = 100

/**
 * Starts a server like one for real visitors: at its public address, sales and events end when
 * their time comes. It writes e-mails to the data folder, where journeys look for them.
 */
const servePublicFestival = async (
  env: Record<string, string>,
  dist: string,
): Promise<ServedFestival> => {
  const mailServer = await startMailServer()
  const settings = {
    NODE_ENV: 'production',
    SMTP_URL: mailServer.url,
    MAIL_FROM: 'Lumbar Days <registrations@festival.internal>',
    ACCEPT_PLACEHOLDER_PAYEE: 'yes',
  }
  const festival = await serveFestival({ ...settings, ...env }, dist)
  const folder = join(festival.dataDir, 'mail')
  mkdirSync(folder, { recursive: true })
  let written = 0
  const timer = setInterval(() => {
    for (const { content } of mailServer.taken.slice(written)) {
      written += 1
      writeFileSync(join(folder, `${written}.eml`), content)
    }
  }, writeIntervalMs)
  return {
    ...festival,
    stop: async () => {
      clearInterval(timer)
      await festival.stop()
      await mailServer.stop()
    },
  }
}

/** The second edition is public, and this year's edition is private. */
export const serveEdition = (env: Record<string, string>, dist: string): Promise<ServedFestival> =>
  dist === secondDist ? servePublicFestival(env, dist) : serveFestival(env, dist)
