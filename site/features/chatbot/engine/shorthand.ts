/**
 * What students write for short, or in Hindi, Malayalam or Tamil where the rest is English, and everyday words for what the
 * festival calls otherwise: patterns, each of which is read before those below it, then the word by which it is understood.
 */
const shorthand = String.raw`
kitne baje > what time
kab se kab tak > when
kab tak > till when
kitn[aei] (?:der|time) > how long
kitn[aei] (?:dur|door|far) > where
kitne(?! k[ai]) > how many
kaise p\w*ch\w*|kaha|kahan|kidhar|evide > where
kab|kb|eppo > when
aur|n > and
what all in > topics
(?:sikh|padh)\w+ > teach
tmr\w*|tomo\w*|kal > tomorrow
tdy|aaj > today
din > day
clgs? > college
(?:college|student) id|id cards? > aadhar
ppl|log > people
reg[nd]? > registration
usg > ultrasound
nite > night
k(?:au|o)ns[ei] din > which day
portions? > topic
total(?= (?:kitne|how many)) > of
taught > teach
mgmt > management
band > closed
my hostel|hostel (?:in-?time|curfew|warden) > home
(?:train|flight|bus) tickets?|train|flight > travel
directly (?:\w+ ){0,2}(?:come|join|register|pay)|direct entry > on the spot
return (?:\w+ ){0,3}(?:money|fee|amount) > refund
seper(\w+) > separate
hi+ > hi
dusr\w+|mixed > different
dost > friend
mrn?g > morning
evn?g|eve > evening
(?:e-?)?mail (?:id|address) > email
asst?\.? prof\w*|(?:assistant |associate )?professor|lecturer > faculty
md|ms|jr resident|residents? > postgraduate
b\.?com|bba|b\.?ca|b\.?tech|engg|commerce > engineer
payed > paid
mobile > phone
ragg\w+ > anti ragging
movie|short film > film
closing ceremony > valedictory
opening ceremony > inauguration
dj|concert|party|pro ?night > gala
bus(?:es)?|cabs?|taxi|pick ?up|shuttle > transport
na?hi (?:aay?[ai]|mil[ai])|(?:no|not|did\S*) (?:\w+ )?(?:c[ao]me|g[eo]t|receive) > not received
(?:pais[ae]|money|amount|payment) (?:\w+ ){0,2}(?:kat|cut|gone|stuck|pending)|de(?:bi|duc)ted > payment failed
not (?:load|submit)\w*|hang > not working
on-?spot|walk-? ?in > on the spot
online or(?= offline| at) > offline
(?:ifsc|account (?:no|num|det)).* > bank
too large|how big > size
tamil|malayalam|hindi|english > language
jr > junior
gen > general
yrs? > year
qns?|qs > questions
secy? > secretary
mins? > minutes
e-?poster > poster
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
