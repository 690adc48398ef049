/** A drawing in lines beside words, or in place of words that the element around it says; screen readers skip it. */
export const Icon = ({
  path,
  className = 'size-6 shrink-0 fill-none stroke-current stroke-[1.5]',
}: {
  /** On a square of 24 units. */
  path: string
  className?: string
}) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <path d={path} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)
