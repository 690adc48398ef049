import { subjectNames, workshops } from '../../../festival/content/catalogue'
import type { Edition, Tier } from '../../../festival/content/content'
import { describeCheckTime } from '../../../festival/content/help-desk'
import { formatDay } from '../../../festival/content/slot'
import { isConfirmedByEmail, mostMembers, type Subject } from '../../../festival/content/subject'
import { approvalText, confirmText } from '../../../festival/forms/free'
import { describeLeaderChange, describeTeamChange } from '../../../festival/forms/own-team'
import { whereToFindPassId } from '../../../festival/forms/registration'
import { maxFileBytes } from '../../../festival/forms/upload'
import { couponDiscount, formatRupees } from '../../../festival/payment/fee'
import { type Payee, savedQrLimit } from '../../../festival/payment/upi'
import type { Availability } from '../../../festival/schedule/availability'
import { whereToFindUtr } from '../../../festival/text/messages'
import { findDetails, findShort } from '../../lookup/places'
import {
  type AnswerItem,
  describeTimes,
  type Festival,
  type LineName,
  listGroupedByLine,
  listNames,
  listSubjects,
} from './card'

export interface Topic {
  /** A question about this topic, offered when a question is not understood. */
  ask: string
  /** Any of these words means this topic. Words joined with a plus count only together. */
  words: string
  /** More words, which count only if every word of the question is understood. */
  hints?: string
  line?: LineName
  /** Leaves the topic out of editions without this part. */
  isPartOf?: (edition: Edition) => boolean
  /** Filters subjects. All subjects match by default. */
  only?: (subject: Subject, festival: Festival) => boolean
  /** Limits the answer to subjects of this kind or for these students, whatever else is asked. */
  kind?: Subject['kind']
  audience?: string
  /** Whether the answer is right in any context, for example about a mishap. */
  isSure?: boolean
  /** Whether to add no second answer, because the question's other words only say what happened. */
  isAlone?: boolean
  /** Whether the words often only say when ("after payment"). Dropped if another answer is sure. */
  isContext?: boolean
  /** Whether an event's card already contains the answer. */
  isOnCard?: boolean
  /**
   * Paragraphs about the whole festival, and list items. By default, the items come from `line`.
   */
  text?: (festival: Festival) => readonly string[]
  items?: (festival: Festival) => readonly AnswerItem[]
  links?: readonly { label: string; href: string }[]
}

export const daysQuestion = 'What is on each day?'

export const pages = {
  about: { label: 'About the festival', href: '/about' },
  events: { label: 'Events', href: '/events' },
  workshops: { label: 'Workshops', href: '/workshops' },
  pass: { label: 'Buy Delegate Pass', href: '/delegate-pass' },
  schedule: { label: 'The whole schedule', href: '/schedule' },
  team: { label: 'The organising team', href: '/contact' },
  privacy: { label: 'Privacy notice', href: '/privacy' },
  status: { label: 'Check my registration', href: '/did-it-arrive' },
}
const forms = [pages.events, pages.workshops, pages.pass]
const eachSubject = workshops.length > 0 ? 'event and workshop' : 'event'

const noItems = () => []

const hasWorkshops = ({ subjects }: Pick<Edition, 'subjects'>) =>
  subjects.some(({ kind }) => kind === 'workshop')

const hasPasses = ({ tiers }: Pick<Edition, 'tiers'>) => tiers.length > 0

const hasFreeEvents = ({ subjects }: Pick<Edition, 'subjects'>) =>
  subjects.some(({ fee }) => fee.per === 'free')

const describeFreeEvents = ({ subjects }: Festival) => {
  const free = subjects.filter(({ fee }) => fee.per === 'free')
  const confirmed = listNames(free.filter(isConfirmedByEmail))
  const approved = listNames(free.filter(({ approval }) => approval))
  const sentences: string[] = []
  if (confirmed) {
    sentences.push(`${confirmed}: ${confirmText}`)
  }
  if (approved) {
    sentences.push(`${approved}: ${approvalText}`)
  }
  return sentences
}

const isOpen = (subject: Subject, { offers }: Festival) =>
  offers.findAvailability(subject) === 'open'

const closedStates: readonly Availability[] = ['closed', 'full', 'begun', 'over']

const describeOpen = (festival: Festival) => {
  const open = listNames(festival.subjects.filter((subject) => isOpen(subject, festival)))
  return open ? `Open now: ${open}.` : 'Nothing is open for registration now.'
}

