import { type Availability, statusWords } from '../../../festival/availability'

/** A status in words, with a sign that does not depend on colour: a filled soma fires, an empty one rests. */
export const StatusMark = ({ status }: { status: Availability }) => (
  <p className={`mt-1 flex items-center gap-2 text-sm ${status === 'open' ? 'font-semibold' : 'text-faded'}`}>
    <span
      aria-hidden="true"
      className={`size-2.5 rounded-full border ${status === 'open' ? 'border-lymph bg-lymph' : 'border-line'}`}
    />
    {statusWords[status].name}
  </p>
)
