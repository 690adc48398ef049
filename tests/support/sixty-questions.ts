/**
 * A visitor's question, all parts of a correct answer (`not known` for unpublished facts), and the
 * time in India, by default a week before the festival.
 */
export type Question = readonly [
  asked: string,
  says: readonly (string | RegExp)[] | 'not known',
  at?: string,
]

/** Typical questions. Their answers were written from the content before the first run. */
export const sixtyQuestions: readonly Question[] = [
  // Registration and fees
  ['hw do i registr', ['Register Now', 'UPI']],
  ['vistura fee?', ['₹600 per team']],
  ['how much fr sonostrike with pass', ['₹600', /₹1,100/]],
  ['vivantia ka fees kitna hai', ['Delegate Pass', '₹500']],
  ['exodontiax fee', [/not announced/i]],
  ['inside icu registration', ['Tier 2']],
  ['is smart ai still open', ['Registration is open']],
  ['can i join code wild now', ['Registration is closed']],
  ['on spot registration for senior quiz?', ['on the spot']],
  ['difference betwen tier 1 n tier 2', ['₹500', '₹700', /gala/i]],
  ['coupon code pls', ['5%', /not know any code/]],
  ['what is utr', ['12 digits']],
  ['can i pay by cash at the desk', ['UPI']],
  ['my screenshot is 6mb', ['4 MB']],

  // Problems
  ['can i get my money back', ['not refundable']],
  ['i paid twice by mistake', ['+91 00000 00000']],
  ['payment got deducted but form didnt submit', ['+91 00000 00000', '/did-it-arrive']],
  ['lost my registration id', ['/did-it-arrive']],
  ['didnt get any mail after registering', ['/did-it-arrive']],
  ['upload failed what now', [/again/, '+91 00000 00000']],
  ['i registered for the wrong workshop, can u change it', ['+91 00000 00000']],

  // Time and place
  ['peristalimpix date n time', ['12 October 2025', '9:00 AM', '2:00 PM']],
  ['wer is the venue', ['Medical College (to be announced)']],
  ['eye workshop timing', ['Occulex', '11 October 2025', '9:00 AM']],
  [
    'whats happening on 10th',
    ['10 October 2025', 'Disaster X', 'The Sonic Shift', 'Anastamos', 'Reviva'],
  ],
  ['tmrw schedule', ['9 October 2025', 'Sonostrike', 'Smart AI'], '2025-10-08T10:00'],
  ['closing ceremony when', [/12 Oct/, /valedictory/i]],
  ['is sonostrike over', [/is over/], '2025-10-10T10:00'],
  ['which workshop is for suturing', ['Anastamos']],
  ['snake bite workshop', ['Code Wild']],
  ['what is the topic of pancrithon', ['Diabetes mellitus']],
  ['gala night ticket', ['Tier 2', '₹700', /11 Oct/]],

  // Two questions in one
  ['sonostrike and vivantia same day??', ['9 October 2025', '12:30 PM', '2:00 PM']],
  ['smart ai vs code wild which is cheaper', ['Smart AI', 'Code Wild', '₹500']],
  ['axon alley n nexus fees', ['Axon Alley', 'Nexus', '₹300 (Single) / ₹400 (Team of 2)']],

  // Audiences, teams and rules
  ['can i come alone for nexus', [/\(Single\)|at most (?:2|two) members/]],
  ['team size junoir quiz', [/at most (?:3|three) members/]],
  ['im a bds student what can i attend', ["Exodontia'X", 'Inside the ICU']],
  ['nursing students allowed?', ['Paramatrix']],
  ['can interns do vistura', ['First to third year']],
  ['engineering student can i come', [/External Participant|from outside/]],
  ['abstract deadline for case pulse', ['24 September 2025']],
  ['poster size', [/4 ft|1920/]],
  ['how many slides in paper presentation', ['18 slides']],
  ['prize for body painting', ['₹1,500']],
  ['total prize pool', ['₹1,10,500']],

  // Food, rooms, shirts and people
  ['food included in disaster x?', ['Inclusive of lunch']],
  ['khana milega kya', [/lunch/i]],
  ['hostel for 2 nights how much', ['₹50', 'Non-AC']],
  ['tshirt price and size chart', ['₹400']],
  ['who is the treasurer', ['Treasurer: To be announced']],
  // plain-words: visitors write it
  ['whom do i call', ['+91 00000 00000']],

  // Unpublished or unrelated
  ['nearest railway station', 'not known'],
  ['parking?', 'not known'],
  ['will we get certificates', 'not known'],
  ['how many seats left in vivantia', 'not known'],
  ['dress code for gala', 'not known'],
  ['veg or nonveg', 'not known'],
  ['asdkjh qwe', 'not known'],
  ['who won the ipl', 'not known'],
]

