import { describe, expect, it, test } from 'vitest'
import { wholeEdition } from '../../../../festival/whole-edition'
import { readAnswer } from '../../../../tests/support/read-answer'
import { createChatbot } from './answer-question'
import { listGroups } from './filters'
import { listPhrases } from './phrases'
import { listTopics } from './topics'

const { answerQuestion } = createChatbot(wholeEdition)

/** A morning before the festival, 1 October 2025. */
const now = Date.parse('2025-10-01T09:00:00+05:30')

const ask = (question: string, about: readonly string[] = []) => readAnswer(answerQuestion(question, now, about, true))

const unknown = 'I don’t know that; call the help desk, +91 00000 00000.'

/** What students type, and what the answer must say. */
const known: readonly (readonly [question: string, ...says: string[]])[] = [
  [
    'How do I register?',
    'Register Now',
    'UPI',
    'Peristalympics, Vistura, Sonostrike, Vivantia, The Sonic Shift and Smart AI',
  ],
  ['List all workshops', 'Workshops (11)', 'Sonostrike', 'Paramatrix', '/workshops/smart-ai'],
  ['Where is the event?', 'Medical College (to be announced)', '/about'],
  ['Can paramedics participate?', 'Yes.', 'Paramatrix', 'Cineplexus', 'Pancrithon'],
  ['how to register for workshops', 'Register Now'],
  ['how do i sign up for senior quiz', 'Registration is open', '₹600 per team', '/register?event=SeniorQuiz'],
  ['what is the fee for senior quiz', '₹600 per team'],
  ['peristalimpics fee', 'Peristalympics', '₹600 per team'],
  ['how much is junior quizz', 'Vistura', '₹600 per team'],
  ['cost of poster presentation', '₹300 (Single) / ₹400 (Team of 2)'],
  ['body painting charges', '₹150 per team'],
  ['short film fee', 'Cineplexus', '₹500'],
  ['sonostrik price', 'Sonostrike', '₹600'],
  ['how much do i pay for sonic shift', 'Delegate Pass Required', 'The payment is that of the pass'],
  ['fee for icu panel', 'Included with the Tier 2 Delegate Pass'],
  ['exodontia fee', "Exodontia'X", 'Fee not announced'],
  ['what are the fees', 'Peristalympics and Vistura: ₹600 per team', 'Case Pulse, Axon Alley and Nexus: ₹300', '₹700'],
  ['cost of all workshops', 'Code Wild: ₹500', 'Sonostrike: ₹600', 'Vivantia: Delegate Pass Required'],
  ['vistura prize money', 'Prize worth ₹30,000'],
  ['prize for online quiz', 'Prize worth ₹20,000'],
  ['all prizes', 'Prizes worth ₹1,10,500 in all', 'Prize worth ₹40,000'],
  ['when is case pulse', 'Sunday, 12 October 2025, morning'],
  ['smart ai timing', 'Thursday, 9 October 2025, 8:00 AM to 4:00 PM'],
  ['sonostrike date', 'Thursday, 9 October 2025, 9:00 AM to 12:30 PM'],
  ['when r the senior quiz finals', 'Finals: Sunday, 12 October 2025, 2:00 PM to 5:30 PM'],
  ['pancrithon prelims time', 'Prelims, online: Sunday, 28 September 2025, 4:00 PM to 4:45 PM'],
  ['how long is anastamos', 'It lasts 4 hours'],
  ['wat is utr in gpay', 'A UTR has 12 digits', 'UPI transaction ID'],
  ['is there a practice form', '/rehearsal'],
  ['which wrkshp teaches snake bite', 'Code Wild'],
  ['myself BDS 2nd year, can i join anastamos', 'No.', 'Anastamos'],
  ['topic of peristalympics, i want to start reading', 'Gastroenterology'],
  ['inauguration which day? mrng or evng', 'Inauguration: Wednesday, 8 October 2025, morning'],
  ['dates of the fest', 'Wednesday, 8 October 2025 to Sunday, 12 October 2025', 'lasts 5 days'],
  ['when does it start', 'Wednesday, 8 October 2025'],
  ['venue pls', 'Medical College (to be announced)'],
  ['google map location', 'Medical College (to be announced)'],
  ['is lunch included in smart ai', 'Inclusive of lunch'],
  ['do we get food in reviva', 'Lunch is not included. You can order it at the help desk for an extra charge.'],
  [
    'lunch',
    'Pancrithon, Disaster X, Code Wild, The Sonic Shift and Smart AI',
    'You can order it at the help desk for an extra charge',
  ],
  ['did it arrive', 'Check my registration', '/did-it-arrive'],
  ['did my form go through', '/did-it-arrive'],
  ['i paid but got no confirmation', '/did-it-arrive', 'call the help desk'],
  ['which workshops include lunch', 'Disaster X', 'Code Wild', 'The Sonic Shift', 'Smart AI'],
  ['what is open now', 'Peristalympics', 'Vistura', 'Sonostrike', 'Vivantia', 'The Sonic Shift', 'Smart AI'],
  ['which workshops are still open', 'Workshops, open now', 'Smart AI'],
  ['is online quiz open', 'Registration is closed'],
  ['last date for abstract submission', 'Abstract due on 24 September 2025', 'E-poster due on 1 October 2025'],
  ['poster deadline', 'E-poster due on 1 October 2025'],
  ['nexus ppt last date', 'Presentation file due on 5 October 2025'],
  ['cineplexus last date', 'Film due on 28 September 2025'],
  ['when does registration close', 'no closing date is announced'],
  ['delegate pass price', 'NOVUS CEREBRI: ₹500', 'MAGNUS CEREBRI: ₹700', '/delegate-pass'],
  ['diff between novus and magnus', 'NOVUS CEREBRI: ₹500', 'The gala night'],
  ['tier 2 benefits', 'MAGNUS CEREBRI: ₹700', 'Panel discussions'],
  ['do i need delegate pass for paper presentation', 'No delegate pass is needed'],
  ['delegate pass needed for vivantia?', 'A delegate pass is required'],
  ['is there a refund', 'The delegate registration is not refundable.'],
  ['can i cancel and get my money back', 'not refundable'],
  ['accomodation charges', '₹50', 'Non-AC', '/accommodation'],
  ['is ac room available', 'Only non-AC rooms are available.'],
  ['hostel for girls', '₹50', '/accommodation'],
  ['coupon code', '5% off', 'do not know any codes'],
  ['early bird discount', 'no other reduction'],
  ['t shirt price', '₹400', '/shop'],
  ['tshirt', '₹400'],
  ['how many members in online quiz', 'at most 3 members'],
  ['team size for short film', 'at most 10 members'],
  ['can i do nexus alone', 'at most 2 members'],
  ['what happens on 10 october', 'Disaster X', 'Anastamos', 'Reviva: 2:00 PM to 5:30 PM'],
  ['whats on saturday', 'Saturday, 11 October 2025', 'Gala night', 'Occulex'],
  ['events on day 1', 'Inauguration', 'Medical expo'],
  ['workshops on oct 9', 'Code Wild', 'Sonostrike', 'Vivantia'],
  ['last day programme', 'Sunday, 12 October 2025', 'Valedictory ceremony'],
  ['who is the president', 'President: To be announced, +91 00000 00000'],
  ['phone number of treasurer', 'Treasurer: To be announced'],
  ['who do i call for help', 'tel:+910000000000', '/contact'],
  ['dental workshops', "Exodontia'X"],
  ['anything for bds students', "Exodontia'X", 'Inside the ICU'],
  ['can faculty attend', 'Faculty/Doctor'],
  ['can second year students join junior quiz', 'First to third year'],
  ['can interns join senior quiz', 'MBBS first year to CRRI/CRMI'],
  ['is cross college team allowed in junior quiz', 'Members of one team may come from different colleges.'],
  ['how many slides in nexus', 'at most 18 slides'],
  ['abstract word limit case presentation', 'At most 500 words'],
  ['file name for axon alley', 'Name_AxonAlley'],
  ['cineplexus subtitles', 'English subtitles are compulsory'],
  ['can i register on the spot', 'Peristalympics', 'You can also register on the spot.'],
  ['gala night', 'Saturday, 11 October 2025, evening', 'Tier 2'],
  ['when is the inaugration', 'Wednesday, 8 October 2025, morning'],
  ['closing ceremony kab hai', 'Valedictory ceremony: Sunday, 12 October 2025, evening'],
  // A word that is not understood is passed over where the event and the matter are.
  ['sonostrike fee for whosoever', '₹600 + delegate pass'],
  ['my cousin told me of this. what is the fee of smart ai', '₹500'],
  ['when is the eye workshop', 'Occulex', 'Saturday, 11 October 2025'],
  ['vistura fee and date', '₹600 per team', 'Sunday, 12 October 2025'],
  ['what will i learn in code wild', 'A simulated snakebite'],
  ['chest compressions', 'Reviva', 'Chest compressions'],
  ['ai workshop', 'Smart AI'],
  ['suturing workshop', 'Anastamos', '₹500'],
  ['ultrasound workshop fee', 'Sonostrike', '₹600'],
  ['disasterx', 'Disaster X', 'Friday, 10 October 2025'],
  ['quizes', 'Peristalympics', 'Vistura', 'Pancrithon'],
  ['maternal workshops', 'Vivantia', 'Reviva'],
  ['how to pay', 'UPI', 'QR code'],
  ['screenshot size', 'at most 4 MB'],
  ['paid but no email came', 'never makes a second one', '+91 00000 00000'],
  ['stratum nights', 'Coming soon'],
  ['fee and prize of vistura', '₹600 per team', 'Prize worth ₹30,000'],
  ['hi', 'Welcome to Cerebra 3.0'],
  ['who are you', 'a small program'],
]

