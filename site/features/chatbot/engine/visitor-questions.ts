/** How the chatbot does with a question: what it should say, an honest "I don't know that", or something else. */
export type Outcome = 'right' | 'unknown' | 'wrong'

/** A question as a visitor types it, and what an answer to it must be. */
export interface VisitorQuestion {
  question: string
  /** What a right answer holds, every one of them; `not known` where the festival has not published it. */
  says: readonly (string | RegExp)[] | 'not known'
  /** What a right answer does not hold. */
  never?: readonly string[]
  /** When it is asked, in India; a week before the festival where nothing is set. */
  at?: string
  /** How it is answered so far where that is not right. It may get better, never worse. */
  soFar?: Exclude<Outcome, 'right'>
}

/**
 * Sixty questions of visitors to this edition, fixed so that a change of the chatbot can be judged: the count of right
 * answers before and after it. None is added or taken away to make a count look better.
 */
export const visitorQuestions: readonly VisitorQuestion[] = [
  // Fees and totals
  { question: 'senior quiz registration fee per team how much', says: ['₹600 per team'] },
  { question: 'what is total cost for sonostrike including delegate pass', says: ['₹600', '₹500'], soFar: 'wrong' },
  { question: 'fees for 2 ppl in poster presentation', says: ['Axon Alley', '₹400 (Team of 2)'] },
  { question: 'do i have to pay anything extra for vivantia', says: ['Vivantia', /delegate pass/i] },
  { question: 'cineplexus entry fee?', says: ['₹500'] },
  { question: 'any workshop with no extra fee', says: [/Vivantia[^\n]*Delegate Pass Required/] },
  { question: 'is gst included in the fee', says: 'not known', soFar: 'wrong' },
  { question: 'how to pay, is gpay ok', says: ['UPI', 'QR code'] },
  { question: 'can i pay by cash', says: ['By UPI'] },
  { question: 'bank account number for payment', says: ['UPI'], soFar: 'wrong' },

  // Dates and the schedule
  { question: 'when is cerebra 3.0 happening', says: ['8 October 2025', '12 October 2025'] },
  { question: 'smart ai workshop date and time', says: ['Thursday, 9 October 2025, 8:00 AM to 4:00 PM'] },
  { question: 'senior quiz finals kab hai', says: ['Finals: Sunday, 12 October 2025, 2:00 PM to 5:30 PM'] },
  { question: 'when will winners be announced', says: ['Valedictory', '12 October 2025'], soFar: 'wrong' },
  { question: 'what all is there on 11th october', says: ['Gala night', 'Occulex', 'Inside the ICU'] },
  { question: 'what time does inauguration start', says: ['Wednesday, 8 October 2025, forenoon'] },
  { question: 'last date to submit case presentation abstract', says: ['Abstract due on 24 September 2025'] },
  { question: 'is smart ai and sonostrike at same time', says: ['8:00 AM to 4:00 PM', '9:00 AM to 12:30 PM'] },
  { question: 'can i attend two workshops same day', says: 'not known', soFar: 'wrong' },
  { question: 'full schedule pdf', says: ['/schedule'] },
  {
    question: 'is it over',
    says: ['Cerebra 3.0', 'is over'],
    never: ['Sonostrike'],
    at: '2025-10-13T10:00',
    soFar: 'unknown',
  },

  // The place
  { question: 'where is the fest held', says: ['At Medical College (to be announced)'] },
  { question: 'how to reach venue from railway station', says: ['If you cannot find the way, call'], soFar: 'unknown' },
  { question: 'online quiz is online or offline', says: ['Prelims, online', 'Finals'] },
  { question: 'is there parking for bikes', says: 'not known' },

  // Registration
  { question: 'how to register for vistura', says: ['Registration is open', '/register?event=JuniorQuiz'] },
  { question: 'is registration open for code wild', says: ['Code Wild', 'Registration is closed'] },
  { question: 'can i register on the spot for senior quiz', says: ['You can also register on the spot.'] },
  {
    question: 'which events can i still register for',
    says: ['Peristalympics', 'Vistura'],
    never: ['Nexus'],
    soFar: 'unknown',
  },
  { question: 'i paid but didnt get any mail', says: ['e-mail', 'call the help desk'] },
  { question: 'what should be the size of payment screenshot', says: ['at most 4 MB'] },
  { question: 'can i change my team member after registering', says: 'not known', soFar: 'wrong' },

  // Teams and eligibility
  { question: 'can two people join senior quiz', says: [/at most (?:3|three) members/], soFar: 'wrong' },
  { question: 'max team members in short film', says: ['at most 10 members'] },
  { question: 'can i participate alone in axon alley', says: ['at most 2 members'] },
  {
    question: 'can my friend from other college be in my vistura team',
    says: ['Members of one team may come from different colleges.'],
    soFar: 'wrong',
  },
  { question: 'can interns participate', says: ['Peristalympics'], never: ['Vistura'], soFar: 'wrong' },
  { question: 'can bds students attend sonostrike', says: ['Sonostrike', 'For medical students'] },
  { question: 'im in 4th year can i join junior quiz', says: ['First to third year'] },
  { question: 'nursing student what can i attend', says: ['Paramatrix', 'Nexus'], never: ['Sonostrike'] },

  // Rooms, refunds, reductions
  { question: 'is accomodation available for girls', says: ['Non-AC', '₹50', '/accommodation'] },
  { question: 'documents needed for hostel', says: [/ID proof/i], soFar: 'wrong' },
  { question: 'whom to contact for accommodation', says: ['tel:+910000000000', '/accommodation'] },
  { question: 'if i cannot come will i get refund', says: ['not refundable'] },
  { question: 'any discount for group of 5', says: ['no other reduction'] },

  // People
  { question: 'phone no of general secretary', says: ['General Secretary: To be announced', 'tel:+910000000000'] },
  { question: 'email id of organisers', says: ['festival@cerebra.example'], soFar: 'wrong' },
  { question: 'who is incharge of nexus', says: ['Nexus', 'to be announced'] },
  { question: 'who is the chief guest', says: 'not known' },

  // What workshops and events are
  { question: 'what will they teach in occulex', says: ['Retinoscopy'] },
  {
    question: 'suturing kit will be given or we have to bring',
    says: ['A personal suturing kit is provided.'],
    soFar: 'wrong',
  },
  { question: 'short film duration', says: [/five to ten minutes/i], soFar: 'wrong' },
  { question: 'do we get lunch in sonic shift', says: ['Inclusive of lunch'] },
  { question: 'what is cortex crafts', says: ['Workshops'], soFar: 'unknown' },
  { question: 'will workshop participants get certificate', says: 'not known' },

  // The delegate pass
  { question: 'difference between tier 1 and tier 2 pass', says: ['₹500', '₹700', 'The gala night'] },
  { question: 'is delegate pass compulsory for vistura', says: ['No delegate pass is needed'] },
  { question: 'delegate pass alone enough for workshop or pay separately', says: ['Some have a fee of their own.'] },
  { question: 'i lost my delegate id', says: ['call the help desk'], soFar: 'wrong' },
  { question: 'can i give my pass to a friend', says: 'not known', soFar: 'wrong' },
]
