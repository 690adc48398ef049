import type { Question } from './question'

/**
 * Seventy-five questions in the mix that a help desk gets, with their answers decided out of the content alone by somebody
 * who had seen neither the chatbot nor its other questions. Asked for the first time 53 were answered right and 7 wrong; the
 * chatbot was worked on them since.
 */
export const askedSixth: readonly Question[] = [
  // What it is, when, where and who may come
  ['Hi, my friend forwarded this link.. what is cerebra actually', [/festival/i]],
  ['fest kis date se start hai', [/\b8 ?(?:Oct|(?:to|–|-) ?12 Oct)/]],
  ['which city is this in? need to book train tickets', [/announced/i]],
  ['I am btech ECE 3rd yr not from medical at all, can i just come and see', [/outside|external|guest/i]],
  ['Sir my daughter is in 1st year BDS. Is there anything in this fest for her to attend', [/dental|Exodontia/i]],
  ['inauguration timing n day', [/8 Oct/, /9:00|morning/i]],
  ['medical expo on which day', [/8 Oct/]],
  ['what all is happening on 10th october', [/Disaster X/, /Sonic Shift/, /Anastamos/, /Reviva/]],
  ['valedictory is when, can we catch a train that evening around 5', [/12 Oct/, /evening|6:00/i]],
  ['bpt student here, is there any wrkshop for us physio ppl', [/Paramatrix|paramedical/i]],
  ['stratum nights kab hai', [/announced|coming soon/i]],

  // Money
  ['pass rates pls', ['₹500', '₹700']],
  ['body painting fees for our gang', ['₹150']],
  ['me and my roommate both in one case presentation, what do we pay', ['₹400']],
  ['sonostrike plus magnus pass total how much will it come', [/₹600|₹1,300/, /₹700|₹1,300/]],
  [
    'vivantia me pass ke alawa extra paisa lagega kya',
    [/\bno\b[^.]{0,30}fee|pass required|from ₹500|needs? (?:only )?a delegate pass|nothing (?:more|else|extra)/i],
  ],
  ['dont have any pass now. smart ai full cost including everything?', [/₹500|₹1,000/, /pass/i]],
  ['we are 8 in the short film team, is entry fee per head or what', ['₹500']],
  ['tshirt price??', ['₹400']],
  [
    'if my exam gets clashed will u return the delegate fee',
    [/(?:not|non|isn['’]t)[- ]?refund|no refund|not be refund/i],
  ],
  ['total prize money in whole fest', ['₹1,10,500']],
  ['peristalympics prize worth?', ['₹40,000']],
  ['wats the prize for best paper in nexus', ['₹3,000']],

  // Dates and times
  ['code wild which day and by what time it gets over, hostel in-time is 6', [/9 Oct/, /4(?::00)? ?PM/i]],
  ['sonic shift kab hai', [/10 Oct/]],
  ['occulex is mrng or afternoon', [/9:00|forenoon|morning/i]],
  ['neonatal resus workshop time', [/2:00/]],
  ['can i do both sonostrike and vivantia same day or timings clash', [/9:00/, /2:00/]],
  ['jr quiz finals what time will it start', [/2:00/]],
  ['inside the icu is on saturday or sunday', [/11 Oct|Saturday/]],
  ['paramatrix date', [/11 Oct/]],
  ['is nexus abstract deadline gone? what was the date', [/24 Sep/]],
  ['selected for case pulse!! by when should i mail the ppt', [/5 Oct/]],
  ['film submission lst date', [/28 Sep/]],

  // Whether it is open
  ['reviva seats still open?', [/closed/i]],
  ['vistura ka registration chal raha hai ya band', [/\bopen\b/i], ['is closed', 'Registration Closed']],
  ['which workshops are still taking registrations', [/Sonostrike/, /Vivantia/, /Sonic Shift/, /Smart AI/]],
  ['why is button not working on pulsating palettes page', [/closed/i]],
  ['can we directly come on sunday and join senior quiz', [/on[- ]the[- ]spot|on-?spot/i]],

  // Teams, rules and what to bring
  ['max members in vistura team', [/three|\b3\b/i]],
  [
    'my teammate is from another college is it ok for pancrithon',
    [/one college|same college|cross-college|different colleges/i],
  ],
  ['2 crri both 2020 batch in same team for peristalympics allowed?', [/(?:only|at most|just|than) (?:one|1)\b/i]],
  [
    'Can our short film be in malayalam, and how long max',
    [/subtitle/i, /five to ten|5 ?(?:to|-|–) ?10|(?:ten|10) min/i],
  ],
  ['no. of slides allowed for paper presentation', [/\b18\b/]],
  ['e poster dimensions', [/4 ?ft|1920/i]],
  ['paints n brushes will u give or we hv to carry', [/own materials|bring (?:their|your|its) own|own paint/i]],
  ['anastamos ke liye suture set lana padega kya', [/kit[^.]{0,20} provided|provide[^.]{0,30} kit/i]],
  ['net is slow in my hostel, can i switch off camera in online quiz', [/camera[^.]{0,30} on\b/i]],
  ['how many words for case abstract and which font', ['500', /Times New Roman/i]],
  ['axon alley how many mins per team', [/seven|\b7\b/i]],
  [
    'final yr mbbs, want to try the jr quiz',
    [/first (?:to|three)|1st (?:to|[-–]) ?3rd|third year|not open to|first, second/i],
  ],
  ['BDS interns making a film for cineplexus, eligible or not', [/medical and paramedical|not open to/i]],
  ['bsc nursing 2nd yr can i attend exodontia x', [/dental students|not open to/i]],

  // The pass, lunch, the room and the shop
  [
    'is pass compulsory for poster presentation',
    [
      /no (?:delegate )?pass|(?:not|n['’]t) (?:need|require|ask|compulsory|necessary)|without (?:a )?(?:delegate )?pass/i,
    ],
  ],
  ['Our HOD wants to sit for the panel discussion, which pass should he take', [/Tier 2|MAGNUS/i]],
  [
    'took tier 2 already, do i have to register again for sonic shift or automatically im in',
    [/register for (?:each|every|the|it)|not reserve|as well|separate/i],
  ],
  ['occulex me lunch milega?', [/not (?:be )?included|extra cost|no lunch|without lunch/i]],
  ['ac room milega kya for 3 nights', [/non-AC/i]],
  ['for the stay how much to pay in advance n whom to call', [/₹50(?!\d)/, /\+91 ?00000/]],

  // Paying and the form, and what goes wrong there
  ['gpay works?', [/UPI/]],
  ['payment ss upload showing file too large what to do', [/4 ?MB/i]],
  ['i have one coupon code, how much will get reduced', [/5 ?%|5 per ?cent/i]],
  ['by mistake paid twice for vistura, gpay got stuck first time', [/\+91 ?00000/]],
  ['sent 500 instead of 600 for the quiz pls help', [/\+91 ?00000/]],
  ['gave wrong mobile no in the registration form how to change', [/\+91 ?00000/]],

  // What the festival has not published
  ['will participants get a certificate for the workshops', 'not known'],
  ['any TNMC credit hours for attending this', 'not known'],
  ['how many seats left in vivantia', 'not known'],
  ['will u give OD letter for our college attendance', 'not known'],
  ['bike park karne ki jagah hai kya campus me', 'not known'],
  ['tshirt me XXL size hai?', 'not known'],
  ['is there negative marking in pancrithon prelims', 'not known'],
  ['which dj is coming for gala night', 'not known'],
  ['scrubs pehenke aana hai ya apron, dress code?', 'not known'],
  ['can i upgrade novus to magnus later by paying the difference', 'not known'],
]
