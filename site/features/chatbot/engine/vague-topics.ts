import { registrantCategories } from '../../../../festival/registrant'
import { formatDay, formatHours } from '../../../../festival/slot'
import { detailsOf, textsOf } from '../../../answers/describe-subject'
import { type AnswerParts, joinSentences, joinWords, say } from './answer'
import { callLinks, forms, listAlike, listNames, pages, tellFee, tellWhen } from './describe'
import type { FestivalNow } from './festival-now'
import { tellTeam, tellWhom } from './tell-eligibility'
import type { Topic } from './topic'

/** From when to when the festival lasts. */
const answerWhen = ({ identity: { title, firstDay, lastDay }, festivalDays }: FestivalNow): AnswerParts => {
  const first = festivalDays[0]?.entries[0]
  const begins = first ? ` First on the programme: ${first.title}, ${formatHours(first.slot).toLowerCase()}.` : ''
  const days = `${title} lasts ${festivalDays.length} days, from ${formatDay(firstDay)} to ${formatDay(lastDay)}.`
  return say([days + begins], pages.schedule)
}

/** Topics whose words also stand in questions about details, and about what the festival has nothing to do with. */
export const vagueTopics = {
  contact: {
    phrases:
      'have question|ask question|email id|mail id|contact|call|phone|number|helpline|help desk|help|support|query|mobile|email|mail|whatsapp|talk someone|organiser number|doubt',
    tell: (subject, festival) =>
      joinSentences([...(detailsOf(festival, subject).incharges ?? []), `Call ${festival.desk}`]),
    answer: ({ generalQueries, identity: { email, phones } }) =>
      say([generalQueries, `You can also write to ${email}.`], ...callLinks(phones), pages.team),
  },
  team: {
    phrases:
      'team|member|teammate|solo|alone|individual|single|partner|how many people|how many person|how many member|how many student|team size|duo|trio|group',
    tell: tellTeam,
    only: { label: 'for teams', has: ({ teamSize }) => teamSize > 1 },
    answer: () => say(['Whatever is not listed here is for one person.']),
  },
  rules: {
    phrases: 'rule|regulation|guideline|format|instruction|abstract|criteria judging|size|dimension|resolution',
    tell: (subject, festival) => {
      const { rules = [], abstract = [], presentation = [], details = [] } = detailsOf(festival, subject)
      const all = [...rules, ...abstract, ...presentation, ...details]
      return all.length > 0 ? all : 'No rules are announced'
    },
    answer: () => say(['Each event has its own rules. They stand on its page.'], pages.events),
  },
  learn: {
    phrases: 'topic|syllabus|learn|teach|cover|theme|content|portion|taught|subject|agenda',
    tell: (subject, festival) => {
      const { topic = [], theme = [], themes = [], categories = [], topics = [] } = detailsOf(festival, subject)
      const all = [topic, theme, themes, categories, topics].flat()
      return all.length > 0 ? all : subject.summary
    },
    answer: () => say(['Each event and workshop has its own. They stand on its page.'], pages.events, pages.workshops),
  },
  register: {
    phrases:
      'register|registration|how participate|how take part|sign up|signup|enrol|enroll|apply|book|join|enter|regn|reg',
    tell: (subject, festival) =>
      festival.open.includes(subject)
        ? `${tellFee(subject, festival)}. Open the form, pay by UPI, upload the screenshot and submit`
        : '',
    answer: ({ open }) => ({
      text: [
        'Open the page of an event or workshop and press Register Now. Pay the amount that the form shows by UPI, upload the screenshot of the payment, and submit: you get a registration ID on the screen and by e-mail.',
        open.length > 0 ? `Open now: ${listNames(open)}.` : 'Nothing is open for registration now.',
      ],
      links: forms,
    }),
  },
  soon: {
    phrases: 'soon|when registration open|when will open|when open',
    tell: () => '',
    only: { label: 'opening soon', has: (subject, { availabilityOf }) => availabilityOf(subject) === 'soon' },
    answer: ({ open, subjects, availabilityOf }) => {
      const isAny = subjects.some((subject) => availabilityOf(subject) === 'soon')
      const now = open.length > 0 ? `Open now: ${listNames(open)}.` : 'Nothing is open for registration now.'
      return say([now, isAny ? 'Registration opens soon for these:' : 'Nothing is announced to open soon.'], ...forms)
    },
  },
  open: {
    phrases:
      'still register|register now|open|available|still open|ongoing|vacancy|seat|slot left|closed|close|sold out|status|registration open|registration closed|filled',
    tell: (subject, festival) => (festival.open.includes(subject) ? tellFee(subject, festival) : ''),
    only: { label: 'open now', has: (subject, { open }) => open.includes(subject) },
    answer: ({ open }) =>
      say([open.length > 0 ? 'Open for registration now:' : 'Nothing is open for registration now.'], ...forms),
  },
  who: {
    phrases:
      'eligible|eligibility|who can|participate|participation|participant|allow|allowed|attend|prerequisite|requirement|take part|meant for|criteria|can join|external|outsider|faculty|doctor|postgraduate',
    tell: tellWhom,
    answer: (festival) => {
      const { subjects } = festival
      const audiences = [...new Set(subjects.flatMap(({ audience }) => audience))]
      const categories = registrantCategories.map(({ label }) => label).join(', ')
      const all = `There is something for ${joinWords(audiences)} students. You register as one of these: ${categories}.`
      return { text: [all], items: listAlike(subjects, (subject) => tellWhom(subject, festival)) }
    },
  },
  where: {
    phrases:
      'where|venue|place|location|address|located|hall|map|station|airport|railway|nearest|nearby|offline|virtual|in person|reach|direction|campus|google map|map link|location link|situated|city',
    tell: (subject, { identity: { college, city } }) =>
      subject.slots.some(({ label = '' }) => /online/i.test(label))
        ? `The first round is online, then at ${college}, ${city}. ${tellWhen(subject)}`
        : `At ${college}, ${city}`,
    answer: ({ identity: { address, phones }, desk }) =>
      say(
        [`At ${address.join(', ')}.`, `If you cannot find the way, call ${desk}.`],
        pages.about,
        ...callLinks(phones),
      ),
  },
  ended: {
    phrases: 'over|finished|ended|happened|started|begun|completed',
    tell: (subject) => tellWhen(subject),
    answer: ({ isOver, today, identity: { title, firstDay, lastDay } }) => {
      const days = `${formatDay(firstDay)} to ${formatDay(lastDay)}`
      if (isOver) return say([`${title} is over. It was from ${days}.`], pages.schedule)
      return say([`${title} ${today < firstDay ? 'has not begun yet' : 'is on'}: ${days}.`], pages.schedule)
    },
  },
  duration: {
    phrases: 'how long|full day|half day|duration|hour|minute|time limit|length|how much time|how many time',
    tell: (subject, festival) => {
      const { duration } = detailsOf(festival, subject)
      const told = [subject.summary, ...textsOf(festival, subject)].filter((text) =>
        /\b(?:minutes?|hours?)\b/i.test(text),
      )
      return joinSentences([...told, tellWhen(subject), duration ? `It lasts ${duration}` : ''])
    },
    answer: answerWhen,
  },
  when: {
    phrases:
      'when|date|time|timing|morning|forenoon|afternoon|evening|start|begin|end|which day|what day|how many day|held|prelim|semifinal|final|round',
    tell: (subject) => tellWhen(subject),
    answer: answerWhen,
  },
  host: {
    phrases:
      'organiser|organizer|organise|organize|association|which college|host college|college name|institution|host|team behind|conducted by|who conduct',
    answer: ({ about, identity: { college, city } }) =>
      say([...about.association, `It takes place at ${college}, ${city}.`], pages.about, pages.team),
  },
  about: {
    phrases: 'fest|festival|conference|theme fest',
    answer: ({ identity: { title, line }, about }) =>
      say([`${title}: ${line}.`, ...about.conference], pages.about, pages.schedule),
  },
  bot: {
    phrases: 'who you|you bot|you human|chatbot|bot|you real|robot|your name|you ai|you person',
    answer: ({ desk, identity }) => ({
      text: [
        'I am a small program on this page, not a person. I look your question up in what the festival has published, and nothing that you type leaves your device.',
        `For a person, call ${desk}.`,
      ],
      links: callLinks(identity.phones),
    }),
  },
  thanks: {
    phrases: 'thank|thx|ty|bye|goodbye|great|cool|nice|perfect',
    answer: ({ isOver, identity: { shortTitle } }) =>
      say([`You are welcome. ${isOver ? 'Thank you for being part of' : 'See you at'} ${shortTitle}.`]),
  },
  greeting: {
    phrases: 'hi|hello|hey|hii|hiii|good morning|good evening|good afternoon|namaste|vanakkam|greetings',
    answer: ({ identity: { title } }) =>
      say([`Welcome to ${title}. Ask me about an event or workshop, about fees, dates, passes, rooms or lunch.`]),
  },
} satisfies Record<string, Topic>