describe('a question that the edition can answer', () => {
  it.each(known.map(([question, ...says]) => ({ question, says })))('$question', ({ question, says }) => {
    const answer = ask(question)
    for (const words of says) expect(answer).toContain(words)
    expect(answer).not.toContain('I don’t know')
  })
})

describe('a question that it cannot answer', () => {
  it.each([
    'wifi password',
    'who won the cricket world cup',
    'when is the next train to delhi',
    'is there a certificate',
    // One word in common with a sentence of the edition is no evidence.
    'who is the principal',
    'od letter milega',
    'gala night dress',
    'what is the capital of france',
    'tell me a joke',
    'is there a dress code',
    'who is the chief guest',
    'parking available?',
    'can i bring my parents',
    'asdfgh qwerty',
    '?!',
    '',
    'x'.repeat(5000),
  ])('gets the honest answer and the number to call: %s', (question) => {
    expect(ask(question)).toContain(unknown)
    expect(ask(question)).toContain('tel:+910000000000')
  })
})

describe('what it says of whom', () => {
  it.each([
    ['is intern eligible for vistura', 'No. Vistura (Junior Quiz). '],
    ['can interns join senior quiz', 'Yes. Peristalympics (Senior Quiz). '],
    ['can bds students attend sonostrike', 'No. Sonostrike. '],
    ['is paramatrix for nursing students', 'Yes. Paramatrix. '],
    ['im in 4th year can i join junior quiz', 'No. Vistura (Junior Quiz). '],
    // The edition says nothing of interns there, so neither yes nor no is said.
    ['can interns attend sonostrike', 'Sonostrike. For medical students.'],
    ['can two people join senior quiz', 'Yes. Peristalympics (Senior Quiz). A team has at most 3 members. '],
    ['can 4 people join senior quiz', 'No. Peristalympics (Senior Quiz). A team has at most 3 members. '],
    ['can 2 of us do body painting', 'Yes. Pulsating Palettes (Body Painting). A team has at most 3 members. '],
  ])('%s', (question, begins) => {
    expect(ask(question).slice(0, begins.length)).toBe(begins)
  })

  it('lists for everybody what each event asks for', () => {
    expect(ask('who is eligible')).toContain('Vistura: For medical students. First to third year.')
    expect(ask('who is eligible')).toContain('Case Pulse: MBBS students and CRRIs.')
  })
})

