/** The id under which each document holds the drawing of the mark, once for all its places. */
export const markId = 'mark'

/** The festival's own neuron, in the colour of the text around it (behaviour 10.6). */
export const Mark = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 64 64" aria-hidden="true" className={className}>
    <use href={`#${markId}`} />
  </svg>
)
