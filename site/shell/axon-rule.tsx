/** A rule across the page: an axon in its sheath, with the gaps at which an impulse leaps. */
export const AxonRule = ({ className = '' }: { className?: string }) => {
  const line = { x1: 5, x2: '100%', y1: 6, y2: 6, strokeLinecap: 'round' } as const
  return (
    <svg aria-hidden="true" className={`h-3 w-full ${className}`}>
      <line {...line} strokeWidth="10" strokeDasharray="42 15" className="stroke-line" />
      <line {...line} strokeWidth="8" strokeDasharray="42 15" className="stroke-paper" />
      <line {...line} strokeWidth="1" className="stroke-line" />
    </svg>
  )
}
