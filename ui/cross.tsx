/** The sign of closing and removing. What it does is said by its button. */
export const Cross = () => (
  <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-none stroke-current stroke-[1.75]">
    <path d="M6 6l12 12M18 6 6 18" strokeLinecap="round" />
  </svg>
)
