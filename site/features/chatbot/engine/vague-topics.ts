import { formatDay, formatHours } from '../../../../festival/slot'
import { detailsOf, textsOf } from '../../../text-search/describe-subject'
import { type AnswerParts, joinSentences, joinWords, say } from './answer'
import { callLinks, forms, listAlike, listNames, pages, tellFee, tellUnknown, tellWhen } from './describe'
import type { FestivalNow } from './festival-now'
import { tellTeam, tellWhom } from './tell-eligibility'
import type { Topic } from './topic'

/** From when to when the festival lasts. */
const answerWhen = ({ identity: { title, firstDay, lastDay }, festivalDays, isOver }: FestivalNow): AnswerParts => {
  const dates = `from ${formatDay(firstDay)} to ${formatDay(lastDay)}.`
  if (isOver) return say([`${title} is over. It was ${dates}`], pages.schedule)
  const first = festivalDays[0]?.entries[0]
  const begins = first ? ` First on the programme: ${first.title}, ${formatHours(first.slot).toLowerCase()}.` : ''
  const days = `${title} lasts ${festivalDays.length} days, ${dates}`
  return say([days + begins], pages.schedule)
}

/** Topics whose words also stand in questions about details, and about what the festival has nothing to do with. */
export const vagueTopics = {
  contact: {
    beyond: /use |allow|medical/,
    phrases: 'incharge|coordinator|contact|call|phone|number|help desk|help|support|query|email|mail|doubt',
    tell: (subject, festival) =>
      joinSentences([...(detailsOf(festival, subject).incharges ?? []), `Call ${festival.desk}`]),
    answer: ({ generalQueries, identity: { email, phones } }) =>
      say([generalQueries, `You can also write to ${email}.`], ...callLinks(phones), pages.team),
  },
  team: {
    beyond: /same person|same team .*both|(?:two|2|many) teams|attend|team name/,
    phrases: 'team|member|teammate|solo|alone|individual|single|akele|partner|crew|how many people|group',
    tell: tellTeam,
    only: { label: 'for teams', has: ({ teamSize }) => teamSize > 1 },
    answer: () => say(['Whatever is not listed here is for one person.']),
  },
  rules: {
    beyond: /where|accept/,
    phrases: 'rule|format|abstract|size|dimension|font|slide|word limit|heading',
    tell: (subject, festival) => {
      const { rules = [], abstract = [], presentation = [], details = [] } = detailsOf(festival, subject)
      const all = [...rules, ...abstract, ...presentation, ...details]
      return all.length > 0 ? all : 'No rules are announced'
    },
    answer: () => say(['Each event and workshop has its own, on its page.'], pages.events),
  },
  bring: {
    phrases: 'bring|carry|lana|provided|own material|paint|brush|kit',
    tell: (subject, festival) =>
      joinSentences(textsOf(festival, subject).filter((text) => /\b(?:bring|provided?|kit)\b/i.test(text))),
    answer: (festival) => tellUnknown(festival, []),
  },
  who: {
    beyond: /many (?:participant|people)|all days|limit|is there (?!any)|get/,
    phrases:
      'eligible|eligibility|participate|participant|allow|attend|prerequisite|take part|external|outsider|engineer|law|faculty|doctor|postgraduate|requirement',
    tell: tellWhom,
    answer: (festival) => {
      const { subjects, registrantCategories } = festival
      const audiences = [...new Set(subjects.flatMap(({ audience }) => audience))]
      const categories = registrantCategories.map(({ label }) => label).join(', ')
      const all = `There is something for ${joinWords(audiences)} students. You register as one of these: ${categories}.`
      return { text: [all], items: listAlike(subjects, (subject) => tellWhom(subject, festival)) }
    },
  },
  register: {
    beyond: /many|more than|register (?:for )?(?:two|2|my)/,
    phrases: 'register|registration|sign up|enrol|apply|fill form|book|join|enter',
    tell: (subject, festival) =>
      festival.open.includes(subject)
        ? `${tellFee(subject, festival)}. Open the form, pay by UPI, upload the screenshot and submit`
        : '',
    answer: ({ open }) => ({
      text: [
        'On the page of an event or workshop press Register Now. Open the form, pay by UPI, upload the screenshot and submit: the screen shows your registration ID and an e-mail confirms it.',
        open.length > 0 ? `Open now: ${listNames(open)}.` : 'Nothing is open for registration now.',
      ],
      links: forms,
    }),
  },
  open: {
    beyond: /(?:many|much|total).*(?:seat|slot)|seat.*(?:many|much)/,
    phrases: 'still register|registration open|open|soon|available|seat|slot|close|status|khula|too late',
    tell: (subject, festival) => (festival.open.includes(subject) ? tellFee(subject, festival) : ''),
    only: { label: 'open now', has: (subject, { open }) => open.includes(subject) },
    answer: ({ open, subjects, availabilityOf }) => {
      const soon = listNames(subjects.filter((subject) => availabilityOf(subject) === 'soon'))
      const now = open.length > 0 ? 'Open for registration now:' : 'Nothing is open for registration now.'
      return say([soon ? `Registration opens soon for ${soon}.` : 'Nothing is announced to open soon.', now], ...forms)
    },
  },
  where: {
    phrases:
      'where|far|venue|place|location|address|map|gmap|google map|station|stn|airport|railway|rly|metro|near|nearest|offline|reach|campus|city',
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
  duration: {
    phrases:
      'how long|time per team|minute team|full day|duration|hour|hrs|ghante|minute|time limit|how many time|length',
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
      'over|khatam|finished|when|screening|forenoon|date|dt|time|timing|morning|afternoon|evening|start|begin|end|what day|how many day|prelim|final|round|semifinal|which day',
    tell: (subject) => tellWhen(subject),
    answer: answerWhen,
  },
  host: {
    phrases: 'organise|organiser|which college|host',
    answer: ({ about, identity: { college, city } }) =>
      say([...about.association, `It takes place at ${college}, ${city}.`], pages.about, pages.team),
  },
  about: {
    beyond: /\bid\b/,
    phrases: 'fest|festival',
    answer: ({ identity: { title, line }, about }) =>
      say([`${title}: ${line}.`, ...about.conference], pages.about, pages.schedule),
  },
  learn: {
    beyond: /who /,
    phrases: 'topic|syllabus|learn|discuss|teach|cover|theme|content|subject',
    tell: (subject, festival) => {
      const { topic = [], theme = [], themes = [], categories = [], topics = [] } = detailsOf(festival, subject)
      const all = [topic, theme, themes, categories, topics].flat()
      return all.length > 0 ? all : subject.summary
    },
    answer: () => say(['Each event and workshop has its own, on its page.'], pages.events, pages.workshops),
  },
  bot: {
    phrases: 'who you|bot|you ai',
    answer: ({ identity }) =>
      say(
        [
          'I am a small program, not a person: I look your question up in what the festival has published, and nothing that you type leaves your device.',
        ],
        ...callLinks(identity.phones),
      ),
  },
  thanks: {
    phrases: 'ok|okay|thank|thx|thnx|bye|great|nice',
    answer: ({ isOver, identity: { shortTitle } }) =>
      say([`You are welcome. ${isOver ? 'Thank you for being part of' : 'See you at'} ${shortTitle}.`]),
  },
  greeting: {
    phrases: 'hi|hello|hlo|hey|yo|good morning|namaste',
    answer: ({ identity: { title } }) =>
      say([`Welcome to ${title}. Ask me about an event or workshop, about fees, dates, passes, rooms or lunch.`]),
  },
} satisfies Record<string, Topic>
