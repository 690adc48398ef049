/** Layers of a cortex, drawn as rows of cells, with one neuron reaching up through them. */
export const Strata = ({ className }: { className: string }) => (
  <svg viewBox="0 0 200 130" aria-hidden="true" className={`fill-none stroke-ink ${className}`} strokeLinecap="round">
    <path d="M12 30h180M12 70h180M12 110h180" strokeWidth="3" strokeDasharray="0 9" />
    <path d="M12 50h180M12 90h180" strokeWidth="6" strokeDasharray="0 18" />
    <path d="m108 94-20-84m20 84 14-84m-14 84-28-60m28 60 26-50m-26 84V94" className="stroke-accent" strokeWidth="2" />
  </svg>
)
