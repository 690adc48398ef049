import type { Question } from './question'

/**
 * Seventy-five questions whose answers were decided out of the edition before the chatbot was asked them for the first
 * time. Then 57 were answered right and 5 wrong; the chatbot was worked on them since.
 */
export const askedFresh: readonly Question[] = [
  // Money
  ['vistura ka reg amount kitna', ['₹600 per team']],
  ['pancrithon entry fees for whole team', ['₹300 per team']],
  ['nexus me akele ka kitna paisa', ['₹300 (Single)']],
  ['occulex plus tier 2 pass how much altogether', ['₹500', '₹700']],
  ['is there extra fee for gala nite', ['Tier 2']],
  ['hw much is code wild', ['₹500']],
  ['amazon pay se pay kar sakte?', ['UPI']],
  ['paymnt done twice by mistake what now', 'not known'],
  ['travel allowance for outstation students?', 'not known'],
  ['late fee kitni hai', 'not known'],
  ['will prize money be taxed', 'not known'],
  ['discout for bulk registration', ['no other reduction']],

  // Days and hours
  ['whens the body paintng', ['11 October 2025']],
  ['cineplexus screening kab h', ['11 October 2025']],
  ['ppt last date for nexus', ['5 October 2025']],
  ['e fast workshop timing', ['9 October 2025', '9:00 AM to 12:30 PM']],
  ['which workshops r on 11th', ['Occulex', 'Paramatrix'], ['Sonostrike']],
  ['first day ko kya hoga', ['Inauguration', 'Medical expo']],
  ['is disaster x on friday or saturday', ['Friday, 10 October 2025']],
  ['reporting time for smart ai', 'not known'],
  ['tea break kab hoga in code wild', 'not known'],
  ['will sonostrike and smart ai overlap', ['overlap', '9:00 AM to 12:30 PM']],
  ['next year fest kab hoga', 'not known'],

  // The place
  ['venue name of fest', ['Medical College (to be announced)']],
  ['which hall is the panel discussion in', 'not known'],
  ['is there wifi in campus', 'not known'],
  ['medical help available on campus?', 'not known'],

  // Registering
  ['smartai ka form link', ['/register?event=SmartAI']],
  ['can i still join nexus', ['Registration is closed']],
  ['how many seats left in sonic shift', 'not known'],
  ['how many teams have registered for vistura', 'not known'],
  ['is aadhar needed to register for quiz', 'not known'],
  ['jpg or png for screenshot?', ['JPEG, PNG or WebP']],
  ['money gone but form not submitted', ['call the help desk']],
  ['can my roommate pay for me', 'not known'],
  ['i want to unregister from sonostrike', ['not refundable']],
  ['register without laptop possible?', 'not known'],
  ['can i add 3rd member later in vistura', 'not known'],

  // Teams and whom it is for
  ['how many can be in one pulsating palettes team', ['at most three members']],
  ['can 3 of us do nexus', [/\bNo\b/, 'at most 2 members']],
  ['is model counted in body painting team', ['the model included']],
  ['can 11 ppl do short film', [/\bNo\b/, /at most 10/]],
  ['final yr bds can attend exodontia x?', [/\bYes\b/]],
  ['mlt student allowed in reviva', [/\bNo\b/]],
  ['3rd yr mbbs in vistura ok?', [/\bYes\b/]],
  ['do both poster members have to present', [/One of them presents/]],
  ['can a team have two third years in vistura', ['Only one third-year student']],
  ['can same team play senior and junior quiz both', 'not known'],
  ['is there any age limit', 'not known'],
  ['what events for bsc nursing', ['Paramatrix'], ['Sonostrike']],
  ['can i be in team without my college id', 'not known'],

  // Pass, room, food, shop
  ['tier one vs tier two', ['₹500', '₹700']],
  ['does novus include inside the icu', ['Tier 2']],
  ['do i need delegate pass for nexus n axon alley', ['No delegate pass is needed']],
  ['will physical delegate card be given', 'not known'],
  ['can i share pass with my sister', 'not known'],
  ['how many people share one room', 'not known'],
  ['hostel distance from venue', 'not known'],
  ['hostel me ac hai kya', ['Only non-AC rooms are available.']],
  ['prebooking amount for stay refundable?', 'not known'],
  ['is jain food there', 'not known'],
  ['does sonic shift fee include lunch', ['Inclusive of lunch']],
  ['which colours does tshirt come in', 'not known'],
  ['do we get tshirt along with tier 2', 'not known'],
  ['tshirt price??', ['₹400']],

  // People and what events are
  ['gen sec ph no', ['General Secretary']],
  ['who won vistura last yr', 'not known'],
  ['who are panelists in icu discussion', 'not known'],
  ['burns covered in code wild?', 'not known'],
  ['pap smear kis workshop me hai', ['Vivantia']],
  ['nexus ppt max slides', ['18 slides']],
  ['can film be in tamil', [/any language|whatever the language/i]],
  ['is plagiarism checked for poster', ['Plagiarism leads to disqualification.']],
  ['is calculator allowed in pancrithon', 'not known'],
  ['bro thx a lot', ['You are welcome']],
]
