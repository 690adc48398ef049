import type { EventDetails } from '#festival/content/content'

const toBeAnnounced = ['Incharge — to be announced']
const noPassNeeded = 'Presentations need no delegate pass.'

export const eventDetails: Readonly<Record<string, EventDetails>> = {
  SeniorQuiz: {
    description: [
      'Peristalympics follows the gut from the first bite to the last turn: how it works, how it fails, and what you do about it on the ward.',
      'It is set for final-year students and interns most of all, and students of every year may take part.',
    ],
    topic: 'Gastroenterology',
    rules: [
      'A team has at most three members.',
      'Open to MBBS students from first year to CRRI/CRMI.',
      'Only one CRRI/CRMI of the 2020 batch in a team.',
      'Members of one team may come from different colleges.',
      'A college may send as many teams as it likes.',
      'You can also register on the spot.',
      'The quizmaster’s decision is final.',
    ],
    agenda: ['Prelims for every team.', 'The top six teams go on to the finals.'],
    feeNote: 'No delegate fee: the team’s fee is all you pay.',
    incharges: toBeAnnounced,
    prerequisites: ['MBBS first year to CRRI/CRMI.'],
  },
  JuniorQuiz: {
    description: [
      'Vistura asks how the body is built and what goes wrong with it: the two subjects that the first years of medicine are built on.',
      'Bring two friends and what you remember from the dissection hall and the slide box.',
    ],
    topic: 'Anatomy and pathology',
    rules: [
      'A team has at most three members.',
      'Open to students of first to third year.',
      'Only one third-year student of the 2022 batch in a team.',
      'Members of one team may come from different colleges.',
    ],
    agenda: ['Prelims for every team.', 'The top six teams go on to the finals.'],
    incharges: toBeAnnounced,
    prerequisites: ['First to third year.'],
  },
  OnlineQuiz: {
    description: [
      'Pancrithon gives one disease three rounds: diabetes mellitus, from the islet cell to the clinic.',
      'The prelims are online, so your team can start from home. The semifinals and finals bring you to us.',
    ],
    topic: 'Diabetes mellitus',
    rules: [
      'A team has at most three members.',
      'All members of a team come from one college.',
      'Every camera stays on for the whole of the online round.',
      'Malpractice of any kind means disqualification.',
    ],
    agenda: [
      'Prelims, online: 45 questions in 45 minutes. The link is sent on the day.',
      'Semifinals, at the festival: the top 12 teams.',
      'Finals, at the festival: the top 6 teams.',
    ],
    incharges: toBeAnnounced,
  },
  InsideICU: {
    description: [
      'Intensive care is taught as numbers and protocols. This panel talks about the rest: what it is like to decide, to wait, to stop, and to go home afterwards.',
      'Bring your questions. The panel is here to be asked.',
    ],
    themes: [
      'Deciding under pressure, in real cases from the ICU',
      'The end of life, and who decides about it',
      'The intensivist beyond the machines',
      'Protocol against individual judgement',
      'The emotional load that the staff carry',
      'A young doctor’s first death',
    ],
    feeNote: 'There is nothing else to book.',
    incharges: toBeAnnounced,
    prerequisites: ['A Tier 2 Delegate Pass.'],
  },
  CasePulse: {
    description: [
      'Tell the story of one patient your teaching hospital treated and followed up, and of what the case taught you.',
      'Selected delegates are notified by e-mail.',
    ],
    categories: ['Medicine', 'Surgery', 'Obstetrics & Gynaecology', 'Paediatrics'],
    rules: [
      'For MBBS students and CRRIs.',
      'A team has at most two members, and only one of them presents.',
      'The case must be original, from an affiliated teaching hospital, and followed up.',
      'Each session has one winner, declared at the valedictory ceremony.',
    ],
    abstract: [
      'At most 500 words, in Times New Roman, size 12, with a line spacing of 1.5.',
      'Send it as .doc or .docx.',
      'Name the file Name_Subject_Casepulse.',
      'A letter of attestation must come with the abstract.',
    ],
    presentation: ['Send the presentation as .ppt or .pptx.'],
    feeNote: noPassNeeded,
    incharges: toBeAnnounced,
    prerequisites: ['MBBS students and CRRIs.'],
    deadlines: [
      { label: 'Abstract', day: '2025-09-24' },
      { label: 'Presentation file', day: '2025-10-05' },
    ],
  },
  AxonAlley: {
    description: [
      'One slide, one idea, made clear. Axon Alley is for digital posters only, shown on a screen and explained in person.',
    ],
    details: [
      'Seven minutes a team: four to explain the poster and three for the jury’s questions.',
    ],
    rules: [
      'For MBBS students.',
      'A team has at most two members. One of them presents; either may answer the questions.',
      'Plagiarism leads to disqualification.',
      'Each session has one winner. Winners are declared only at the valedictory ceremony.',
    ],
    presentation: [
      'Digital posters only, at most 4 ft x 3 ft.',
      'Make the e-poster in landscape, 1920 pixels wide and 1080 high.',
      'All information must fit on one slide.',
      'Name the file Name_AxonAlley.',
    ],
    feeNote: noPassNeeded,
    prizeNotes: [
      'Prizes for the overall best presentation, the best poster and the best presenter.',
    ],
    incharges: toBeAnnounced,
    prerequisites: ['MBBS students.'],
    deadlines: [{ label: 'E-poster', day: '2025-10-01' }],
  },
  Nexus: {
    description: [
      'Nexus is the place for research of your own: a question that you asked, a method that you chose, and a result that you can defend.',
      'A committee of senior faculty reads every abstract and chooses the papers that are heard.',
    ],
    details: ['Eight minutes a paper: five to present it and three for questions.'],
    rules: [
      'A team has at most two members, and only one of them presents.',
      'The decision of the screening committee is final.',
    ],
    abstract: [
      'At most 500 words, in Word format (.doc or .docx).',
      'Its parts: title, introduction, background, aims and objectives, materials and methods, results and analysis as applicable, and references.',
      'If the study used a consent form, a questionnaire or a case form, send it as a separate file.',
      'Name the file Name_Nexus.',
    ],
    presentation: ['A PowerPoint file of at most 18 slides.'],
    feeNote: noPassNeeded,
    incharges: toBeAnnounced,
    deadlines: [
      { label: 'Abstract', day: '2025-09-24' },
      { label: 'Presentation file', day: '2025-10-05' },
    ],
  },
  PulsatingPalettes: {
    description: [
      'Choose a region of the body and paint its anatomy where it belongs: on the skin above it.',
      'Then explain your painting to the judges, layer by layer.',
    ],
    theme: 'Gross anatomy of any region of the body',
    rules: [
      'A team of 3, including the model.',
      'Teams bring their own materials.',
      'The team explains its painting to the judges.',
      'Inventive ideas score extra.',
      'The judges’ decision is final.',
    ],
    incharges: toBeAnnounced,
  },
  Cineplexus: {
    description: [
      'Make a film about medicine: a story, a record of something true, or a drawing that moves.',
      'Any language is welcome, as long as English subtitles let everyone in the hall follow.',
    ],
    categories: ['Live action', 'Documentary', 'Animation'],
    rules: [
      'For medical and paramedical students.',
      'A team has at most ten members.',
      'Five to ten minutes long, in 16:9.',
      'English subtitles are compulsory, whatever the language.',
      'One copy per team, submitted via a drive link.',
    ],
    incharges: toBeAnnounced,
    prerequisites: ['Medical and paramedical students.'],
    deadlines: [{ label: 'Film', day: '2025-09-28' }],
  },
}
