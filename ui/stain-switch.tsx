import { useEffect, useState } from 'react'

const stains = ['light', 'dark'] as const
type Stain = (typeof stains)[number]

const key = 'cerebra:stain'

const shownStain = (): Stain => {
  const chosen = document.documentElement.dataset.stain
  if (chosen === 'light' || chosen === 'dark') return chosen
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Runs in the head before anything is painted, so that a remembered stain shows from the first frame. */
export const stainScript = `try{var s=localStorage.getItem('${key}');if(s)document.documentElement.dataset.stain=s}catch(e){}`

/** Switches between ink on paper and fluorescence, and remembers the choice on the device (behaviour 10.1). */
export const StainSwitch = () => {
  const [stain, setStain] = useState<Stain>()
  useEffect(() => setStain(shownStain()), [])
  const switchStain = () => {
    const next = shownStain() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.stain = next
    setStain(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // A browser that stores nothing still shows the stain until the next load.
    }
  }
  return (
    <button
      type="button"
      onClick={switchStain}
      aria-pressed={stain === 'dark'}
      aria-label="Dark mode"
      className="inline-flex size-11 items-center justify-center"
    >
      <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 fill-none stroke-current stroke-[1.5]">
        <circle cx="12" cy="12" r="8" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" stroke="none" />
      </svg>
    </button>
  )
}
