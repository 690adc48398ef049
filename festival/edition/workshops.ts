import type { WorkshopDetails } from '#festival/content/content'

const incharges = ['First incharge — to be announced', 'Second incharge — to be announced']

const requireStudents = (field: string) => ({
  incharges,
  prerequisites: [`For ${field} students.`, 'A delegate pass of either tier.'],
})

export const workshopDetails: Readonly<Record<string, WorkshopDetails>> = {
  Sonostrike: {
    ...requireStudents('medical'),
    description: [
      'An injured patient, a probe, and a few minutes to know where the bleeding is. Sonostrike teaches the E-FAST exam in the order in which it is done, first on the machine and then in simulated cases.',
    ],
    topics: [
      'When E-FAST helps, and where it fails',
      'Preparing the patient and the machine',
      'The exam in its order',
      'Probe technique',
      'Recognising free fluid and pneumothorax',
      'Reading the scan',
      'Deciding by algorithm',
      'Hands-on practice and simulated cases',
    ],
  },
  DisasterX: {
    ...requireStudents('medical'),
    description: [
      'When there are more patients than hands, good medicine begins with good order. Disaster X takes a full day to size up, sort, move and treat, in emergencies that feel real and harm nobody.',
    ],
    topics: [
      'Sizing up a disaster and coordinating the medical response',
      'Planning the evacuation of a hospital on fire',
      'Chemical mass-casualty events',
      'Triage and priority',
      'Fast clinical decisions',
      'The logistics of moving patients',
      'Simulated emergencies',
    ],
  },
  Vivantia: {
    ...requireStudents('medical'),
    description: [
      'An afternoon in the labour room without the hurry. Vivantia goes through labour and the procedures around it, and lets you place the sutures yourself.',
    ],
    topics: [
      'Mechanism and conduct of labour',
      'Caesarean section (LSCS)',
      'Episiotomy suturing, hands-on',
      'Postpartum haemorrhage',
      'Pap smear and IUCD insertion',
      'Gynaecological examination',
      'Manual vacuum aspiration',
    ],
  },
  CodeWild: {
    ...requireStudents('medical'),
    description: [
      'No ward, no monitor, no signal: only you, your kit and what lies around. Code Wild spends a full day on the injuries and illnesses of remote places, and on getting the patient out.',
    ],
    topics: [
      'Principles of care far from a hospital',
      'Splints from what is at hand',
      'Tourniquets and pressure dressings',
      'Heat stroke, hypothermia and dehydration',
      'Bites, stings and envenomation',
      'A simulated snakebite',
      'Navigation and signalling',
      'Search, rescue and triage',
      'The survival kit',
    ],
  },
  Occulex: {
    ...requireStudents('medical'),
    description: [
      'The eye clinic has instruments that few students get to hold. Occulex puts them into your hands for a morning, from the ophthalmoscope to the corneo-scleral button.',
    ],
    topics: [
      'Visual and pupillary pathways and reflexes',
      'Cataract surgery on video',
      'A-scan and keratometry',
      'B-scan and UBM',
      'Direct and indirect ophthalmoscopy, hands-on',
      'Retinoscopy',
      'Removing foreign bodies',
      'Sub-conjunctival, peribulbar and retrobulbar injections',
      'Syringing the nasolacrimal duct',
      'The corneo-scleral button for transplantation',
    ],
  },
  SonicShift: {
    ...requireStudents('medical'),
    description: [
      'Point-of-care ultrasound as the anaesthesiologist uses it: for the patient who cannot breathe, whose pressure falls, whose vein cannot be found. The Sonic Shift starts with the knobs and ends at the bedside.',
    ],
    topics: [
      'The machine and its knobs',
      'Sonography in critical care and pain',
      'The breathless or desaturating patient',
      'Blunt trauma',
      'The hypotensive patient',
      'Nerves and vessels',
      'Difficult intravenous access',
    ],
  },
  Anastamos: {
    ...requireStudents('medical'),
    description: [
      'The first suture is better placed here than on a patient at midnight. Anastamos walks you from the theatre door to the last knot, as it is done in theatre.',
    ],
    topics: [
      'Universal precautions',
      'Theatre etiquette',
      'Preparing the patient',
      'Scrubbing',
      'Gowning and gloving',
      'Suturing',
      'Hand knots',
    ],
    duration: '4 hours',
    notes: ['A personal suturing kit is provided.'],
  },
  Reviva: {
    ...requireStudents('medical'),
    description: [
      'Most newborns need warmth and a dry towel; a few need you to act within a minute. Reviva practises both, one step after the other and always as a team.',
    ],
    topics: [
      'Preparing for birth, and routine care of the newborn',
      'The first steps',
      'Brief and prolonged ventilation',
      'Chest compressions',
      'Intubation',
      'Teamwork in simulation',
    ],
  },
  SmartAI: {
    ...requireStudents('medical'),
    description: [
      'AI can read faster than you and be wrong with more confidence. Smart AI takes one research project from question to reference list and shows at each step what to ask, what to check and what to write yourself.',
    ],
    topics: [
      'Prompts for protocols',
      'Finding questions and objectives',
      'Literature review',
      'Methodology',
      'Questionnaires, proformas and consent forms',
      'Data analysis and charts',
      'Writing the review and the discussion',
      'References',
      'Detecting and managing AI text',
    ],
  },
  ExodontiaX: {
    ...requireStudents('dental'),
    description: [
      "A tooth rarely kills; a collapse in the chair can. Exodontia'X prepares dental students for the emergencies of their own surgery, with the drugs and the equipment that should be within reach.",
    ],
    topics: [
      'Recognising medical emergencies in the dental chair',
      'Syncope, hypoglycaemia and chest pain',
      'Emergency drugs and equipment',
      'Basic life support',
      'The airway',
      'The emergency kit',
      'Collapse during a procedure',
    ],
  },
  Paramatrix: {
    ...requireStudents('paramedical'),
    description: [
      'Behind every fast resuscitation stands someone who knew the drug, the dose and the drawer. Paramatrix rotates paramedical students through stations until that someone is you.',
    ],
    topics: [
      'Identifying drugs',
      'The crash cart',
      'Preparing infusions and calculating rates',
      'The drug box',
      'High-alert medication',
      'Giving drugs in scenarios',
      'Rotating stations',
      'Team communication',
    ],
  },
}