describe('several questions in one message', () => {
  it('are answered in their order', () => {
    const { text } = answerQuestion('when is vistura, is lunch there and what is the fee?', now, [], true)
    expect(text[0]).toMatch(/12 October 2025.*Inclusive of lunch\. ₹600 per team\./)
    const both = answerQuestion('is there a hostel? and can I get a refund?', now, [], true)
    expect(both.text[0]).toContain('Non-AC rooms')
    expect(both.text.at(-2)).toContain('not refundable')
  })
})

describe('the hours of two that one would like to attend', () => {
  it.each([
    ['can i attend sonostrike and vivantia both', 'Their hours do not overlap:'],
    ['does smart ai clash with sonostrike', 'Their hours overlap:'],
  ])('%s', (question, says) => {
    expect(ask(question)).toContain(says)
  })
})

it('tells the total of a workshop with the pass that it needs', () => {
  expect(ask('sonostrike fee')).toContain('₹600 + delegate pass, from ₹500')
  expect(ask('vivantia fee')).toContain('Delegate Pass Required, from ₹500')
  expect(ask('senior quiz fee')).not.toContain('delegate pass')
})

it('names the office to ask where one has to do with it', () => {
  expect(ask('is there a bus')).toContain('Ask the Food and Transport Secretary: To be announced, +91 00000 00000.')
  expect(ask('anti ragging number')).toContain('Ask the Anti-Ragging and Students’ Wellness Secretary')
})

