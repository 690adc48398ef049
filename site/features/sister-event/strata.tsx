const layers = [
  { name: 'I', depth: 22, dots: 3, size: 1.4 },
  { name: 'II', depth: 40, dots: 15, size: 1.5 },
  { name: 'III', depth: 62, dots: 11, size: 2.4 },
  { name: 'IV', depth: 84, dots: 19, size: 1.3 },
  { name: 'V', depth: 106, dots: 8, size: 3.4 },
  { name: 'VI', depth: 128, dots: 10, size: 2 },
] as const

/** Scatters without chance: the same place for the same number on every device. */
const scatter = (index: number, row: number) => ({
  x: 34 + ((index * 61.8 + row * 23.7) % 148),
  y: ((index * 7.3 + row * 3.1) % 13) - 6,
})

/** A section through the cortex under a night sky: six layers of cells, one axon that crosses them all. */
export const Strata = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 220 150" aria-hidden="true" focusable="false" className={className}>
    <g fill="none" stroke="currentColor" strokeLinecap="round">
      {layers.map(({ name, depth }, row) => (
        <path
          key={name}
          strokeWidth="0.6"
          opacity="0.55"
          d={`M30 ${depth - 10 + (row % 2)}c40 ${-4 + row} 70 ${5 - row} 100 1s44-${3 + (row % 3)} 58 0`}
        />
      ))}
      <path
        strokeWidth="1.4"
        className="text-accent"
        d="M112 106c-1-18 3-30 1-46s-4-26-1-42M112 60l-9-14M113 50l9-13M111 84l-12-9M112 78l11-7"
      />
      <path strokeWidth="1.4" className="text-accent" d="M112 108c2 12-1 22 1 36M112 107l-14 8M112 107l13 9" />
    </g>
    {layers.map(({ name, depth, dots, size }, row) => (
      <g key={name} fill="currentColor">
        <text x="12" y={depth + 4} fontSize="9" className="font-display italic">
          {name}
        </text>
        {Array.from({ length: dots }, (_, index) => scatter(index, row)).map(({ x, y }) => (
          <circle key={x} cx={x.toFixed(1)} cy={(depth + y).toFixed(1)} r={size} />
        ))}
      </g>
    ))}
    <circle cx="112" cy="106" r="5" fill="currentColor" className="text-accent" />
  </svg>
)
