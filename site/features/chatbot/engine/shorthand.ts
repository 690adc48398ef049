/**
 * What students write for short, or in Hindi or Tamil where the rest is English, and the word by which it is understood:
 * short forms with a bar between, then what they stand for.
 */
const shorthand = `
kitne baje: what time
kitne ka|kitne ki|kitna|kitni|kitta: how much
kitne|hw many|how mny: how many
kab|kb|eppo: when
kaha|kahan|kidhar|enga: where
kaun: who
konsa|kaunsa|konse: which
dena: pay
aur|n: and
sikhayenge|sikhate|sikhaya|padhayenge: teach
tmrw|tmr|tmrow|tomo|tommorow|tomorow: tomorrow
2day|tdy: today
clg|clgs|collage: college
ppl|log: people
frnd|frnds|frd|frds: friend
stn|stns: station
reg|regn|regd|registring|registeration|regstration: registration
reqd|req|chahiye: required
docs: documents
hlo|helo|hlw: hello
thnx|thanx|tq|tysm: thanks
acc|accomodation|accommodations|accom: accommodation
usg: ultrasound
stitching|stitches: suturing
dj|concert|party: gala
bus|buses|cab|cabs|taxi|pickup|pick up|shuttle|travel: transport
khana: food
rehna|rehne|rukna|rukne: stay
zaruri|zaroori: required
paise kat gaye|paisa kat gaya: payment failed
nahi aaya|nahi aayi|nhi aaya|nahi mila|nhi mila: not received
sr: senior
jr: junior
yr|yrs: year
dt|dts: date
amt: amount
amount debited|money debited|got debited|debited: payment failed
qn|qns|ques|qs: questions
sec|secy: secretary
pg|pgs: postgraduate
hr|hrs: hours
min|mins: minutes
eposter|e-poster: poster
certi: certificate
`

const entries = shorthand
  .trim()
  .split('\n')
  .map((line) => line.split(': '))

const meant = new Map(
  entries.flatMap(([forms = '', word = '']) => forms.split('|').map((form) => [form, word] as const)),
)

const anyForm = new RegExp(`(?<![\\w'’-])(?:${[...meant.keys()].join('|')})(?![\\w'’-])`, 'g')

/** A question in lower case with what was written for short spelled out. */
export const spellOut = (question: string): string =>
  question.toLowerCase().replace(anyForm, (form) => meant.get(form) ?? form)
