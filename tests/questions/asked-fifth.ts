import type { Question } from './question'

/**
 * Seventy-five questions in the mix that a help desk gets: their answers were decided out of the content alone, by somebody
 * who had seen neither the chatbot nor its other questions. Asked for the first time 57 were answered right and 5 wrong; the
 * chatbot was worked on them since.
 */
export const askedFifth: readonly Question[] = [
  // What it is
  ['hii what is this cerebra actually', [/festival/i]],
  ['theme of the fest?', [/connecting knowledge/i]],
  ['what is cortex crafts', [/workshop/i]],
  ['whats the topic for peristalympics so i can start reading', [/gastroenterology/i]],
  ['which workshop has that snake bite thing', ['Code Wild']],
  ['I am PG aspirant, will they teach intubation in any of the workshops', ['Reviva']],

  // Money
  ['pass kitne ka hai bhai', ['₹500', '₹700']],
  ['sonostrike + tier 1 total kitna padega', [/₹1,?100|₹600[\s\S]*₹500|₹500[\s\S]*₹600/]],
  ['do all 3 of us pay 600 each for vistura or only once', [/per team|team’s fee|for the (whole )?team/i]],
  ['tshirt rate?', ['₹400']],
  ['if i do poster alone how much shd i pay', ['₹300']],
  ['Smart AI amount pls. i already hav delegate pass', ['₹500']],
  ['is vivantia free if i have pass??', [/delegate pass|no fee/i]],
  ['body painting entry fee', ['₹150']],
  ['me and my friend are giving paper together, fees for two ppl?', ['₹400']],
  ['gala night entry seperate ticket or what', [/Tier 2|MAGNUS/i]],
  ['got a coupon from my senior, how much will it reduce in senior quiz', [/5 ?%|₹570|₹30(?![\d,])/]],
  ['first prize in cineplexs how much', ['₹10,000']],
  ['which event has the highest prize money', [/Peristalympics|Senior Quiz/i]],

  // When
  ['fest dates?', [/\b8\b/, /12 Oct/]],
  ['Anastamos kab hai', [/10 Oct/]],
  ['reviva timing', ['2:00']],
  ['disaster x full day hai? kitne baje khatam hoga', ['4:00']],
  ['i have train at 7.30 pm sunday. senior quiz finals gets over by what time', ['5:30']],
  ['what all workshops on friday', ['Disaster X', 'Sonic Shift', 'Anastamos', 'Reviva']],
  ['Is there anything on the 1st day or can i come directly on 9th', [/inauguration/i, /expo/i]],
  ['when will results be announced for case pulse', [/valedictory/i]],
  ['can i attend sonostrike and vivantia both?? same day na', [/2:00|\byes\b/i]],
  ['panel discussion which day and do i need tier 2 for it', [/11 Oct/, /Tier 2/]],

  // Where
  ['location send', [/to be announced/i]],
  ['pancrithon semis also online or we have to come there', [/at the festival|on our stage|offline|12 Oct/i]],

  // Who, and in what teams
  ['myself BDS 2nd year, can i join the suturing workshop', [/medical students|not open to|not for dental/i]],
  ['physiotherapy students allowed in paramatrix?', [/paramedical/i]],
  ['Im doing btech CSE.. can outsiders also come to the fest', [/outside|external|guest/i]],
  ['Dear sir, I am Assistant Professor. Can faculty attend?', [/faculty/i]],
  ['final yr student can play junior quiz??', [/first to third|first three|1st to 3rd|not open to/i]],
  ['we r 2 interns both 2020 batch. can we be in same team for senior quiz', [/only one/i]],
  ['pancrithon me dusre college ka dost team me chalega?', [/one college|same college|cross-college/i]],
  ['max members short film', [/(ten|10) (members|people|persons)|(of|most|to|size:?) (ten|10)\b(?! min|[,:])/i]],
  ['any workshop for dental ppl', [/Exodontia/]],
  ['can house surgeons (CRRI) present in case pulse', ['CRRI']],
  [
    'vistura team can be from mixed colleges? and how many members',
    [/different colleges|cross-college/i, /\bthree\b|\b3\b/i],
  ],

  // Open or closed
  ['is poster registration over', [/closed|\bover\b/i]],
  ['vistura reg open hai kya', [/\bopen\b/i], ['Registration Closed']],
  ['which workshops can i still register for', ['Sonostrike', 'Vivantia', 'Smart AI', 'Sonic Shift']],
  ['forgot to register senior quiz earlier.. on the spot possible?', [/on the spot|on-spot/i]],
  ['occulex seat still can book? whats the fee also', [/closed/i, '₹500']],

  // Pass, registering, paying
  ['hw to register for sonic shift', [/Register Now|screenshot|delegate pass|\/register/i]],
  ['gpay se pay kar sakte hai?', ['UPI']],
  ['its saying file is too large when i put payment screenshot', [/4 ?MB/i]],
  [
    'only coming for quiz, delegate pass compulsory ah',
    [/no delegate|not ask|n[o’']t need|no pass|not (be )?(required|compulsory|mandatory)|without a (delegate )?pass/i],
  ],
  [
    'bought the pass yesterday. is my workshop seat automatically confirmed or register again',
    [/not reserve|register for each|register for (the|every) workshop/i],
  ],
  ['can i get money back for pass if exam gets preponed', [/not refundable|non-refundable|no refund/i]],
  ['novus vs magnus difference', [/gala/i, /panel/i]],

  // Rules and files
  ['abstract word limit for nexus', [/500 words/i]],
  ['how many slides max in the paper ppt', [/\b18\b/]],
  ['our film is in malayalam, ok?', [/any language|subtitles/i]],
  ['do we have to get own paints and brushes for pulsating palettes', [/own materials/i]],
  ['suture kit hume lana hai ya milega', [/provided|there for you/i]],

  // Stay, food, people
  ['AC room milega kya', [/non-AC/i]],
  ['lunch given in sonostrike or not', [/not included|extra cost/i]],
  ['how to book accomodation and advance how much', [/₹50(?!\d)/, /\bcall\b|by phone|\bform\b|\/accommodation/i]],
  ['helpline no pls', [/\+91 ?00000/]],

  // Not published
  ['will we get participation certificate for workshops', 'not known'],
  ['My daughter is coming alone from Madurai. Is there separate hostel for girls with warden?', 'not known'],
  ['nearest railway station and will there be pickup bus', 'not known'],
  ['dress code for gala nite', 'not known'],
  ['how many seats left in smart ai', 'not known'],
  ['can u give OD letter for attendance, my HOD is asking', 'not known'],
  ['is there car parking', 'not known'],
  ['does this give any CME credit points from state medical council', 'not known'],

  // Mishaps
  ['amt got debited twice for delegate pass pls help', 'not known'],
  ['by mistake i sent 500 insted of 700 for magnus what to do now', 'not known'],
  ['typed wrong mobile number in the quiz form, how to change', 'not known'],
  ['one of our teammates got fever, can we put someone else in vistura now', 'not known'],
]
