import type { Page } from '@playwright/test'
import type { Invented } from '../../support/demo/invent-festival'
import type { ShownPayment } from '../../support/demo/payment-picture'
import { sendSubmissions } from '../../support/demo/send-submissions'
import { serveFestival } from '../../support/serve'
import { openBrowser, openDesk, organiser } from './desk-browser'
import { untilRead } from './read-desk'

const paid = Date.now()

/** The payment that a submission's picture shows. */
export const paymentOf = (made: Invented): ShownPayment => {
  const { app, isDark, amount, person, utr, note, paidBeforeMs } = made.pictureOf ?? made
  return { app, isDark, amount, payee: 'Cerebra', payer: person.name, utr, note, at: new Date(paid - paidBeforeMs) }
}

/**
 * Sends submissions to a server of its own, opens the desk in a browser, and lets `judge` look at it once all pictures are read.
 * `draw` gives a submission's picture; it has a page for what only a browser can do.
 */
export const serveAndRead = async (
  invented: readonly Invented[],
  draw: (made: Invented, page: Page) => Promise<Uint8Array<ArrayBuffer>>,
  judge: (page: Page, millisecondsPerPicture: number) => Promise<void>,
): Promise<void> => {
  const festival = await serveFestival({ ORGANISERS: `${organiser}=admin` })
  const browser = await openBrowser()
  try {
    const studio = await browser.newPage()
    const pictures = new Map<Invented, Uint8Array<ArrayBuffer>>()
    for (const made of invented) pictures.set(made, await draw(made, studio))
    await sendSubmissions(invented, {
      ask: (path, init) => fetch(festival.address + path, init),
      show: (made) => pictures.get(made) ?? new Uint8Array(),
    })
    const page = await openDesk(browser, festival)
    const took = await untilRead(page)
    await judge(page, took / invented.length)
  } finally {
    await browser.close()
    await festival.stop()
  }
}
