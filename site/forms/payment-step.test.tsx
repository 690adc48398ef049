import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Payee } from '../../festival/payment/upi'
import { PaymentStep } from './payment-step'
import { PaymentSteps } from './payment-steps'

const person: Payee = { id: 'festival@bank', name: 'ASHA RAO', kind: 'person' }
const merchant: Payee = {
  id: 'festival@bank',
  name: 'ASHA RAO',
  kind: 'merchant',
  merchantCode: '8220',
}

const render = (payee: Payee, amount: number) =>
  renderToStaticMarkup(<PaymentStep payee={payee} amount={amount} reference="K7Q4M2" />)

/** Texts and labels of the markup, one per line. */
const readWords = (markup: string) =>
  markup.replace(/aria-label="([^"]*)"[^>]*>/g, '>$1\n').replace(/<[^>]*>/g, '\n')

test('offers no payment link for a person, whatever the amount (5.128)', () => {
  for (const amount of [600, 2_000, 2_001]) {
    expect(render(person, amount)).not.toContain('<a ')
    expect(render(person, amount)).not.toContain('upi://')
    expect(render(person, amount)).not.toContain('Pay with a UPI app')
  }
})

test('offers to save a person’s QR for amounts up to ₹2,000 (5.128)', () => {
  for (const amount of [600, 2_000]) {
    const words = readWords(render(person, amount))
    expect(words).toContain('Save the QR and open it in your UPI app.')
    expect(words.indexOf('Save the QR')).toBeLessThan(words.indexOf('QR code to pay'))
    expect(words.indexOf('QR code to pay')).toBeLessThan(words.indexOf('Copy the UPI ID'))
  }
})

test('above ₹2,000, shows a person’s UPI ID instead of a QR to save (5.128)', () => {
  const words = readWords(render(person, 2_001))
  expect(words).not.toContain('Save the QR')
  expect(words).toContain('UPI apps take a saved QR only up to ₹2,000.')
  expect(words.indexOf('Copy the UPI ID')).toBeLessThan(words.indexOf('QR code to pay ₹2,001'))
  expect(words.match(/^Copy the UPI ID$/gm)).toHaveLength(1)
})

test('offers a merchant’s payment link for any amount (5.128, 5.129)', () => {
  for (const amount of [600, 2_000, 2_001]) {
    const [, link = ''] = /<a href="([^"]*)"/.exec(render(merchant, amount)) ?? []
    const fields = new URLSearchParams(link.replaceAll('&amp;', '&').split('?')[1])
    expect(fields.get('mc')).toBe('8220')
    expect(fields.get('tr')).toMatch(/^K7Q4M2[B-Z]{2}$/)
    expect(fields.get('am')).toBe(`${amount}.00`)
    expect(fields.get('tn')?.split(' ')[0]).toBe('K7Q4M2')
    expect(readWords(render(merchant, amount))).toContain('Save the QR')
  }
})

test('shows the payee’s name as the payer’s app shows it (5.128)', () => {
  for (const payee of [person, merchant]) {
    for (const amount of [600, 2_001]) {
      expect(render(payee, amount)).toContain('Your app will show ASHA RAO.')
    }
  }
})

test('calls the picture “QR” and the six characters “reference” (5.128)', () => {
  const words = readWords(
    renderToStaticMarkup(
      <PaymentSteps payee={merchant} amount={600} reference="K7Q4M2" stop={undefined} />,
    ),
  ).replaceAll('QR code to pay', '')
  expect(words).toContain('If the note in your app is empty, type this reference')
  expect(words).not.toMatch(/\bcode\b/i)
})

const readSteps = (markup: string) =>
  [...markup.matchAll(/<li><p[^>]*>(?:<span[^>]*>\d<\/span>)?([^<]*)/g)].map(([, title]) => title)

test('lists three steps to pay, and only the upload after a stop (5.157)', () => {
  const stop = { title: 'It is closed', advice: 'Please call.' }
  const steps = { payee: person, amount: 600, reference: 'K7Q4M2' }
  expect(readSteps(renderToStaticMarkup(<PaymentSteps {...steps} stop={undefined} />))).toEqual([
    'Pay with any UPI app',
    'Check the note before you confirm',
    'Upload the screenshot',
  ])
  const stopped = renderToStaticMarkup(<PaymentSteps {...steps} stop={stop} />)
  expect(readSteps(stopped)).toEqual(['Already paid? Upload the screenshot'])
  expect(stopped).toContain('It is closed')
  expect(stopped).not.toContain('festival@bank')
})
