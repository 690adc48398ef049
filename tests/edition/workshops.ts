import type { WorkshopDetails } from '../../festival/content'

export const workshopDetails: Readonly<Record<string, WorkshopDetails>> = {
  WrapUp: {
    description: ['You wrap an ankle, and then somebody wraps yours.'],
    topics: ['Figure of eight', 'Checking the toes'],
    incharges: ['Wrap desk — to be announced'],
    prerequisites: ['A pass.'],
  },
  TapeLab: {
    description: ['A shoulder, a roll of tape and a sceptical teacher.'],
    topics: ['Direction', 'Tension'],
    incharges: ['Tape desk — to be announced'],
    prerequisites: ['A pass.'],
    duration: '90 minutes',
    notes: ['Tape is provided.'],
  },
}
