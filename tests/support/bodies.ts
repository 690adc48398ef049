import type { AccommodationRequest } from '../../festival/forms/accommodation'
import type { DelegatePass } from '../../festival/forms/delegate-pass'
import type { Registration } from '../../festival/forms/registration'

/** Valid bodies of each form. Addresses of files are still missing. */

/** A Senior Quiz team of two. */
export const registrationBody: Registration = {
  event: 'SeniorQuiz',
  members: [
    { name: 'Asha Test', phone: '0123456789', year: 'Final year' },
    { name: 'Bala Test', phone: '', year: '3rd year' },
  ],
  email: 'asha@college.test',
  institution: 'Test Medical College',
  category: 'student',
  delegate_id: '',
  coupon: '',
  payment_screenshot_url: '',
  age: undefined,
}

export const delegatePassBody: DelegatePass = {
  name: 'Asha Test',
  email: 'asha@college.test',
  phone: '+910123456789',
  institution: 'Test Medical College',
  tier: 'magnus',
  payment_screenshot_url: '',
  age: undefined,
}

export const accommodationBody: AccommodationRequest = {
  name: 'Asha Test',
  college: 'Test Medical College',
  events: ['SeniorQuiz', 'SmartAI'],
  arrival: '2025-10-08T16:00',
  departure: '2025-10-12T20:30',
  transaction_id: '412345678901',
  email: 'asha@college.test',
  phone: '0123456789',
  id_proof_url: '',
  participation_proof_url: '',
  payment_proof_url: '',
  age: undefined,
}

/** Returns paths such as `members.0.name`. */
export const textPaths = (body: unknown): string[] => {
  if (typeof body === 'string') {
    return ['']
  }
  if (typeof body !== 'object' || body === null) {
    return []
  }
  return Object.entries(body).flatMap(([name, value]) =>
    textPaths(value).map((path) => (path === '' ? name : `${name}.${path}`)),
  )
}
