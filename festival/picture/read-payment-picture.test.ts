import { describe, expect, test } from 'vitest'
import { matchesAmountDue, readPaymentPicture } from './read-payment-picture'

const googlePay = `9:41 A 5G 82
To CEREBRA 2025
₹600
K7Q4M2 Cerebra
© Completed
1 Oct 2025, 9:41 am
HDFC Bank 4321
UPI transaction ID
527412345678
To: CEREBRA 2025
Google Pay • cerebra@okaxis
From: ASHA TEST (HDFC Bank)
Google Pay • asha@okhdfcbank
Google transaction ID
CICAgKDx5678Q`

const phonePe = `Transaction Successful
09:41 am on 01 Oct 2025
Paid to
Cerebra 2025 %1,200
cerebra@ybl
Message
K7Q4M2 Cerebra
Transfer Details
Transaction ID
T2510010941123456789012
Debited from
XXXXXX4321 ₹1,200
UTR: 527412345678
Powered by UPI`

const paytm = `Paid Successfully
3600
Rupees Six Hundred Only
To: Cerebra 2025
UPI ID: cerebra@paytm
From: Asha Test +91 98765 43210
UPI Ref No: 527412 345678
Order ID PTM7412345678
09:41 AM, 01 Oct 2025`

describe('reads the screenshot of a payment (14.51)', () => {
  test('reads Google Pay without mistaking the app’s own number for the UTR', () => {
    expect(readPaymentPicture(googlePay)).toEqual({
      utr: '527412345678',
      amount: 600,
      date: '2025-10-01',
      note: 'K7Q4M2 Cerebra',
    })
  })

  test('reads PhonePe without mistaking the T-number for the UTR', () => {
    expect(readPaymentPicture(phonePe)).toEqual({
      utr: '527412345678',
      amount: 1_200,
      date: '2025-10-01',
      note: 'K7Q4M2 Cerebra',
    })
  })

  test('reads a UTR in two parts from Paytm, and ignores the payer’s phone number', () => {
    expect(readPaymentPicture(paytm)).toEqual({
      utr: '527412345678',
      amount: 3_600,
      date: '2025-10-01',
    })
  })

  test.each([
    ['a letter that looks like a digit, under the label', 'UTR\n5274I234567B', '527412345678'],
    ['the label after other words', 'Your UPI Ref. No. 527412345678', '527412345678'],
    ['no label, and one number of twelve digits', 'Paid\n527412345678', '527412345678'],
    ['no label, and two numbers of twelve digits', '527412345678\n527412345679', undefined],
    ['thirteen digits', 'UTR 5274123456789', undefined],
    ['a phone number with its country code', 'UPI\n+91 9876543210\n+919876543210', undefined],
    ['the app’s own number only', 'Transaction ID\nT527412345678', undefined],
  ])('reads the UTR: %s', (_case, text, utr) => {
    expect(readPaymentPicture(text).utr).toBe(utr)
  })

  test.each([
    ['Oct 3, 2025', '2025-10-03'],
    ['3 October 2025 at 9:41', '2025-10-03'],
    ["03 Oct '25", '2025-10-03'],
    ['03/10/2025', '2025-10-03'],
    ['31 Feb 2025', undefined],
  ])('reads the day %s as %s', (text, date) => {
    expect(readPaymentPicture(text).date).toBe(date)
  })

  test('does not read the line after an empty note as the note', () => {
    expect(readPaymentPicture('Message\nUPI Ref No\n527412 345678')).toEqual({
      utr: '527412345678',
    })
    expect(readPaymentPicture('Message\nUPI\nUTR').note).toBe('UPI')
    expect(readPaymentPicture('Message\nPaid\nUPI Ref No').note).toBe('Paid')
  })

  test('reads nothing from a text that describes no payment', () => {
    expect(readPaymentPicture('Good morning\nfrom Mysore')).toEqual({})
    expect(readPaymentPicture('')).toEqual({})
  })

  test('accepts an amount whose rupee sign was read as a digit', () => {
    expect([
      matchesAmountDue(600, 600),
      matchesAmountDue(3_600, 600),
      matchesAmountDue(2_600, 600),
    ]).toEqual([true, true, true])
    expect([
      matchesAmountDue(300, 600),
      matchesAmountDue(6_000, 600),
      matchesAmountDue(60, 600),
    ]).toEqual([false, false, false])
  })
})