describe('what was stale on the earlier site', () => {
  const stale = /\b(?:1,?500|1,?200|2,?000|2,?500)\b|August|\b20 ?%/
  const questions = [
    ...known.map(([question]) => question),
    ...listPhrases(wholeEdition, listTopics(wholeEdition), listGroups(wholeEdition)).map(({ words }) =>
      words.join(' '),
    ),
    'registration fee for paramedic student',
    'workshop fee for faculty and external participants',
    'early bird discount until when',
    'what is on 15 august',
  ]
  // The one figure that is also true today: the prize of the body painting.
  const truth = /Prize worth ₹1,500\b/g

  it('is never said', () => {
    for (const question of questions) expect(ask(question).replace(truth, ''), question).not.toMatch(stale)
  })
})

test('"it" means the event of the answer before', () => {
  const { about } = answerQuestion('tell me about smart ai', now, [], true)
  expect(about).toEqual(['SmartAI'])
  expect(ask('how much is it', about)).toContain('Smart AI. ₹500')
})

test('"today" and "tomorrow" are those of Asia/Kolkata', () => {
  const eve = Date.parse('2025-10-09T20:00:00Z')
  expect(readAnswer(answerQuestion('what is happening today', eve, [], true))).toContain('Friday, 10 October 2025')
  expect(readAnswer(answerQuestion('events tomorrow', eve, [], true))).toContain('Saturday, 11 October 2025')
})

test('a day without anything on it is told as such', () => {
  expect(ask('what is on 25 december')).toContain('Nothing is on the programme then.')
})

test('every link leads somewhere on this site, to a phone or to the order form', () => {
  for (const [question] of known)
    for (const { href } of answerQuestion(question, now, [], true).links)
      expect(href).toMatch(/^(\/|tel:\+91\d{10}$|https:\/\/orders\.example)/)
})
