import type { Audience, Subject } from '../../../../festival/subject'
import type { Filter } from './topic'

const isFor =
  (one: Audience) =>
  ({ audience }: Subject) =>
    audience.includes(one)

/** The two kinds, whose words stand in questions about the whole festival too. */
export const kinds = {
  event: { label: 'Events', phrases: 'event|competition|contest', has: ({ kind }) => kind === 'event' },
  workshop: { label: 'Workshops', phrases: 'workshop|hands on|session|cme', has: ({ kind }) => kind === 'workshop' },
} satisfies Record<string, Filter>

/** Whom an event or workshop is for. */
export const audiences: readonly Filter[] = [
  {
    label: 'for paramedical students',
    phrases: 'paramedic|paramedical|allied|nursing|nurse|bsc|physiotherapy|physiotherapist',
    has: isFor('paramedical'),
  },
  { label: 'for dental students', phrases: 'dental|dentist|bds|dentistry', has: isFor('dental') },
  {
    label: 'for medical students',
    phrases:
      'mbbs|medical student|medico|medicos|intern|crri|crmi|internship|house surgeon|final year|undergraduate|ug',
    has: isFor('medical'),
  },
]