const describeWinnerEvents = ({ programme }: Festival) =>
  programme
    .filter(({ description }) => /\bwinners?\b/i.test(description))
    .map(({ title, slots, description }) => `${title}: ${describeTimes({ slots })}. ${description}`)

export const describeDates = ({ identity: { title, firstDay, lastDay }, offers }: Festival) =>
  `${title} ${offers.isOver ? 'was' : 'is'} from ${formatDay(firstDay)} to ${formatDay(lastDay)}.`

const describePhonePayment = ({ kind }: Payee): string =>
  kind === 'merchant'
    ? 'a button opens your UPI app'
    : `save the QR and open it in your UPI app, up to ${formatRupees(savedQrLimit)}; above that, copy the UPI ID`

const describeUpiPayment = (payee: Payee): string =>
  `By UPI. Each form shows a QR with the exact amount, and the UPI ID to copy. On a phone, ${describePhonePayment(payee)}.`

export const describeOver = ({ identity: { title, firstDay, lastDay } }: Festival) =>
  `${title} is over. It was from ${formatDay(firstDay)} to ${formatDay(lastDay)}.`

/** The answer if no other topic matches. */
export const helpTopic: Topic = {
  ask: 'Who can I call?',
  words: `contact call phone helpline help+desk helpdesk incharge coordinator organiser organizer
    query support enquiry`,
  // plain-words: visitors write it
  hints: 'number help email mail doubt whom talk',
  line: 'Incharges',
  text: ({ generalQueries, identity: { email }, desk }) => [
    generalQueries,
    `Call ${desk}, or write to ${email}.`,
  ],
  items: noItems,
  links: [pages.team],
}

