import type { Question } from './question'

/**
 * Sixty questions of visitors to this edition, fixed so that a change of the chatbot can be judged: the count of right
 * answers before and after it. None is added or taken away to make a count look better.
 */
export const firstSixty: readonly Question[] = [
  // Fees and totals
  ['senior quiz registration fee per team how much', ['₹600 per team']],
  ['what is total cost for sonostrike including delegate pass', ['₹600', '₹500']],
  ['fees for 2 ppl in poster presentation', ['Axon Alley', '₹400 (Team of 2)']],
  ['do i have to pay anything extra for vivantia', ['Vivantia', /delegate pass/i]],
  ['cineplexus entry fee?', ['₹500']],
  ['any workshop with no extra fee', [/Vivantia[^\n]*Delegate Pass Required/]],
  ['is gst included in the fee', 'not known'],
  ['how to pay, is gpay ok', ['UPI', 'QR code']],
  ['can i pay by cash', ['By UPI']],
  ['bank account number for payment', ['UPI']],

  // Dates and the schedule
  ['when is cerebra 3.0 happening', ['8 October 2025', '12 October 2025']],
  ['smart ai workshop date and time', ['Thursday, 9 October 2025, 8:00 AM to 4:00 PM']],
  ['senior quiz finals kab hai', ['Finals: Sunday, 12 October 2025, 2:00 PM to 5:30 PM']],
  ['when will winners be announced', ['Valedictory', '12 October 2025']],
  ['what all is there on 11th october', ['Gala night', 'Occulex', 'Inside the ICU']],
  ['what time does inauguration start', ['Wednesday, 8 October 2025, morning']],
  ['last date to submit case presentation abstract', ['Abstract due on 24 September 2025']],
  ['is smart ai and sonostrike at same time', ['8:00 AM to 4:00 PM', '9:00 AM to 12:30 PM']],
  ['can i attend two workshops same day', 'not known'],
  ['full schedule pdf', ['/schedule']],
  ['is it over', ['Cerebra 3.0', 'is over'], ['Sonostrike'], '2025-10-13T10:00'],

  // The place
  ['where is the fest held', ['At Medical College (to be announced)']],
  ['how to reach venue from railway station', ['If you cannot find the way, call']],
  ['online quiz is online or offline', ['Prelims, online', 'Finals']],
  ['is there parking for bikes', 'not known'],

  // Registration
  ['how to register for vistura', ['Registration is open', '/register?event=JuniorQuiz']],
  ['is registration open for code wild', ['Code Wild', 'Registration is closed']],
  ['can i register on the spot for senior quiz', ['You can also register on the spot.']],
  ['which events can i still register for', ['Peristalympics', 'Vistura'], ['Nexus']],
  ['i paid but didnt get any mail', ['e-mail', 'call the help desk']],
  ['what should be the size of payment screenshot', ['at most 4 MB']],
  ['can i change my team member after registering', 'not known'],

  // Teams and eligibility
  ['can two people join senior quiz', [/at most (?:3|three) members/]],
  ['max team members in short film', ['at most 10 members']],
  ['can i participate alone in axon alley', ['at most 2 members']],
  ['can my friend from other college be in my vistura team', ['Members of one team may come from different colleges.']],
  ['can interns participate', ['Peristalympics'], ['Vistura']],
  ['can bds students attend sonostrike', ['Sonostrike', 'For medical students']],
  ['im in 4th year can i join junior quiz', ['First to third year']],
  ['nursing student what can i attend', ['Paramatrix', 'Nexus'], ['Sonostrike']],

  // Rooms, refunds, reductions
  ['is accomodation available for girls', ['Non-AC', '₹50', '/accommodation']],
  ['documents needed for hostel', [/ID proof/i]],
  ['whom to contact for accommodation', ['tel:+910000000000', '/accommodation']],
  ['if i cannot come will i get refund', ['not refundable']],
  ['any discount for group of 5', ['no other reduction']],

  // People
  ['phone no of general secretary', ['General Secretary: To be announced', 'tel:+910000000000']],
  ['email id of organisers', ['festival@cerebra.example']],
  ['who is incharge of nexus', ['Nexus', 'to be announced']],
  ['who is the chief guest', 'not known'],

  // What workshops and events are
  ['what will they teach in occulex', ['Retinoscopy']],
  ['suturing kit will be given or we have to bring', ['A personal suturing kit is provided.']],
  ['short film duration', [/five to ten minutes/i]],
  ['do we get lunch in sonic shift', ['Inclusive of lunch']],
  ['what is cortex crafts', ['Workshops']],
  ['will workshop participants get certificate', 'not known'],

  // The delegate pass
  ['difference between tier 1 and tier 2 pass', ['₹500', '₹700', 'The gala night']],
  ['is delegate pass compulsory for vistura', ['No delegate pass is needed']],
  ['delegate pass alone enough for workshop or pay separately', ['Some have a fee of their own.']],
  ['i lost my delegate id', ['call the help desk']],
  ['can i give my pass to a friend', 'not known'],
]
