import type { Question } from './question'

/**
 * Seventy-five questions in the mix that a help desk gets, with their answers decided out of the content alone by somebody
 * who had seen neither the chatbot nor its other questions. Asked for the first time 67 were answered right and 4 wrong; the
 * chatbot was worked on them since.
 */
export const askedSeventh: readonly Question[] = [
  // What it is
  ['whats this sonic shift workshop abt', [/anaesth|ultrasound|POCUS/i]],
  ['pancrithon is on which topic', [/diabetes/i]],
  ['hi, my friend just fwded me this link. what exactly is cerebra?', [/five days|festival of|quizzes/i]],
  ['snake bite mgmt is taught in which wrkshop', [/Code Wild/]],
  ['any workshop where they teach newborn intubation', [/Reviva/]],
  ['vistura syllabus?', [/anatomy/i, /pathology/i]],
  ['icu panel me kya kya discuss hoga', [/pressure|end of life|protocol|emotional|first death/i]],

  // When
  ['anastamos which date', [/10 Oct/]],
  ['gala nite kab hai', [/11 Oct/]],
  ['smart ai till what time? i have a train at 6 that evening', [/4:00 PM/]],
  ['whats happening on 8th oct', [/inauguration/i, /expo/i]],
  ['peristalympics finals start at?', [/2:00 PM/]],
  ['how many mins do we get for axon alley', [/\b(?:seven|7)[ -]min/i]],
  ['cineplexus submission last date over kya', [/28 Sep|closed/i]],
  ['case pulse results when', [/valedictory|12 Oct/i]],
  ['total kitne din ka fest hai', [/\b(?:five|5)\b|8 (?:Oct\w* (?:2025 )?)?(?:to|–|-|until) ?12/i]],
  ['list workshops on saturday pls', [/Occulex/, /Exodontia/, /Paramatrix/]],
  [
    'sonostrike and vivantia both on same day? will i be able to do both or timing clash',
    [/12:30 PM[\s\S]*2:00 PM|2:00 PM[\s\S]*12:30 PM|(?:not|n[’']t|no|without a?) ?(?:clash|overlap)/i],
  ],

  // Money
  ['occulex fee', ['₹500']],
  ['tier 2 pass price', ['₹700']],
  ['diff between novus n magnus', [/panel/i, /gala/i]],
  ['case pulse fees if we r 2', ['₹400']],
  ['body painting kitna lagega', [/₹150\b/]],
  ['sonostrike with tier 1 pass total kitna hoga', [/₹1,?100|₹600[\s\S]*₹500|₹500[\s\S]*₹600/]],
  ['smart ai and magnus pass together how much do i pay', [/₹1,?200|₹500[\s\S]*₹700|₹700[\s\S]*₹500/]],
  ['only want to come for the gala, hw much shud i pay', ['₹700']],
  ['disaster x has seperate fee or pass is enough', [/delegate pass|pass (?:is|of)/i]],
  ['600 in senior quiz is per head or whole team', [/(?:per|whole|each|a|for the) team|team[’']s fee/i]],
  ['axon alley prize money', ['₹3,000']],
  ['which quiz has the biggest prize', [/₹40,000|Senior Quiz|Peristalympics/]],
  ['coupon se kitna discount milta hai', [/5 ?%|5 per ?cent|five per ?cent/i]],
  ['if i cant come will u refund delegate pass', [/not refund|non-?refund|no refund|n[’']t refund/i]],

  // Who may come, and teams
  ['im bds 2nd yr can i join anastamos', [/not open to|(?:for|only|to) medical|medical students/i]],
  ['physio student here, which workshop is for us', [/Paramatrix/]],
  ['bsc nursing students eligible for cineplexus?', [/paramedical|nursing/i]],
  ['im a crri can i be in vistura team', [/not open|(?:first|1st)(?: year)? to (?:third|3rd)|first three/i]],
  [
    'max members for short film',
    [/\b(?:10|ten) (?:members|people|persons)|team[\w :]{0,14}\b(?:10|ten)\b|members?: (?:10|ten)\b/i],
  ],
  ['can my frnd from other clg be in my peristalympics team', [/different college|cross-college|other college/i]],
  [
    'hello i am cse engineering student, can i attend smart ai',
    [/not open to|(?:for|only|to) medical|medical students/i],
  ],
  ['I am an assistant professor. Can faculty attend the festival?', [/faculty/i]],
  ['how many teams allowed from one college in senior quiz', [/as many|no limit|any number|unlimited/i]],
  [
    'pulsating palettes me model bhi 3 members me count hoga?',
    [/inclu[\s\S]{0,20}model|model[\s\S]{0,20}(?:inclu|count)/i],
  ],

  // Registering, paying and the form
  [
    'do i need delegate pass for sr quiz',
    [/(?:no|without a?|need no) (?:delegate )?(?:pass|fee)|(?:not|n[’']t) (?:ask|need|require)/i],
  ],
  [
    'i bought tier 1 already. do i still hav to register for vivantia seperately?',
    [/each workshop|reserve|as well|also (?:have to |need to )?register|separately|still/i],
  ],
  ['gpay se pay kar diya ab kya', [/screenshot/i]],
  ['my payment screenshot is 6mb will it upload', [/4 ?MB/i]],
  ['where will i get the delegate id no', [/12[- ]digit|delegate pass/i]],
  ['on spot registration there for peristalympics?', [/on[- ](?:the[- ])?spot/i]],
  ['is sonostrike still open', [/(?<!not )\bopen\b|you can (?:still )?register/i]],
  ['reviva form not opening, is it over?', [/closed/i]],

  // Rules and what to bring
  ['nexus ppt max slides', [/\b18[ -]slides/i]],
  ['word limit for case pulse abstract', [/\b500 words/i]],
  ['our film is in tamil is that ok', [/any language|English subtitles/i]],
  ['pancrithon prelims can we keep camera off', [/cameras?[\s\S]{0,40}\bon\b/i]],
  ['need to bring own suturing kit for anastamos?', [/provided/i]],
  ['paints n brush organisers denge kya for body painting', [/own materials|bring (?:their|your) own/i]],

  // Rooms, lunch, shop and contact
  ['ac room available?', [/non-AC/i]],
  ['im coming from kerala with 2 frnds, how to book stay n what is the advance', [/₹50\b/, /call|phone/i]],
  [
    'lunch milega in code wild?',
    [/inclu[\w ]*lunch|lunch[\w ,:]*inclu|lunch is (?:part|there)/i],
    ['Lunch is not included'],
  ],
  ['fest tshirt how much and how to order', ['₹400', /order/i]],
  ['My daughter is in 2nd year MBBS and is coming for this. Which number can a parent call?', [/\+91 ?00000/]],

  // Mishaps
  ['paid twice for smart ai by mistake', [/\+91 ?00000/]],
  ['i sent 60 rs insted of 600 for vistura what now', [/\+91 ?00000/]],
  ['typed wrong mobile no in registration form how to change', [/\+91 ?00000/]],
  ['one of our teammate backed out, already registered for quiz. can we put someone else', [/\+91 ?00000/]],

  // What the festival has not published
  ['will we get participation certificate', 'not known'],
  ['is there parking for cars inside campus', 'not known'],
  ['dress code for gala?', 'not known'],
  ['how many seats left in vivantia', 'not known'],
  ['who are the judges for cineplexus', 'not known'],
  ['railway station se pickup hai kya', 'not known'],
  ['will u give OD letter for attendance', 'not known'],
  ['tshirt colour n sizes', 'not known'],
  ['wifi available in the hostel rooms?', 'not known'],
  ['how much does the runner up get in junior quiz', 'not known'],
]
