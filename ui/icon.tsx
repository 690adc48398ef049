interface IconProps {
  /** On a square of 24 units. */
  path: string
  className?: string
}

/** A drawing in lines beside words, or in place of words that the element around it says; screen readers skip it. */
export const Icon = ({
  path,
  className = 'size-6 shrink-0 fill-none stroke-current stroke-[1.5]',
}: IconProps) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <path d={path} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

/** The sign of closing and removing. What it does is said by its button. */
export const Cross = () => (
  <Icon path="M6 6l12 12M18 6 6 18" className="size-6 fill-none stroke-current stroke-[1.75]" />
)

/** Says, after a moment, that what was pressed is being fetched. */
export const Loading = () => (
  <p role="status" className="loading">
    Loading…
  </p>
)
