import { expect, test } from 'vitest'
import { readNarration } from './read-narration'
import { fitReference, looksLikeReference } from './reference-in-note'

const numbersIn = (narration: string, reference?: string) => readNarration(narration, reference).numbers

test('the payment number is twelve digits with no digit on either side', () => {
  expect(numbersIn('UPI/P2A/624412345678/RAVI/K7Q4M2/HDFC BANK')).toEqual(['624412345678'])
  expect(numbersIn('DEP TFR 4897690162090 UPI 12345678901 1234567890123456')).toEqual([])
  expect(numbersIn('UPI/CR/084718897182/RAVI')).toEqual(['084718897182'])
})

test('a column of numbers gives back the zeros that a spreadsheet ate, and drops those of a bank', () => {
  expect(numbersIn('UPI', '84718897182')).toEqual(['084718897182'])
  expect(numbersIn('UPI', '0000624412345678')).toEqual(['624412345678'])
  expect(numbersIn('UPI', '000123')).toEqual([])
})

test('a mobile number with 91 before it is a hint at most, and as part of an address not even that', () => {
  const reading = readNarration('UPI/919876543210/RAVI/919876543211@ybl/NOTE')
  expect(reading.numbers).toEqual([])
  expect(reading.doubtfulNumbers).toEqual(['919876543210'])
  expect(numbersIn('UPI', '916012345678')).toEqual(['916012345678'])
})

test('a number that a spreadsheet has shortened is told, not guessed', () => {
  const reading = readNarration('UPI/RAVI', '4.12346E+11')
  expect(reading.numbers).toEqual([])
  expect(reading.shortened).toBe('4.12346E+11')
})

test('each spelling of a reversal is known, and a name is none', () => {
  for (const text of ['UPI/REV/624412345678/X', 'REV-UPI-624412345678', 'REVERSAL UPI 624412345678', 'UPI-REVERSAL-1'])
    expect(readNarration(text).isReversal, text).toBe(true)
  for (const text of ['UPI/CR/624412345678/REVATHI/HDFC', 'UPI-PREVIN-x', 'UPI/CR/1/TREV OR/'])
    expect(readNarration(text).isReversal, text).toBe(false)
})

test('a reference counts as a whole field, as its beginning, or as four characters at least that a bank left', () => {
  expect(fitReference('K7Q4M2', 'K7Q4M2')).toBe('whole')
  expect(fitReference('K7Q4M2CEREBRA', 'K7Q4M2')).toBe('glued')
  expect(fitReference('K7Q4M', 'K7Q4M2')).toBe('beginning')
  expect(fitReference('K7Q4', 'K7Q4M2')).toBe('beginning')
  expect(fitReference('K7Q', 'K7Q4M2')).toBeUndefined()
  expect(fitReference('K7Q4X', 'K7Q4M2')).toBeUndefined()
  expect(fitReference('XK7Q4M2', 'K7Q4M2')).toBeUndefined()
  expect(fitReference('234567890123', '234567')).toBeUndefined()
})

test('digits alone show no reference: they are as well the beginning of a phone number', () => {
  for (const field of ['887766', '8877', '8877665544', '887766CEREBRA'])
    expect(fitReference(field, '887766'), field).toBeUndefined()
})

test('a payer’s address is no field in which a note may stand', () => {
  const { fields } = readNarration('UPI-RAVI-88ZZ66BB44@YBL-SBIN0001-624412345678-K7Q4M2')
  expect(fields).toContain('K7Q4M2')
  expect(fields.filter((field) => fitReference(field, '88ZZ66'))).toEqual([])
})

test('a note is split at a slash, a dash and a blank, in capitals or small letters', () => {
  expect(readNarration('UPI-RAVI-x@ybl-SBIN0001-624412345678-k7q4m2 cerebra').fields).toContain('K7Q4M2')
  expect(readNarration('BY TRANSFER-UPI/CR/624412345678/RAVI/HDFC/9876/K7Q4M--').fields).toContain('K7Q4M')
})

test('no default note of an app looks like a reference', () => {
  for (const word of [
    'UPI',
    'PAYMENT',
    'PAID',
    'SENT',
    'NO',
    'REM',
    'FROM',
    'PHONEPE',
    'HDFC',
    'YESB',
    '9876',
    '452134',
  ])
    expect(looksLikeReference(word), word).toBe(false)
  expect(looksLikeReference('K7Q4')).toBe(true)
})

test('a reference with a word glued to it looks like one; an id that a bank writes does not', () => {
  for (const field of ['8Z398WCEREBRA', '8Z398WCER', '8Z398W.CEREBRA', '8Z398W_1'])
    expect(looksLikeReference(field), field).toBe(true)
  for (const field of ['PTM8C7D2F94B', 'SBIN0001234', 'RAVITHOMAS', '8Z398W77'])
    expect(looksLikeReference(field), field).toBe(false)
})
