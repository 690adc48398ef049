import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Resvg } from '@resvg/resvg-js'
import subsetFont from 'subset-font'

export interface ShownPayment {
  app: 'google-pay' | 'phonepe' | 'paytm'
  isDark: boolean
  /** In rupees. */
  amount: number
  payee: string
  payer: string
  utr: string
  note: string
  at: Date
}

/** In pixels. */
export const pictureWidth = 540
const height = 1080

interface PictureTheme {
  name: string
  light: string
  dark: string
  accent: string
  utrLabel: string
  /** Labels the app's own number, which banks do not know. */
  ownLabel: string
  ownNumber: (utr: string) => string
}

/** Imitates three apps without their logos. */
const themes: Readonly<Record<ShownPayment['app'], PictureTheme>> = {
  'google-pay': {
    name: 'Payment to',
    light: '#ffffff',
    dark: '#1f1f1f',
    accent: '#1a73e8',
    utrLabel: 'UPI transaction ID',
    ownLabel: 'Google transaction ID',
    ownNumber: (utr) => `CICA${utr.slice(0, 10)}Q`,
  },
  phonepe: {
    name: 'Transaction Successful',
    light: '#f4f2f8',
    dark: '#191724',
    accent: '#5f259f',
    utrLabel: 'UTR',
    ownLabel: 'Transaction ID',
    ownNumber: (utr) => `T${utr}0012345678`,
  },
  paytm: {
    name: 'Paid Successfully',
    light: '#eef6fd',
    dark: '#101c26',
    accent: '#00875a',
    utrLabel: 'UPI Ref No',
    ownLabel: 'Order ID',
    ownNumber: (utr) => `PTM${utr.slice(2)}`,
  },
}

const escapeXml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Paytm shows the number in two parts. */
const showUtr = ({ app, utr }: ShownPayment) =>
  app === 'paytm' ? `${utr.slice(0, 6)} ${utr.slice(6)}` : utr

const showMoment = (at: Date) =>
  new Intl.DateTimeFormat('en-IN', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Asia/Kolkata',
  }).format(at)

const draw = (payment: ShownPayment): string => {
  const theme = themes[payment.app]
  const isPhonePe = payment.app === 'phonepe'
  const paper = payment.isDark ? theme.dark : theme.light
  const ink = payment.isDark ? '#f2f2f2' : '#202124'
  const mutedInk = payment.isDark ? '#a5a5a5' : '#5f6368'
  const rows: [string, string][] = [
    ['To', payment.payee],
    ['From', payment.payer],
    ['Message', payment.note],
    [theme.utrLabel, showUtr(payment)],
    [theme.ownLabel, theme.ownNumber(payment.utr)],
    ['Date', showMoment(payment.at)],
  ]
  const facts = rows.map(([label, value], index) => {
    const y = 520 + index * 84
    const name = `<text x="48" y="${y}" font-size="20" fill="${mutedInk}">${label}</text>`
    const shown = escapeXml(value)
    return `${name}<text x="48" y="${y + 34}" font-size="27" fill="${ink}">${shown}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pictureWidth} ${height}" font-family="Source Sans 3 Variable">
<rect width="${pictureWidth}" height="${height}" fill="${paper}"/>
<rect width="${pictureWidth}" height="${isPhonePe ? 150 : 8}" fill="${theme.accent}"/>
<text x="48" y="${isPhonePe ? 92 : 96}" font-size="30" fill="${isPhonePe ? '#ffffff' : ink}">${theme.name}</text>
<circle cx="270" cy="250" r="56" fill="${theme.accent}"/><path d="M246 250l18 18 34-38" fill="none" stroke="#ffffff" stroke-width="9"/>
<text x="270" y="400" font-size="72" text-anchor="middle" fill="${ink}">Rs ${payment.amount.toLocaleString('en-IN')}</text>
<path d="M48 450h444" stroke="${mutedInk}" stroke-width="1"/>
${facts.join('\n')}</svg>`
}

const letters = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 32 + index))

/**
 * Unpacks the font first, because the renderer cannot read WOFF2.
 * @returns a function that draws a payment as a PNG, `width` pixels wide
 */
export const openPictures = async (): Promise<
  (payment: ShownPayment, width?: number) => Uint8Array<ArrayBuffer>
> => {
  const require = createRequire(import.meta.url)
  const packed = readFileSync(
    require.resolve(
      '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2',
    ),
  )
  const font = await subsetFont(packed, letters, {
    targetFormat: 'truetype',
    variationAxes: { wght: 500 },
  })
  const folder = mkdtempSync(join(tmpdir(), 'cerebra-font-'))
  const file = join(folder, 'letters.ttf')
  writeFileSync(file, font)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return (payment, width = pictureWidth) =>
    new Uint8Array(
      new Resvg(draw(payment), {
        fitTo: { mode: 'width', value: width },
        font: {
          fontFiles: [file],
          loadSystemFonts: false,
          defaultFontFamily: 'Source Sans 3 Variable',
        },
      })
        .render()
        .asPng(),
    )
}
