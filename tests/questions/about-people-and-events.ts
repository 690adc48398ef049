import type { Question } from './question'

/** What visitors ask about teams, whom events are for, passes, rooms, people and what is taught. */
export const aboutPeopleAndEvents: readonly Question[] = [
  // Teams
  ['2 ppl in senior quiz allowed', [/at most (?:3|three) members/]],
  ['can 4 people join vistura', [/at most (?:3|three) members/]],
  ['can i go solo in pulsating palettes', [/three members/]],
  ['hw many in cineplexus', [/at most (?:10|ten) members/]],
  ['team of 3 for paper presentation?', [/at most (?:2|two) members/]],
  ['can both of us present in case pulse', ['only one of them presents']],
  ['mixed college team ok in peristalympics', ['Members of one team may come from different colleges.']],
  ['can team b from diff colleges in pancrithon', ['All members of a team come from one college.']],
  ['how many teams from one clg in senior quiz', ['A college may send as many teams as it likes.']],

  // Whom it is for
  ['is intern eligible for vistura', [/\bNo\b/, /first to third year/i]],
  ['intern in senior quiz', ['first year to CRRI/CRMI'], ['No.']],
  ['crri allowed in case presentation?', ['MBBS students and CRRIs'], ['No.']],
  ['can bds ppl come for sonostrike', [/\bNo\b/, 'medical students']],
  ['bds eligible for exodontia', [/\bYes\b/, 'dental students']],
  ['nursing students allowed in vivantia?', [/\bNo\b/, 'medical students']],
  ['can dental students do short film', [/\bNo\b/, 'Medical and paramedical students']],
  ['im in 4th yr can i play jr quiz', [/\bNo\b/, /first to third year/i]],
  ['which quiz can 2nd yr join', ['Peristalympics', 'Vistura']],
  ['events for final yr', ['Peristalympics'], ['Vistura']],
  ['pg students allowed?', ['medical, dental and paramedical students']],
  ['engineering student can attend smart ai?', ['medical students']],
  ['can faculty register', ['Faculty/Doctor']],
  ['outsiders allowed?', ['External Participant']],
  ['physio students which workshop', ['Paramatrix'], ['Sonostrike']],
  ['can 2 interns be in one senior quiz team', ['Only one CRRI/CRMI of the 2020 batch in a team.']],
  ['bds can participate in online quiz?', [/\bYes\b/, 'Pancrithon']],

  // Delegate passes
  ['is delegate pass must for case pulse', ['No delegate pass is needed']],
  ['what do i get in novus', ['Basic access to all academic events and workshops']],
  ['gala night needs which pass', ['Tier 2']],
  ['can i upgrade from tier 1 to tier 2', 'not known'],
  ['can i transfer my pass to frnd', 'not known'],
  ['one pass for two persons ok?', 'not known'],
  ['diff btw novus n magnus', ['₹500', '₹700', 'The gala night']],
  ['does pass include workshop fee', ['Some have a fee of their own.']],
  ['is panel discussion included in tier 1', ['Tier 2']],
  ['which pass for workshops', ['either tier']],

  // Rooms and food
  ['hostel docs', [/ID proof/i, /payment/i]],
  ['wat documents reqd for accomodation', [/ID proof/i, /payment/i]],
  ['hostel for boys available?', ['Non-AC', '/accommodation']],
  ['whom to call for room', ['tel:+910000000000', '/accommodation']],
  ['is lunch there in vistura', ['Inclusive of lunch']],
  ['lunch for occulex?', ['Lunch is not included']],
  ['lunch kis kis me hai', ['Smart AI', 'Code Wild', 'Vistura']],
  ['breakfast n dinner milega?', 'not known'],

  // People
  ['cultural sec contact no', ['Cultural Secretary: To be announced']],
  ['who organises this', ['Students’ Association (to be announced)'], ['It is open to medical']],
  ['mail id?', ['festival@cerebra.example']],
  ['coordinator of smart ai', ['Smart AI', 'to be announced']],
  ['who is judge for short film', 'not known'],
  ['whatsapp group link', 'not known'],

  // What events and workshops are
  ['cortex crafts kya hai', ['Sonostrike', 'Anastamos'], ['Peristalympics']],
  ['whats firing line', ['Inside the ICU']],
  ['scholar trophy is for which event', ['Peristalympics', 'Vistura', 'Pancrithon']],
  ['syllabus for vistura', ['Anatomy and pathology']],
  ['sonostrike me kya sikhayenge', ['Probe technique']],
  ['kit milega in anastamos?', ['A personal suturing kit is provided.']],
  ['need to bring paints for body painting?', ['Teams bring their own materials.']],
  ['short film which language', [/any language|whatever the language/i]],
  ['abstract word limit for nexus', ['At most 500 words']],
  ['font for case abstract', ['Times New Roman']],
  ['poster size', ['4 ft x 3 ft']],
  ['negative marking in quiz?', 'not known'],
  ['how many qns in online quiz prelims', ['45 questions in 45 minutes']],
  ['e certificate milega kya', 'not known'],
  ['senior quiz prize money', ['₹40,000']],
  ['total prize pool', ['₹1,10,500']],
  ['usg workshop', ['Sonostrike']],
  ['eye workshop', ['Occulex']],
  ['laptop needed for smart ai?', 'not known'],

  // Several things in one message, and small talk
  ['date, venue and fee of sonostrike', [/9 October 2025[\s\S]*Medical College[\s\S]*₹600/]],
  ['what is fee and is lunch there for smart ai', [/₹500[\s\S]*Inclusive of lunch/]],
  ['prize n team size of cineplexus', [/₹10,000[\s\S]*at most 10 members/]],
  ['hlo', ['Welcome to Cerebra 3.0']],
  ['thnx bro', ['You are welcome']],
]
