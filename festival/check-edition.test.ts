import { expect, test } from 'vitest'
import { secondEdition } from '../tests/edition/whole-edition'
import { checkEdition, findPlaceholders } from './check-edition'
import type { Edition } from './content'
import { at, slot } from './slot'
import type { Subject } from './subject'
import { wholeEdition } from './whole-edition'

const { categories, eventDetails, identity, registrantCategories, shop, subjects, tiers, workshopDetails } =
  secondEdition

const check = (changes: Partial<Edition>) => checkEdition({ ...secondEdition, ...changes }).map(({ words }) => words)

const changeSubject = (key: string, changes: Partial<Subject>) =>
  check({ subjects: subjects.map((subject) => (subject.key === key ? { ...subject, ...changes } : subject)) })

test('this festival’s content and that of the second edition agree with themselves', () => {
  expect(checkEdition(wholeEdition)).toEqual([])
  expect(checkEdition(secondEdition)).toEqual([])
})

test('a key, an address and a group stand once', () => {
  expect(changeSubject('TapeLab', { key: 'WrapUp' })).toContain('The key WrapUp stands twice')
  expect(changeSubject('TapeLab', { aliases: ['wrap-up'] })).toEqual(['The address /workshops/wrap-up stands twice'])
  expect(changeSubject('TapeLab', { slug: 'spine-riddle' })).toEqual([])
  expect(check({ categories: [...categories, ...categories] })).toEqual(['The group bandages stands twice'])
})

test('a subject has details, and details have a subject', () => {
  const { WrapUp: _, ...rest } = workshopDetails
  expect(check({ workshopDetails: rest })).toEqual(['WrapUp has no workshop details'])
  expect(check({ eventDetails: { ...eventDetails, Limbo: { description: ['Low.'] } } })).toEqual([
    'Limbo has details, and is not in the catalogue',
  ])
})

test('a rule about a team’s years is one of an event of the catalogue', () => {
  const rules = [{ years: ['final'], atMost: 1, words: 'Only one final-year student in a team.' }]
  expect(check({ teamRules: { SpineRiddle: rules } })).toEqual([])
  expect(check({ teamRules: { Limbo: rules } })).toEqual(['Limbo has team rules, and is not in the catalogue'])
})

test('the label of a tier leaves the word pass to the site', () => {
  const [first, ...rest] = tiers
  expect(first && check({ tiers: [{ ...first, label: 'Day pass' }, ...rest] })).toContain(
    'The tier Day pass is shown as “the Day pass Delegate Pass”; leave the word pass out of its label',
  )
})

test('an event stands in a section, and a workshop in a category', () => {
  expect(changeSubject('SpineRiddle', { group: 'bandages' })).toEqual([
    'SpineRiddle stands in bandages, which lists no events',
  ])
  expect(changeSubject('BackTalk', { group: 'contests' })).toEqual(['The group talks lists nothing'])
})

test('whom something is meant for is one of the edition’s audiences, and a category stands once (1.5)', () => {
  expect(changeSubject('TapeLab', { audience: ['dental', 'medical'] })).toEqual([
    'TapeLab is meant for medical, which is none of the edition’s audiences',
  ])
  expect(check({ registrantCategories: [...registrantCategories, { value: 'bds', label: 'Student' }] })).toEqual([
    'The category bds stands twice',
  ])
  expect(check({ registrantCategories: [] })).toEqual(['There is no category for a registrant to choose'])
})

test('amounts are positive whole numbers of rupees', () => {
  for (const amount of [0, -5, 99.5, Number.NaN, Number.POSITIVE_INFINITY])
    expect(changeSubject('WrapUp', { fee: { per: 'entry', amount } })).toEqual([
      'WrapUp has a fee that is not a positive whole number of rupees',
    ])
  expect(check({ shop: { ...shop, price: 84.5 } })).toEqual([
    'The Canvas bag costs 84.5, which is not a positive whole number of rupees',
  ])
})

test('a pass that pays for something is a pass that is sold', () => {
  expect(changeSubject('BackTalk', { fee: { per: 'pass', tier: 'Platinum' } })).toEqual([
    'BackTalk comes with the pass Platinum, which is not sold',
  ])
  expect(changeSubject('TapeLab', { passRequired: false })).toEqual([
    'TapeLab is paid for by a pass, and asks for none',
  ])
  expect(changeSubject('WrapUp', { status: 'with-pass' })).toEqual([
    'WrapUp comes with a pass, and has a fee of its own',
  ])
  expect(changeSubject('TapeLab', { feeAnnounced: false })).toEqual(['TapeLab is open, and its fee is not announced'])
})

test('a team pays no less than one alone', () => {
  expect(changeSubject('SpineRiddle', { fee: { per: 'member-count', single: 190, team: 110 } })).toEqual([
    'SpineRiddle has a price for teams below that for one',
  ])
})

