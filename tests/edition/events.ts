import type { EventDetails } from '../../festival/content'

export const eventDetails: Readonly<Record<string, EventDetails>> = {
  SpineRiddle: {
    description: ['One riddle for each vertebra, from the atlas to the coccyx.'],
    topic: 'The spine',
    rules: ['A team has at most four members.', 'No looking at each other’s backs.'],
    agenda: ['First round, online.', 'Finals, in the hall.'],
    prizeNotes: ['And a plaster cast of the atlas.'],
    incharges: ['Riddle desk — to be announced'],
  },
  PostureSketch: {
    description: ['Ten lines, one stranger, no eraser.'],
    categories: ['Standing', 'Sitting'],
    deadlines: [{ label: 'Sketch', day: '2027-03-01' }],
  },
  GaitGuess: {
    description: ['Ten people cross a wooden floor. You listen.'],
    theme: 'Walking and limping',
    details: ['Blindfolds are provided.', 'Shoes are not changed.'],
    abstract: ['Describe your own gait in fifty words.'],
    presentation: ['Walk once across the floor.'],
  },
  BackTalk: {
    description: ['Three patients tell what their charts left out.'],
    themes: ['Pain', 'RetryOptions'],
    feeNote: 'Included with the Gold pass.',
  },
}
