import type { Person } from '../../../festival/content'
import { PhoneLink } from '../../../ui/phone-link'

/** One of the organising team, as a line of an atlas's index: the office, who holds it, and the number to call. */
export const PersonRow = ({ person }: { person: Person }) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-2">
    <span className="flex-1 basis-32">
      <span className="block font-display text-lg/6">{person.title}</span>
      <span className="text-sm text-faded">{person.name}</span>
    </span>
    <PhoneLink number={person.phone} />
  </li>
)
