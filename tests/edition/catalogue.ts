import * as v from 'valibot'
import { editionSchema } from '../../festival/content/content'
import type { Subject } from '../../festival/content/subject'
import { sections } from './groups'

/**
 * The subjects of 2025, one per row. Some open soon, and one fee depends on the team size.
 *
 * key | address, others | title / nickname | subtitle | summary | group | status | fee | members |
 * audience | more | sessions
 */
const table = `
SeniorQuiz | senior-quiz | Senior Quiz / Peristalympics | Gastroenterology | A team quiz on gastroenterology, made for final-year students and interns and open to every year. | quizzes | open | 600 a team | 3 | medical | lunch, prize 40000 | 10-12 09:00-10:00 Prelims; 10-12 14:00-17:30 Finals
JuniorQuiz | junior-quiz | Junior Quiz / Vistura | Anatomy and pathology | A team quiz on anatomy and pathology for students of the first three years. | quizzes | open | 600 a team | 3 | medical | lunch, prize 30000, until Finals | 10-12 09:00-10:00 Prelims; 10-12 14:00-17:30 Finals
OnlineQuiz | online-quiz | Online Quiz / Pancrithon | Diabetes mellitus | Three rounds on diabetes mellitus: the first from your own desk, the last two on our stage. | quizzes | closed | 300 a team | 3 | medical dental paramedical | lunch, prize 20000 | 09-28 16:00-16:45 Prelims, online; 10-12 morning Semifinals; 10-12 afternoon Finals
InsideICU | inside-icu | Panel Discussion / Inside the ICU | What they don’t teach you in undergraduate medicine | An afternoon of plain talk about intensive care: the decisions, the doubts and the people. | panels | with-pass | pass Tier 2 | 1 | medical dental paramedical |  | 10-11 afternoon
CasePulse | case-pulse | Case Presentation / Case Pulse | Medicine, Surgery, Obstetrics & Gynaecology, Paediatrics | One patient you followed, one lesson that others should hear. Alone or in pairs. | presentations | closed | 300 to 400 | 2 | medical | prize 3000 | 10-12 morning
AxonAlley | axon-alley | Poster Presentation / Axon Alley | Digital posters | A whole study on a single slide, explained in four minutes and defended in three. | presentations | open | 300 to 400 | 2 | medical | prize 3000 | 10-12 morning
Nexus | nexus | Paper Presentation / Nexus | Original research | Your own research before a jury: five minutes to present it and three for questions. | presentations | closed | 300 to 400 | 2 | medical dental paramedical | prize 3000 | 10-12 morning
PulsatingPalettes | pulsating-palettes | Body Painting / Pulsating Palettes | Gross anatomy on skin | Paint what lies beneath the skin where it lies, then walk the judges through it. | others | closed | 150 a team | 3 | medical dental paramedical | prize 1500 | 10-11 morning
Cineplexus | cineplexus | Medical Short Film / Cineplexus | Live action, documentary or animation | Five to ten minutes of film about medicine, in any language, with English subtitles. | others | soon | 500 | 10 | medical paramedical | prize 10000 | 10-11 morning
Sonostrike | sonostrike | Sonostrike | E-FAST ultrasound in trauma | Find free fluid and pneumothorax in an injured patient, with the probe in your own hand. | diagnostic | open | 600 | 1 | medical |  | 10-09 09:00-12:30
DisasterX | disaster-x | Disaster X | Disaster management | Many patients, few hands, no time: a day of triage, evacuation and simulated emergencies. | emergency | soon | pass | 1 | medical | lunch | 10-10 08:00-16:00
Vivantia | vivantia | Vivantia | Obstetrics | Labour, delivery and the procedures around them, from the mechanism to the last suture. | maternal | open | pass | 1 | medical |  | 10-09 14:00-17:30
CodeWild | code-wild codewild | Code Wild | Wilderness medicine | Care for a patient with what you carry and what you find, hours from the nearest hospital. | emergency | closed | 500 | 1 | medical | lunch | 10-09 08:00-16:00
Occulex | occulex | Occulex | Ophthalmology | The instruments and small procedures of the eye clinic, many of them hands-on. | clinical | closed | 500 | 1 | medical |  | 10-11 09:00-12:30
SonicShift | sonic-shift sonicshift | The Sonic Shift | Basic anaesthesiology and POCUS at the bedside | A day with the ultrasound machine where anaesthesiologists use it: at the bedside. | clinical | open | pass | 1 | medical | lunch | 10-10 08:00-16:00
Anastamos | anastamos | Anastamos | Basic suturing | Scrub, gown, glove and suture, with a kit that is there for you. | clinical | closed | 500 | 1 | medical |  | 10-10 09:00-12:30
Reviva | reviva | Reviva | Neonatal resuscitation | The first minutes of a life that needs help, step by step and as a team. | maternal | closed | 500 | 1 | medical |  | 10-10 14:00-17:30
SmartAI | smart-ai smartai | Smart AI | AI for research | Use AI on a research project from first question to reference list, and know where not to. | tech | open | 500 | 1 | medical | lunch | 10-09 08:00-16:00
ExodontiaX | exodontiax | Exodontia'X | Emergencies in dental care | For dental students: what to do when the patient in the chair becomes an emergency. | clinical | closed | pass | 1 | dental | unannounced | 10-11 09:00-12:30
Paramatrix | paramatrix | Paramatrix | Emergency drugs for paramedics | For paramedical students: the right drug at the right rate, when seconds count. | emergency | closed | pass | 1 | paramedical | unannounced | 10-11 09:00-12:30
`

