import type { Question } from './question'

const helpDesk = /\+91 ?00000/

/**
 * Seventy-five questions in the mix that a help desk gets, with their answers decided out of the content alone by somebody
 * who had seen neither the chatbot nor its other questions. Asked for the first time 65 were answered right and 3 wrong; the
 * chatbot was worked on them since.
 */
export const askedEighth: readonly Question[] = [
  // What it is, and when
  ['saw ur poster in our hostel notice board, what is this cerebra', [/festival/i]],
  ['fest kitne din ka hai', [/\b(?:five|5)[ -]days?|\b8\b[\s\S]{0,40}12 Oct/i]],
  ['which is the last day, have to book return train', [/12 Oct/]],
  ['venue kaha hai pls send location', [/announced/i]],
  ['medical expo kab hai', [/\b8 Oct/]],
  ['what is stratum nights?', [/sister event|coming soon/i]],
  ['winners kab announce honge', [/valedictory|12 Oct/i]],
  ['what all is happening on saturday', [/Inside the ICU|Panel/i, /gala/i]],
  ['occulex date n timing', [/\b11 Oct/, /\b0?9(?::00)? ?(?:AM|to|-|–)/i]],
  ['reviva starts at wat time', [/\b2(?::00)? ?(?:PM|to|-|–)|14:00/i]],
  ['Peristalympics finals timing? I have a train at 7pm that day', [/\b2:00|5:30/]],
  ['sonostrike and vivantia both i can attend?? or will it clash', [/12:30/, /\b2:00/]],
  ['body paintng konse din hai', [/\b11 Oct/]],
  // Money
  ['sonostrike total with cheapest pass', [/₹1,?100|₹600[\s\S]*₹500|₹500[\s\S]*₹600/]],
  ['Smart AI + magnus total amt', [/₹1,?200|₹500[\s\S]*₹700|₹700[\s\S]*₹500/]],
  ['we are 3 girls for pulsating palettes how much to pay', ['₹150']],
  ['case pulse me do log hai to kitna dena padega', ['₹400']],
  [
    'vivantia has separate fee or only delegate pass',
    [
      /\b(?:no|not)\b[^.]{0,40}\bfee|\bnone\b|\bonly\b|\bjust\b|nothing (?:more|else)|no extra|delegate pass required|needs? (?:only )?a delegate pass/i,
    ],
  ],
  ['cineplexus rs?', ['₹500']],
  ['vistura 600 is per person or per team', [/(?:per|a|each|for the|for a|whole) team/i]],
  ['tshirt rate', ['₹400']],
  ['tier 1 n tier 2 diff?', [/panel/i, /gala/i]],
  ['how much advance for room', ['₹50']],
  [
    'bought pass but now my exam got preponed, can i get money back',
    [/not refundable|non-?refundable|no refund|not be refunded/i],
  ],
  ['coupon se kitna kam hoga', [/5 ?%|5 per ?cent/i]],
  // Passes and food
  [
    'for nexus pass lena zaruri hai kya',
    [/\bno (?:delegate )?pass|not (?:need|require|ask)|(?:don.t|doesn.t) need|without a (?:delegate )?pass/i],
  ],
  ['gala nite ke liye konsa pass lagega', [/Tier 2|MAGNUS/i]],
  [
    'if i have delegate pass do i still hv to register for sonic shift',
    [/register for (?:each|every|the|it)|does not reserve|doesn.t reserve|not a place|\byes\b/i],
  ],
  ['disaster x me khana milega?', [/inclusive of lunch|lunch is included|lunch included|includes lunch|with lunch/i]],
  ['is food given for anastamos ppl', [/not included|extra cost|not inclusive|excluded/i]],
  // Who may come
  ['im bds 2nd yr can i still join exodontia x', [/closed/i]],
  ['BPT student here. can physio attend inside the icu', [/Tier 2|MAGNUS|paramedical/i]],
  ['bsc nursing 3rd year, which workshop is for us', ['Paramatrix']],
  ['engg student hu (cse), smart ai workshop attend kar sakta hu?', [/medical students|not open to/i]],
  [
    'can interns take part in vistura',
    [/first three years|first to third|not open to|1st to 3rd|first[- ]year to third/i],
  ],
  ['i am 1st yr mbbs, peristalympics too tough or we are allowed also?', [/first[- ]year|1st[- ]year/i]],
  ['my daughter is presenting a paper. can parents come to the festival', [/guest|outside|external/i]],
  ['dental students can submit for cineplexus ah', [/medical and paramedical|not open to|closed/i]],
  [
    'faculty allowed to come or only students',
    [/open to[\s\S]*faculty|faculty[\s\S]*(?:welcome|may|can|open)|welcome[\s\S]*faculty/i],
  ],
  // Teams
  [
    'my friend in other college can be in my senior quiz team?',
    [/different colleges|other colleges?|another college/i],
  ],
  ['pancrithon team mixed college ok?', [/one college|same college|a single college/i]],
  ['we r 2 interns n 1 final yr, ok for peristalympics?', [/only one|at most one|one CRRI|not more than one/i]],
  ['4 members chalega kya junior quiz me', [/\bthree\b|\b3\b/i]],
  ['short film how many ppl in one team', [/\bten\b|\b10\b/i]],
  // Is it open
  ['which workshops r still open', ['Sonostrike', 'Vivantia', 'Sonic Shift', 'Smart AI']],
  ['anastamos slot left?? really want it', [/closed/i]],
  ['peristalympics spot registration is there?', [/on the spot|on-the-spot/i]],
  ['sonic shift reg open hai kya', [/\bopen\b|register now/i], ['Registration Closed', 'is closed']],
  // Rules, deadlines, prizes
  ['case presentation abstract word limit', [/\b500\b/]],
  ['axon alley poster dimensions', [/1920|4 ?(?:ft|feet)/i]],
  ['poster last date??', [/\b1 Oct/]],
  ['nexus max slides', [/\b18\b|eighteen/i]],
  ['tamil film we can send? short film', [/subtitle|any language/i]],
  ['paint brush etc u will give or we hv to bring', [/own materials|bring/i]],
  ['suture kit should i buy for anastamos', [/provided|there for you/i]],
  ['which wrkshop teaches snake bite management', ['Code Wild']],
  ['wat is vistura portions', [/anatomy/i, /pathology/i]],
  ['junior quiz winning amount', ['₹30,000']],
  // Paying, the form, help
  ['hi bro how to register for smart ai n can i pay by gpay', [/UPI|QR/]],
  ['paid two times for vistura by mistake, amount debited twice', [helpDesk]],
  ['sent 60 instead of 600 for sonostrike 😭 wat to do', [helpDesk]],
  ['typed my frnds number wrong in the form, already submitted', [helpDesk]],
  ['screenshot not uploading says too large', [/4 ?MB/i]],
  ['whom to call abt rooms', [helpDesk]],
  ['AC rooms available?', [/non-?\s?AC/i]],
  // What the content does not say
  ['will we get participation certificate for quiz', 'not known'],
  ['lunch is veg or nonveg?', 'not known'],
  ['how many seats total in sonostrike', 'not known'],
  ['parking hai kya for bikes', 'not known'],
  ['dress code for gala?', 'not known'],
  ['pickup from railway station will be arranged?', 'not known'],
  ['tshirt XXL size milega', 'not known'],
  ['do these workshops have medical council credit hours', 'not known'],
  ['how many colleges came last year', 'not known'],
  ['can u give OD letter for attendance to my college', 'not known'],
]