test('a payee whose id is filled has a name of its own, for it stands beside every QR code', () => {
  const named = (payee: { id: string; name: string }) => check({ identity: { ...identity, payee } })
  expect(named({ id: 'lumbar@testbank', name: 'Students’ Union' })).toEqual([])
  expect(named({ id: 'lumbar@testbank', name: 'Payee (to be announced)' })).toEqual([
    'The payee lumbar@testbank has the name “Payee (to be announced)”, which stands beside every QR code',
  ])
})

test('registration ends with a session that there is', () => {
  expect(changeSubject('SpineRiddle', { until: 'Semifinals' })).toEqual([
    'SpineRiddle takes registrations until Semifinals, which is no session of it',
  ])
})

test('only an online round may come before the festival, and nothing after it', () => {
  expect(changeSubject('WrapUp', { slots: [slot('2027-03-04', '10:00', '11:00')] })).toEqual([
    'WrapUp is on 2027-03-04, outside the festival',
  ])
  expect(changeSubject('WrapUp', { slots: [slot('2027-03-04', '10:00', '11:00', 'Online round')] })).toEqual([])
  expect(changeSubject('WrapUp', { slots: [slot('2027-03-08', '10:00', '11:00', 'Online round')] })).toContain(
    'WrapUp is on 2027-03-08, outside the festival',
  )
})

test('a time exists, ends after it starts, and shows either hours or a part of the day', () => {
  expect(changeSubject('WrapUp', { slots: [slot('2027-03-06', '11:00', '11:00')] })).toEqual([
    'WrapUp ends at 2027-03-06T11:00:00+05:30, which is not after its start',
  ])
  expect(changeSubject('WrapUp', { slots: [slot('2027-02-30', '10:00', '11:00', 'Online round')] })).toEqual([
    'WrapUp starts at 2027-02-30T10:00:00+05:30, which does not exist',
  ])
  expect(changeSubject('WrapUp', { slots: [{ ...slot('2027-03-06', '10:00', '11:00'), part: 'morning' }] })).toEqual([
    'WrapUp has an end and a part of the day; only one of them can be shown',
  ])
})

test('the festival itself begins before it ends, and the countdown ends in time', () => {
  expect(check({ identity: { ...identity, countdownTarget: at('2027-03-08', '00:00') } })).toEqual([
    'The countdown’s target is past the festival',
  ])
  expect(check({ identity: { ...identity, firstDay: '2027-03-08' } })).toContain('The festival ends before it begins')
})

test('a payee is a UPI id, and a phone is written as phones are', () => {
  expect(check({ identity: { ...identity, payee: { id: 'nobody', name: 'Nobody' } } })).toEqual([
    'The payee nobody is not a UPI id',
  ])
  expect(check({ shop: { ...shop, phones: [{ label: 'Bags', number: '12345' }] } })).toEqual([
    'shop.phones.0.number is 12345; phones are written +91 00000 00000',
  ])
  expect(check({ identity: { ...identity, phones: [{ label: 'Desk', number: 'ask' }] } })).toEqual([
    'identity.phones.0.number is ask; phones are written +91 00000 00000',
  ])
})

test('a deadline is a real day, not later than the festival', () => {
  for (const day of ['2027-03-08', '2027-02-29'] as const)
    expect(
      check({
        eventDetails: { ...eventDetails, BackTalk: { description: ['Listen.'], deadlines: [{ label: 'Film', day }] } },
      }),
    ).toEqual([`BackTalk: Film is due on ${day}, which does not exist or is past the festival`])
})

test('texts are plain, filled and of this festival', () => {
  const faultOf = (text: string) => check({ generalQueries: text })
  expect(faultOf('')).toEqual(['generalQueries is empty'])
  expect(faultOf('Call <b>us</b>')).toEqual(['generalQueries holds HTML; texts are plain'])
  expect(faultOf('Call&nbsp;us')).toEqual(['generalQueries holds HTML; texts are plain'])
  expect(faultOf('Lorem ipsum')).toEqual(['generalQueries is filler'])
  expect(faultOf('Call us \u{1F4DE}')).toEqual(['generalQueries holds an emoji'])
  expect(faultOf('Call\nus')).toEqual(['generalQueries holds a line break or a control character'])
})

test('placeholders are found wherever they stand, and nothing else is', () => {
  expect(findPlaceholders(secondEdition).map(({ path }) => path)).toEqual([
    'identity.phones.0.number',
    'eventDetails.SpineRiddle.incharges.0',
    'workshopDetails.WrapUp.incharges.0',
    'workshopDetails.TapeLab.incharges.0',
    'accommodation.phones.0.number',
    'contactSections.0.people.0.name',
    'contactSections.0.people.0.phone',
    'shop.orderFormUrl',
    'shop.phones.0.number',
  ])
})

test('this festival still waits for its college, payee, e-mail address and people', () => {
  const paths = findPlaceholders(wholeEdition).map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'identity.college',
      'identity.payee.id',
      'identity.email',
      'contactSections.0.people.0.name',
    ]),
  )
})