const readFee = (words: string) => {
  const [first = '', , second = ''] = words.split(' ')
  if (first === 'pass') {
    return words.length > 4 ? { per: 'pass', tier: words.slice(5) } : { per: 'pass' }
  }
  if (words.includes(' to ')) {
    return { per: 'member-count', single: Number(first), team: Number(second) }
  }
  return { per: second ? 'team' : 'entry', amount: Number(first) }
}

const readHours = (day: string | undefined, hours: string) => {
  const instant = (clock: string | undefined) => `2025-${day}T${clock}:00+05:30`
  const [from, to] = hours.split('-')
  if (to) {
    return { start: instant(from), end: instant(to) }
  }
  return { start: instant(hours === 'morning' ? '09:00' : '14:00'), part: hours }
}

/** Reads `10-12 09:00-10:00 Prelims`, or `10-12 morning` if the hours are not announced. */
const readSession = (words: string) => {
  const [day, hours = '', ...label] = words.split(' ')
  const time = readHours(day, hours)
  return label.length > 0 ? { ...time, label: label.join(' ') } : time
}

const readRow = (row: string) => {
  const [
    key,
    addresses = '',
    titles = '',
    subtitle,
    summary,
    group,
    status,
    fee = '',
    members,
    ...rest
  ] = row.split(' | ')
  const [audience = '', more = '', sessions = ''] = rest
  const [slug, ...aliases] = addresses.split(' ')
  const [title, nickname] = titles.split(' / ')
  const isEvent = sections.some(({ id }) => id === group)
  const facts = new Map(
    more.split(', ').map((fact) => [fact.split(' ')[0], fact.split(' ').slice(1).join(' ')]),
  )
  const subject: Record<string, unknown> = {
    key,
    slug,
    title,
    subtitle,
    summary,
    group,
    status,
    kind: isEvent ? 'event' : 'workshop',
    fee: readFee(fee),
    teamSize: Number(members),
    audience: audience.split(' '),
    passRequired: !isEvent || status === 'with-pass',
    lunch: facts.has('lunch'),
    slots: sessions.split('; ').map(readSession),
  }
  if (aliases.length > 0) {
    subject.aliases = aliases
  }
  if (nickname) {
    subject.nickname = nickname
  }
  if (facts.has('unannounced')) {
    subject.feeAnnounced = false
  }
  if (facts.has('prize')) {
    subject.prize = Number(facts.get('prize'))
  }
  if (facts.has('until')) {
    subject.until = facts.get('until')
  }
  return subject
}

/** The subjects in the order in which the site numbers the plates. */
export const subjects: readonly Subject[] = v.parse(
  editionSchema.entries.subjects,
  table.trim().split('\n').map(readRow),
)