/** Questions that once got a wrong or incomplete answer. */
export const laterQuestions: readonly Question[] = [
  // Team changes
  [
    'can i change my team member after registering',
    [/^Yes\. Until registration closes/, 'Change the team', '/did-it-arrive'],
  ],
  ['change team member name after payment', [/^Yes\. Until registration closes/, '/did-it-arrive']],
  ['can i add a team mate later', [/^Yes\. Until registration closes/]],
  [
    'can i change the team leader',
    ['No. To change the leader, call the help desk, +91 00000 00000'],
  ],
  [
    'team mate from a different college',
    [/^It has not been published whether a team may have members from several colleges/],
  ],
  [
    'what if one of my team mates is from other college',
    [/^It has not been published whether a team may have members from several colleges/],
  ],

  // Duration, time and place
  ['how long will it take to verify payment', ['within 24 hours', '/did-it-arrive']],
  ['is the payment approved', ['within 24 hours', '/did-it-arrive']],
  ['when will winners be announced', [/^Valedictory ceremony: Sunday, 12 October 2025, evening\./]],
  [
    'i lost my delegate id',
    [/^You’ll find it in your pass confirmation e-mail/, '+91 00000 00000'],
  ],
  [
    'gala night kab hai',
    [/^Gala night comes with the Tier 2 Delegate Pass \(₹700\)/, 'Sat 11 Oct'],
  ],
  ['gala night alone', [/^Gala night comes with the Tier 2 Delegate Pass \(₹700\)/]],
  ['hands on backs', ['Sonostrike', 'Smart AI']],
  ['what is happening today', [/^Nothing is on today\. Lumbar Days 7 is from/], '2025-10-07T09:00'],
  ['what is happening today', [/^Lumbar Days 7 is over\. It was from/], '2025-10-13T09:00'],
  ['tmrw schedule', [/^Lumbar Days 7 is over\. It was from/], '2025-10-13T09:00'],

  // Fees and availability
  ['registration fee', [/^Each event and workshop has its own fee/, '₹600 per team']],
  ['registration fee for paramedical students', ['Paramatrix', '₹300 per team']],
  ['room rent per day', ['The price per night has not been announced.']],
  ['how do i buy tier 1', [/^Tier 1, SILVER SPINE: ₹500\./, '/delegate-pass']],
  [
    'how do i buy tier 1',
    [/^Tier 1, SILVER SPINE, is no longer sold\. Tier 2, GOLDEN SPINE, is: ₹700\./],
    '2025-10-10T13:00',
  ],
  ['how do i buy tier 1', [/^Tier 1, SILVER SPINE, is no longer sold\./], '2025-10-11T12:00'],
  ['can i still register', [/^Open now: Vistura\./], '2025-10-12T10:00'],

  // Yes or no
  ['do sonostrike and vivantia clash', [/^No\. Sonostrike and Vivantia do not overlap\./]],
  [
    'do smart ai and sonostrike overlap',
    [/^Yes\. Sonostrike and Smart AI overlap on Thursday, 9 October 2025\./],
  ],
  [
    'can i attend both smart ai and sonostrike',
    [/^No\. Sonostrike and Smart AI overlap on Thursday, 9 October 2025\./],
  ],
  [
    'can i attend both sonostrike and vivantia',
    [/^Yes\. Sonostrike and Vivantia do not overlap\./],
  ],
  [
    'are sonostrike and vivantia on the same day',
    [/^Yes\. Both are on Thursday, 9 October 2025\./],
  ],
  ['are sonostrike and reviva on the same day', [/^No\. /]],
  ['is dental student allowed in vistura', [/^No\. Vistura is for medical students\./]],
  [
    'are nursing students allowed in paramatrix',
    [/^Yes\. Paramatrix is for paramedical students\./],
  ],
  ['are nursing students allowed', [/^Yes\. These are for paramedical students:/, 'Paramatrix']],
  ['is delegate pass compulsory for sonostrike', [/^Yes\. Sonostrike needs a delegate pass\./]],
  ['do i need a delegate pass for senior quiz', [/^No\. Peristalympics needs no delegate pass\./]],
  ['can i attend inside icu without pass', [/^No\. Inside the ICU needs a delegate pass\./]],
  ['is vivantia free', [/^Yes, with a delegate pass\./]],
  ['is sonostrike free', [/^No\. /, '₹600']],
  ['is lunch free in smart ai', [/^Yes\. Lunch is included in Smart AI\./]],
  ['is lunch included in sonostrike', [/^No\. Lunch is not included in Sonostrike\./]],
  ['is it free', [/^No\. Each event and workshop has its own fee/]],

  // Words that students use
  ['prize kitna hai senior quiz', ['Worth ₹40,000']],
  ['vivantia kab hai', ['Thursday, 9 October 2025']],
  ['venue kahan hai', ['Medical College (to be announced)']],
  [
    'is pass compulsory',
    [/^For some events and workshops yes, for others no\. Every workshop needs a delegate pass/],
  ],
  ['is lunch free', [/^With some events and workshops\./]],

  // Failed payments and personal data
  ['upi id not working says risk policy', [/^By UPI/, /copy the UPI ID/, '+91 00000 00000']],
  ['what is utr number where to find', ['12 digits']],
  ['who can see my aadhaar card photo', [/privacy notice/, '/privacy']],
  ['is my phone number shared with sponsors', [/privacy notice/, '/privacy']],
  ['can i pay cash at venue', [/^No\. By UPI/]],
  ['i am 17 can i join', [/^If you are under 18|^Under 18/, '/privacy']],
  ['i paid double by mistake refund kab milega', [/not refundable/]],
  ['transaction id wrong entered how to correct', [/^Call the help desk/]],
  ['is fee per head or per team', [/^Each event and workshop has its own fee/, '₹600 per team']],
  ['my registration not confirmed yet', [/within 24 hours/, '/did-it-arrive']],
]
