/**
 * What students write for short, or in Hindi or Tamil where the rest is English, and the word by which it is understood:
 * patterns, each of which is read before those below it, then what they stand for.
 */
const shorthand = String.raw`
kitne baje > what time
kab se kab tak > when
kab tak > till when
kitn[aei]? (?:der|time|samay) > how long
kitn[aei] (?:dur|door|far) > where
kitne(?! k[ai]) > how many
kitn[aei](?: k[aei])?|kitta > how much
kab|kb|eppo > when
kaha(?: ?(?:pe|par))?|kahan|kidhar|enga|far > where
kaun > who
dena > pay
aur|n > and
(?:sikh|padh)\w+ > teach
tmr\w*|tomo\w*|kal > tomorrow
2day|tdy|aaj > today
din > day
khatam > over
rly > railway
gha?nt[ae]|hrs? > hours
clgs?|collage > college
ppl|log > people
frn?ds? > friend
stns? > station
reg[nd]? > registration
reqd|req|chah?iye > required
docs > documents
acc|accom|acco?mm?[oa]dations? > accommodation
usg > ultrasound
stitch\w* > suturing
dj|concert|party|pro ?night > gala
bus|cabs?|taxi|pick ?up|shuttle|travel > transport
khana > food
re?hn[ae]|rukn[ae] > stay
za?roori|za?ruri > required
na?hi (?:aay?[ai]|mil[ai])|(?:no|did ?n[o’']?t|not) (?:\w+ )?(?:came|got|get) > not received
(?:pais[ae]|money|amount|payment) (?:\w+ ){0,2}(?:kat|cut|debited|deducted|gone|stuck|pending)|(?:got )?debited > payment failed
sr > senior
jr > junior
yrs? > year
dts? > date
amt|pais[ae]|rupay?e > amount
qn|qns|ques|qs > questions
secy? > secretary
pgs? > postgraduate
mins? > minutes
e-?poster > poster
on-?spot > on the spot
`

const entries = shorthand
  .trim()
  .split('\n')
  .map((line) => line.split(' > '))

const meant = entries.map(
  ([forms = '', word = '']) => [new RegExp(`(?<![\\w'’-])(?:${forms})(?![\\w'’-])`, 'g'), word] as const,
)

/** A question in lower case with what was written for short spelled out. */
export const spellOut = (question: string): string =>
  meant.reduce((text, [form, word]) => text.replace(form, word), question.toLowerCase())
