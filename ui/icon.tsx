interface IconProps {
  /** Drawn in a square of 24 units. */
  path: string
  className?: string
}

export const Icon = ({
  path,
  className = 'size-6 shrink-0 fill-none stroke-current stroke-[1.5]',
}: IconProps) => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
    <path d={path} strokeLinecap="round" strokeLinejoin="round" />
  </svg>
)

export const Cross = () => (
  <Icon path="M6 6l12 12M18 6 6 18" className="size-6 fill-none stroke-current stroke-[1.75]" />
)

/** Appears only after a short delay. */
export const Loading = () => (
  <p role="status" className="loading">
    Loading…
  </p>
)