/** Mishaps come first, because the first of several equal matches wins. */
const commonTopics: readonly Topic[] = [
  {
    ask: 'Can I get my money back?',
    words: 'refund refundable cancel cancellation withdraw money+back unregister returned',
    isSure: true,
    isAlone: true,
    text: ({ refunds, desk }) => [refunds, `For anything else that you paid, call ${desk}.`],
  },
  {
    ask: 'What does the privacy notice say?',
    words: `privacy privacy+notice personal+data personal+details my+data data+protection dpdp erase
      erasure delete+details delete+data delete+registration aadhaar aadhar share+data store+data
      share+number share+phone shared sharing leak misuse sponsor see+details see+data see+photo`,
    isSure: true,
    isAlone: true,
    text: ({ privacy: { responsible, contact } }) => [
      `${responsible} is responsible for what you send. The privacy notice says what is collected, who sees it and how long it is kept.`,
      `To have your details erased, open the private link that “Check my registration” e-mails you, or write to ${contact.email}.`,
    ],
    links: [pages.privacy, pages.status],
  },
  {
    ask: 'What if my UPI app refuses the payment?',
    words: `risk risk+policy declined decline upi+not+working upi+not+work upi+limit
      payment+declined payment+refused payment+not+working`,
    isSure: true,
    isAlone: true,
    text: ({ identity: { payee }, desk }) => [
      describeUpiPayment(payee),
      `If your app refuses the payment, copy the UPI ID into another UPI app. If that is refused too, call ${desk}.`,
    ],
    links: [pages.team],
  },
  {
    ask: 'May someone under 18 take part?',
    words: 'underage minor under+18 below+18 age age+limit parent+permission',
    hints: '15 16 17',
    isSure: true,
    isAlone: true,
    text: ({ privacy: { minors } }) => [minors],
    links: [pages.privacy],
  },
  {
    ask: 'Can I change my team?',
    words: `change+team change+member change+teammate change+mate replace+team replace+member
      replace+teammate swap+member edit+team edit+member add+team add+member add+teammate add+mate
      remove+team remove+member new+member`,
    isSure: true,
    text: ({ desk }) => [`Yes. ${describeTeamChange(desk)}`],
    links: [pages.status],
  },
  {
    ask: 'Can I change the team leader?',
    words: 'change+leader change+team+leader replace+leader swap+leader',
    isSure: true,
    text: ({ desk }) => [`No. ${describeLeaderChange(desk)}`],
  },
  {
    ask: 'How do I change what I sent?',
    words: `change edit replace wrong swap transfer upgrade mistake correction modify paid+twice
      paid+less paid+extra sent+less double+payment debited+twice friend+pass wrong+utr
      wrong+transaction+id wrong+id wrong+number wrong+email wrong+mail wrong+details wrong+name`,
    hints: 'entered typed',
    isSure: true,
    text: ({ desk }) => [
      `Call ${desk}. When we ask you for a correction, you make it yourself by the link in our e-mail.`,
      describeTeamChange(desk),
    ],
    links: [pages.team, pages.status],
  },
  {
    ask: 'How long does the check of a payment take?',
    words: `verify verified verification approve approved approval check+payment verify+payment
      verified+payment verification+payment approve+payment verify+screenshot not+confirmed
      not+confirm not+verified not+approved still+confirmed`,
    isSure: true,
    text: ({ identity }) => [
      `We check each payment and e-mail you. ${describeCheckTime(identity)}`,
    ],
    links: [pages.status],
  },
  {
    ask: 'Where is my Delegate Pass ID?',
    isPartOf: hasPasses,
    words: `lost+delegate+id lost+pass+id lost+delegate+pass lost+pass forgot+delegate+id
      forgot+pass+id where+pass+id where+delegate+id find+pass+id find+delegate+id`,
    isSure: true,
    text: ({ desk }) => [
      `${whereToFindPassId} It is also in My festival, on the device from which you sent the form. If you have neither, call ${desk}.`,
    ],
    links: [{ label: 'My festival', href: '/my-festival' }],
  },
  {
    ask: 'Something went wrong: did my form arrive?',
    words: `error issue problem stuck crash hang fail failed form+gone not+working not+work
      wont+work not+opening wont+open not+load upload+failed confirmation confirm lost forgot
      receipt registration+id arrive received deducted debited payment+fail payment+failed
      paid+but status+registration pending go+through went+through not+submit didnt+submit no+mail
      no+email not+email not+mail get+mail got+mail get+email got+email mail+come email+come`,
    isSure: true,
    text: ({ desk }) => [
      'Load the page again and press Submit again: your answers are still there, and you never get a second registration. Once it is sent, the screen shows your registration ID and an e-mail confirms it.',
      `“Check my registration” e-mails you the status if you have an ID. If you paid and have no ID, call ${desk}, and have your payment details ready.`,
    ],
    links: [pages.status],
  },
  {
    ask: 'How do I confirm a free registration?',
    isPartOf: hasFreeEvents,
    words: `confirm+free free+registration free+register free+event confirm+registration
      confirm+register confirm+link confirmation+link confirm+email confirm+mail confirm+entry`,
    isSure: true,
    text: describeFreeEvents,
    links: [pages.status],
  },
  {
    ask: 'Is there a coupon?',
    isPartOf: ({ identity }) => identity.coupon !== false,
    words: `coupon coupon+code discount promo promo+code offer early+bird concession reduction
      scholarship`,
    isSure: true,
    text: () => [
      `A coupon takes ${couponDiscount({ per: 'entry', amount: 100 })}% off the first listed price. Type it into the registration form.`,
      'I do not know any codes, and there are no other discounts on this site.',
    ],
  },
  {
    ask: 'Is there accommodation?',
    words:
      'accommodation stay room rent hostel hotel lodging sleep bed ac non+ac per+night id+proof',
    text: ({ accommodation }) =>
      accommodation
        ? [
            `${accommodation.roomType} rooms can be requested; the pre-booking costs ${formatRupees(accommodation.prebookingFee)}. The price per night has not been announced.`,
            ...accommodation.notices,
            `The form asks for ID proof, proof of participation and the screenshot of the payment. Call ${accommodation.phones.map(({ label, number }) => `${label}, ${number}`).join('; ')}.`,
          ]
        : [],
    links: [{ label: 'Request a room', href: '/accommodation' }],
  },
  {
    ask: 'What does a delegate pass cost?',
    isPartOf: hasPasses,
    words: 'pass delegate ticket tier delegate+pass entry+fee',
    hints: 'buy purchase',
    line: 'Fee',
    text: ({ delegatePassNotes }) => delegatePassNotes,
    items: ({ tiers, offers }) =>
      tiers.map(({ label, name, price, includes }) => ({
        name: `${label}, ${name}: ${formatRupees(price)}`,
        note: offers.tiers.some((tier) => tier.label === label)
          ? includes.join('; ')
          : 'No longer sold',
      })),
    links: [pages.pass],
  },
  {
    ask: 'How do I pay?',
    words: `pay payment upi gpay phonepe paytm qr cash bank netbanking neft card credit+card
      pay+online online+payment utr reference+number ref+no transaction+id screenshot jpg png
      upload file+size`,
    isContext: true,
    text: ({ identity: { payee } }) => [
      describeUpiPayment(payee),
      `Then upload the screenshot of the payment as a picture (JPEG, PNG or WebP) of at most ${maxFileBytes / 1024 / 1024} MB. A UTR has 12 digits. ${whereToFindUtr}`,
    ],
    links: forms,
  },
  {
    ask: 'What is due when?',
    // plain-words: visitors write it
    words: 'deadline due last+date submission till closing+date',
    line: 'Due',
    only: (subject, festival) =>
      isOpen(subject, festival) || findDetails(festival, subject).deadlines !== undefined,
    text: (festival) => [describeOpen(festival)],
  },
  {
    ask: 'What are the prizes?',
    words: 'prize award win cash+prize prize+money trophy prize+pool',
    line: 'Prize',
    only: ({ prize }) => prize !== undefined,
    text: (festival) => [
      `Prizes worth ${formatRupees(festival.subjects.reduce((total, { prize = 0 }) => total + prize, 0))} in all.`,
      ...describeWinnerEvents(festival),
    ],
  },
  {
    ask: 'When are the winners announced?',
    words: 'winner result announce announced announcement declare declared',
    text: (festival) => {
      const announcements = describeWinnerEvents(festival)
      return announcements.length > 0
        ? announcements
        : [`The time of the winners’ announcement has not been published. Call ${festival.desk}.`]
    },
    links: [pages.schedule],
  },
  {
    ask: 'Is lunch included?',
    isPartOf: ({ lunch }) => lunch !== undefined,
    words: 'lunch food meal khana khaana',
    line: 'Lunch',
    only: ({ lunch }) => lunch === true,
    items: (festival) => listGroupedByLine(festival.subjects, 'Lunch', festival),
  },
  {
    ask: 'What are the fees?',
    words: `fee cost price charge amount rate cheap cheaper cheapest registration+fee register+fee
      registration+cost per+head per+person per+team fee+team`,
    hints: 'free much rs rupee money total kitna kitne paisa',
    line: 'Fee',
    text: ({ tiers }) => [
      `Each ${eachSubject} has its own fee${tiers.length > 0 ? ', and you buy a delegate pass only once' : ''}.`,
    ],
    links: forms,
  },
  {
    ask: daysQuestion,
    words: 'schedule programme timetable calendar itinerary',
    hints: 'happening today tonight tomorrow tmrw tmr',
    text: (festival) => (festival.offers.isOver ? [describeOver(festival)] : []),
    items: ({ days, identity: { firstDay, lastDay } }) =>
      days
        .filter(({ day }) => day >= firstDay && day <= lastDay)
        .map(({ day, entries }) => ({ name: formatDay(day), note: listNames(entries) })),
    links: [pages.schedule, { label: 'My festival', href: '/my-festival' }],
  },
  {
    ask: 'May a team be of several colleges?',
    words: `several+college different+college other+college another+college same+college
      different+institution other+institution different+colleges intercollege mate+college`,
    text: ({ desk }) => [
      `It has not been published whether a team may have members from several colleges. Call ${desk}.`,
    ],
    links: [pages.team],
  },
  {
    ask: 'How large may a team be?',
    words: 'team teammate team+mate mate solo alone individual partner',
    hints: 'member people ppl single',
    line: 'Team',
    only: ({ teamSize }) => mostMembers(teamSize) > 1,
  },
  {
    ask: 'What are the rules?',
    words: 'rule guideline format abstract slide word+limit font template',
    hints: 'size dimension',
    line: 'Rules',
    text: () => [`Each ${eachSubject} has its own rules, on its page.`],
    items: noItems,
    links: [pages.events, pages.workshops],
  },
  {
    ask: 'What is open now?',
    words: 'open available closed still+register full',
    hints: 'over status late',
    line: 'Now',
    only: isOpen,
    text: (festival) => [describeOpen(festival)],
    items: (festival) =>
      listSubjects(
        festival.subjects.filter(
          (subject) => !closedStates.includes(festival.offers.findAvailability(subject)),
        ),
        ['Fee'],
        festival,
      ),
    links: forms,
  },
  {
    ask: 'How do I register?',
    words: `register registration enrol enroll apply sign+up login need+account create+account
      practice rehearsal`,
    hints: 'join book form',
    isContext: true,
    isOnCard: true,
    text: (festival) => [
      `On the page of an ${subjectNames.one} press Register Now. Open the form, pay by UPI, upload the screenshot and submit: the screen shows your registration ID and an e-mail confirms it. No account is needed, and there is a practice form.`,
      describeOpen(festival),
    ],
    links: [...forms, { label: 'Practice form', href: '/rehearsal' }],
  },
  {
    ask: 'Who may take part?',
    words: `eligible eligibility participate prerequisite external outsider engineer engineering
      faculty doctor postgraduate intern crri`,
    hints: 'who allow allowed attend come join student year part',
    line: 'For',
    text: ({ about, participantCategories }) => [
      ...about.conference.filter((text) => /\bopen to\b/i.test(text)),
      `You register as one of these: ${participantCategories.map(({ label }) => label).join(', ')}.`,
    ],
  },
  {
    ask: 'Where is it?',
    words: 'venue location address map where+event place+event direction',
    hints: 'where place reach campus city college kahan kaha',
    line: 'Where',
    text: ({ identity: { address }, desk }) => [
      `At ${address.join(', ')}. If you cannot find the way, call ${desk}.`,
    ],
    items: noItems,
    links: [pages.about],
  },
  helpTopic,
  {
    ask: 'When is the festival?',
    words: 'date timing duration time clash overlap',
    hints:
      'when kab start begin end long day hour morning afternoon evening same final prelim finish',
    line: 'When',
    text: (festival) => [describeDates(festival)],
    items: noItems,
    links: [pages.schedule],
  },
  {
    ask: 'What does each event cover?',
    words: 'topic syllabus learn teach portion cover',
    hints: 'theme subject content',
    line: 'Topic',
  },
  {
    ask: 'What workshops are there?',
    isPartOf: hasWorkshops,
    words: 'workshop session cme',
    kind: 'workshop',
  },
  { ask: 'What events are there?', words: 'event competition contest', kind: 'event' },
  {
    ask: 'Hello',
    words: 'hello thank thanks thx bye bot you+robot who+you human',
    hints: 'hi hey hlo good ok okay great nice',
    text: ({ identity: { title }, lunch }) => [
      `Welcome to ${title}! I am a small program, not a person: I look up your question in what the festival has published. Ask me about an ${subjectNames.one}, about ${lunch ? 'fees, dates, rules or lunch' : 'fees, dates or rules'}.`,
    ],
  },
]

