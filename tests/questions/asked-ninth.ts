import type { Question } from './question'

const helpDesk = /\+91 ?00000/
const three = /three|\b3\b(?!\.0)/i
const noPass =
  /\bno (delegate )?(pass|fee)|needs? no|not? (need|ask|requir)|without (a|any) (delegate )?pass|^No\b|(does|do)n[’']t (need|ask|require)|all you pay/i

/**
 * Seventy-five questions in the mix that a help desk gets, with their answers decided out of the content alone by somebody
 * who had seen neither the chatbot nor its other questions. Asked for the first time 69 were answered right and 1 wrong;
 * nothing was changed for them since, so they show what a new question may expect.
 */
export const askedNinth: readonly Question[] = [
  // What, when and where
  ['cerebra kya hai yaar first time sun rahi hu', [/festival/i]],
  ['fest is from which date to which date', [/\b8\b[\s\S]*\b12 Oct/]],
  ['college kidhar hai, send location pls', [/announced/i]],
  ['what all is happening on the opening day', [/inauguration/i, /expo/i]],
  ['gala nite kab hai and can i get in with the 500 wala pass?', [/\b11 Oct/, /Tier 2|MAGNUS/i]],
  ['Prize distribution will be on which day sir', [/\b12 Oct/]],
  ['im free only saturday mrng. which workshops r there', ['Occulex', 'Exodontia', 'Paramatrix']],
  ['Sonostrike timings pls', ['9:00 AM', '12:30 PM']],
  ['exodontia x kab hai', [/\b11 Oct/]],
  ['online quiz semis which day we have to come to college', [/\b12 Oct/]],
  ['icu panel is morning or aftrnoon?', [/afternoon/i]],
  ['smart ai gets over by what time, i have train to catch', ['4:00 PM']],
  [
    'sonostrike mrng n vivantia same day will it clash or can i do both',
    [/12:30 PM|no clash|(not|n[’']t) (clash|overlap)|^yes|both/i],
  ],
  ['junior quiz finals start at?', ['2:00 PM']],

  // Money
  ['sonostrike total kitna padega pass ke saath', [/₹600|₹1,100/, /₹500|₹1,100/]],
  ['sonic shift ke liye alag se paise dene hai kya', [/delegate pass|no fee/i]],
  ['how much for tier two', ['₹700']],
  ['whats the diff btw novus and magnus', [/gala/i, /panel/i]],
  ['body paintng fees', ['₹150']],
  [
    'Senior quiz 600 is per head or for full team?',
    [/(per|each|whole|full|entire) team|for (the|a) team|team[’']s fee/i],
  ],
  ['2 of us are doing poster so how much is it', ['₹400']],
  ['tshirt rate? and how to order', ['₹400', /form|order/i]],
  ['room advance amt', [/₹50(?!\d)/]],
  ['for vistura do i hv to buy delegate pass also', [noPass]],
  [
    'if i cant come due to university exam will the pass money be returned',
    [/not refundable|no refund|non-?refundable|not (be )?refunded/i],
  ],
  ['Pancrithon winners get how much cash', ['₹20,000']],
  ['which event has the biggest prize money', [/Senior Quiz|Peristalympics/]],
  ['is food included for disaster x', [/inclusive of lunch|lunch (is )?included|includes? lunch|with lunch|^yes/i]],
  ['anastamos me lunch milega?', [/not included|excluded|extra cost/i]],
  ['short film entry fee n how many in one team', ['₹500', /\bten\b|\b10\b(?! Oct|,)/i]],

  // Who may come, and in which team
  ['i am bsc nursing 3rd yr, can we come for this', [/paramedic/i]],
  ['bds student here. anything for dental??', [/Exodontia|Inside the ICU|Panel/]],
  [
    'my friends are all medicos but im doing mechanical engg, can i also come with them',
    [/outside|guest|external|everyone|anyone/i],
  ],
  ['physio 2nd year, can i join code wild', [/medical students|(for|to) medical|not (open )?(to|for)|clos/i]],
  ['final yr mbbs allowed in junior quiz?', [/first to third|first three|1st to 3rd|not (open )?(to|for)|^no\b/i]],
  ['hum 4 log hai peristalympics me chalega kya', [three]],
  ['My teammate studies in another college. ok for vistura?', [/different colleges|other college|cross|^yes/i]],
  ['and for pancrithon mixed college team possible?', [/one college|same college|^no\b|not (allowed|possible)/i]],
  ['I am an asst professor in pharmacology. May I also attend', [/faculty/i]],
  [
    'Good evening, my daughter is participating. Are parents allowed to come and see the programme?',
    [/guest|outside|external|welcome/i],
  ],
  ['can 2 house surgeons (2020 batch) be in same team for snr quiz', [/only one|at most one|just one|one CRRI/i]],
  [
    'we need a body for body painting, is model counted in the 3',
    [/model included|includ\w+ (of )?the model|^yes|model counts/i],
  ],

  // Registering and paying
  ['pls tell how to rgister for vivantia', [/form|register/i]],
  ['can i give cash there or gpay only', [/UPI/]],
  ['jr quiz reg still open ah?', [/\bopen\b/i]],
  ['reviva full ho gaya kya? not able to click register', [/closed/i]],
  ['which all workshops can i still register for', ['Sonostrike', 'Vivantia', 'Smart AI', 'Sonic Shift']],
  ['is spot reg there for senior quiz', [/on[ -]the[ -]spot|spot|^yes/i]],
  ['form is asking delegate id, where will i get that', [/12[ -]?digit|delegate pass/i]],
  ['screenshot not uploading it says file too large', [/4 ?MB|smaller/i]],
  ['if i put coupon how much will reduce', [/5 ?%|5 per ?cent/i]],
  ['Hello sir I am doing BSc OT technology 2nd yr, is paramatrix still taking entries? very interested', [/closed/i]],

  // Mishaps and whom to call
  ['gpay hanged and i paid twice for junior quiz 😭', [helpDesk]],
  ['typed wrong phone no in form n already submitted. how to change', [helpDesk]],
  ['by mistake sent 500 instead of 700 for magnus pass', [helpDesk]],
  ['amount debited but no mail came till now', [helpDesk]],
  ['whom to call for hostel room', [helpDesk]],
  ['AC room available?', [/non-AC/i]],
  ['mail id of organisers pls', ['festival@cerebra.example']],

  // Rules, matter and what to bring
  ['snake bite mgmt is covered in which workshop', ['Code Wild']],
  ['suturing kit khud lana padega kya', [/provided|there for you/i]],
  ['poster file ka naam kaise rakhna hai', ['Name_AxonAlley']],
  ['nexus abstract max how many words and last date was when', [/500[ -]words?/i, /\b24 Sep/]],
  ['paints and brushes will be given or bring ourself', [/own materials|bring/i]],
  ['tamil short film ok? subtitle needed ah', [/subtitles/i]],

  // What nobody has published
  ['certificate will be given for workshop right?', 'not known'],
  ['any college bus from railway station', 'not known'],
  ['how many seats left in vivantia', 'not known'],
  ['hostel room me wifi hai kya', 'not known'],
  ['lunch is veg or non veg', 'not known'],
  ['will faculty get CME credit hours', 'not known'],
  ['two wheeler parking inside campus?', 'not known'],
  ['which band is performing on gala night', 'not known'],
  ['tshirt xxl size available?', 'not known'],
  ['are girls given separate block to stay', 'not known'],
]
