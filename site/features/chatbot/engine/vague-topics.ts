import { registrantCategories } from '../../../../festival/registrant'
import { formatDay, formatHours } from '../../../../festival/slot'
import { detailsOf } from '../../../answers/describe-subject'
import { joinSentences, joinWords, say } from './answer'
import { callLinks, forms, listNames, pages, tellFee, tellWhen } from './describe'
import type { Topic } from './topic'

/** Topics whose words also stand in questions about details, and about what the festival has nothing to do with. */
export const vagueTopics = {
  contact: {
    phrases:
      'contact|call|phone|number|helpline|help desk|help|support|query|mobile|email|mail|whatsapp|talk someone|organiser number|doubt|problem|issue|instagram',
    answer: ({ generalQueries, identity: { email, phones } }) =>
      say([generalQueries, `You can also write to ${email}.`], ...callLinks(phones), pages.team),
  },
  team: {
    phrases: 'team|member|teammate|solo|alone|individual|single|partner|how many people|how many student|duo|trio',
    tell: ({ teamSize }) => (teamSize > 1 ? `A team has at most ${teamSize} members` : 'For one person'),
    only: { label: 'for teams', has: ({ teamSize }) => teamSize > 1 },
    answer: () => say(['Whatever is not listed here is for one person.']),
  },
  rules: {
    phrases: 'rule|regulation|guideline|format|instruction|abstract|criteria judging',
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
    tell: (subject, { open }) =>
      open.includes(subject) ? `${tellFee(subject)}. Open the form, pay by UPI, upload the screenshot and submit` : '',
    answer: ({ open }) => ({
      text: [
        'Open the page of an event or workshop and press Register Now. Pay the amount that the form shows by UPI, upload the screenshot of the payment, and submit: you get a registration ID on the screen and by e-mail.',
        open.length > 0 ? `Open now: ${listNames(open)}.` : 'Nothing is open for registration now.',
      ],
      links: forms,
    }),
  },
  open: {
    phrases:
      'open|available|still open|ongoing|vacancy|seat|slot left|closed|close|sold out|status|registration open|registration closed|filled',
    tell: (subject, { open }) => (open.includes(subject) ? tellFee(subject) : ''),
    only: { label: 'open now', has: (subject, { open }) => open.includes(subject) },
    answer: ({ open }) =>
      say([open.length > 0 ? 'Open for registration now:' : 'Nothing is open for registration now.'], ...forms),
  },
  who: {
    phrases:
      'eligible|eligibility|who can|participate|participation|participant|allow|allowed|attend|prerequisite|requirement|take part|meant for|criteria|can join|external|outsider|faculty|doctor|postgraduate',
    tell: (subject, festival) =>
      joinSentences([
        `For ${joinWords(subject.audience)} students`,
        ...(detailsOf(festival, subject).prerequisites ?? []),
      ]),
    answer: ({ subjects }) => {
      const audiences = [...new Set(subjects.flatMap(({ audience }) => audience))]
      const categories = registrantCategories.map(({ label }) => label).join(', ')
      const all = `There is something for ${joinWords(audiences)} students. One registers as one of these: ${categories}.`
      return say([all, 'Each event and workshop says on its page whom it is for.'], pages.events, pages.workshops)
    },
  },
  where: {
    phrases:
      'where|venue|place|location|address|located|hall|map|reach|direction|campus|google map|map link|location link|situated|city',
    tell: ({ slots }, { identity: { college, city } }) =>
      slots.some(({ label = '' }) => /online/i.test(label))
        ? `The first round is online. Then: at ${college}, ${city}`
        : `At ${college}, ${city}`,
    answer: ({ identity: { address, phones }, desk }) =>
      say(
        [`At ${address.join(', ')}.`, `If you cannot find the way, call ${desk}.`],
        pages.about,
        ...callLinks(phones),
      ),
  },
  when: {
    phrases:
      'when|date|time|timing|start|begin|how long|duration|end|which day|what day|how many day|held|prelim|semifinal|final|round',
    tell: (subject, festival) => {
      const { duration } = detailsOf(festival, subject)
      return duration ? `${tellWhen(subject)}. It lasts ${duration}` : tellWhen(subject)
    },
    answer: ({ identity: { title, firstDay, lastDay }, festivalDays }) => {
      const first = festivalDays[0]?.entries[0]
      const begins = first ? ` First on the programme: ${first.title}, ${formatHours(first.slot).toLowerCase()}.` : ''
      const days = `${title} lasts ${festivalDays.length} days, from ${formatDay(firstDay)} to ${formatDay(lastDay)}.`
      return say([days + begins], pages.schedule)
    },
  },
  about: {
    phrases:
      'fest|festival|conference|theme fest|organiser|organizer|organise|organize|association|which college|host college|college name|institution|host|team behind',
    answer: ({ identity: { title, line }, about }) =>
      say(
        [`${title}: ${line}.`, ...about.conference, ...about.association, ...about.institution],
        pages.about,
        pages.team,
      ),
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
