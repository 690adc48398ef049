import { expect } from '@playwright/test'
import { startMailServer } from './mail-server'
import { readMessageStates } from './saved'
import { type ServedFestival, serveFestival } from './serve'

/**
 * Serves a festival whose mail server is down: `send` presses the form's button, and `finish` presses it again once the
 * server is back and the one message to this address has gone out by itself.
 */
export const serveWithoutMail = async (
  email: string,
  { send, finish }: Readonly<Record<'send' | 'finish', (festival: ServedFestival) => Promise<void>>>,
): Promise<void> => {
  const down = await startMailServer()
  const festival = await serveFestival({ SMTP_URL: down.url, MAIL_WAIT_SECONDS: '3' })
  try {
    await down.stop()
    await send(festival)
    const back = await startMailServer({ port: down.port })
    try {
      await expect.poll(() => readMessageStates(festival, email), { timeout: 20_000 }).toEqual(['sent'])
      await finish(festival)
      expect(back.taken.map(({ recipients }) => recipients)).toEqual([[email]])
    } finally {
      await back.stop()
    }
  } finally {
    await festival.stop()
  }
}
