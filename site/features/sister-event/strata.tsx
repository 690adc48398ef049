const axonAt = 116

const layers = [
  { name: 'I', depth: 20, cells: 4, size: 1.3 },
  { name: 'II', depth: 40, cells: 22, size: 1.4 },
  { name: 'III', depth: 63, cells: 13, size: 3, isPyramidal: true },
  { name: 'IV', depth: 86, cells: 30, size: 1.2 },
  { name: 'V', depth: 110, cells: 8, size: 4.6, isPyramidal: true },
  { name: 'VI', depth: 134, cells: 14, size: 1.9 },
] as const

/** A number between 0 and 1 that looks like chance and is the same on every device. */
const scatter = (index: number, row: number) => {
  const turned = Math.sin(index * 127.1 + row * 311.7) * 43758.5453
  return turned - Math.floor(turned)
}

const drawCell = (x: number, y: number, size: number, isPyramidal: boolean) =>
  isPyramidal
    ? `M${x} ${(y - size * 1.5).toFixed(1)}l${size} ${size * 2}q${-size} ${size * 0.6} ${-2 * size} 0z`
    : `M${x} ${y}m${-size} 0a${size} ${size} 0 1 0 ${2 * size} 0a${size} ${size} 0 1 0 ${-2 * size} 0z`

/** The cells of a layer: spread over its width, each a little off its place, none on the axon. */
const cellsOf = (row: number) => {
  const layer = layers[row]
  if (!layer) return ''
  const { cells, depth, size } = layer
  return Array.from({ length: cells }, (_, index) => {
    const x = Math.round(36 + ((index + scatter(index, row) * 0.9) * 152) / cells)
    const y = Math.round(depth + (scatter(index + 40, row) - 0.5) * 13)
    return Math.abs(x - axonAt) < size + 5 ? '' : drawCell(x, y, size, 'isPyramidal' in layer)
  }).join('')
}

/** A section through the six layers of the cortex, and one cell of the fifth that reaches through them all. */
export const Strata = ({ className = '' }: { className?: string }) => (
  <svg viewBox="0 0 220 156" aria-hidden="true" focusable="false" className={className}>
    <g fill="none" stroke="currentColor" strokeLinecap="round">
      {layers.map(({ name, depth }, row) => (
        <path
          key={name}
          strokeWidth="0.5"
          className="stroke-line"
          d={`M28 ${depth - 11}c46 ${row - 5} 62 ${4 - row} 88 1s48 ${2 - row} 74 ${row - 2}`}
        />
      ))}
      <path
        strokeWidth="1.3"
        className="stroke-accent"
        d="M116 106c-2-16 3-30 0-46s1-28-1-38M116 62c-3-6-8-8-11-15M115 48c3-6 7-9 10-14M116 84c-4-4-9-5-13-11M116 76c3-4 8-6 12-10M115 24l-6-12M115 23l5-13M115 24l13-9M110 114c-6 3-9 7-14 9M122 114c5 3 9 4 15 9M116 116c3 12-2 22 2 38"
      />
    </g>
    <g fill="currentColor">
      {layers.map(({ name, depth }, row) => (
        <g key={name}>
          <text x="20" y={depth + 3} fontSize="9" textAnchor="end" className="font-display italic">
            {name}
          </text>
          <path d={cellsOf(row)} opacity="0.85" />
        </g>
      ))}
      <path d={drawCell(axonAt, 110, 6.5, true)} className="fill-accent" />
    </g>
  </svg>
)