const describeTier = (
  { label, name, price, includes }: Tier,
  { tiers, offers }: Festival,
): string => {
  const isSold = (tier: Tier) => offers.tiers.some((sold) => sold.label === tier.label)
  if (tiers.some((tier) => tier.label === label && isSold(tier))) {
    return `${label}, ${name}: ${formatRupees(price)}. ${includes.join('; ')}.`
  }
  const others = tiers
    .filter(isSold)
    .map(
      (tier) =>
        ` ${tier.label}, ${tier.name}, is: ${formatRupees(tier.price)}. ${tier.includes.join('; ')}.`,
    )
  return `${label}, ${name}, is no longer sold.${others.join('')}`
}

const listAllTopics = ({ audiences, identity, tiers, shop }: Edition): readonly Topic[] => {
  const { workshopsTitle = 'Workshops' } = identity
  return [
    ...commonTopics,
    {
      ask: 'What is the festival about?',
      words: `fest festival host association ${identity.shortTitle.replaceAll(' ', '+')}`,
      hints: 'about theme',
      line: 'Topic',
      text: (festival) => [
        festival.identity.line,
        ...festival.about.conference,
        describeDates(festival),
      ],
      items: noItems,
      links: [pages.about],
    },
    {
      ask: 'What is in the shop?',
      words: `shop merch merchandise shirt tshirt tee ${shop?.item.replace(/[^\p{L}\p{M}\p{N}]+/gu, '+')}`,
      text: () => (shop ? [`${shop.item}: ${formatRupees(shop.price)}. ${shop.description}`] : []),
      links: [{ label: 'Shop', href: '/shop' }],
    },
    {
      ask: `What is in ${workshopsTitle}?`,
      isPartOf: hasWorkshops,
      words: workshopsTitle.toLowerCase().replaceAll(' ', '+'),
      kind: 'workshop',
    },
    ...tiers.map((tier) => ({
      ask: `What is in ${tier.label}?`,
      words: `${tier.label.replaceAll(' ', '+')} ${tier.name.replaceAll(' ', '+')} ${findShort(tier.name, identity)}`,
      text: (festival: Festival) => [describeTier(tier, festival)],
      links: [pages.pass],
    })),
    ...audiences.map(({ value, askedBy }) => ({
      ask: `What is for ${value} students?`,
      words: askedBy.replaceAll(' ', '+').replaceAll('|', ' '),
      audience: value,
    })),
  ]
}

export const listTopics = (edition: Edition): readonly Topic[] =>
  listAllTopics(edition).filter(({ isPartOf }) => !isPartOf || isPartOf(edition))
