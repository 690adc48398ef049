import { useEffect, useState } from 'react'
import { tryStore } from './browser-storage'

const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

const key = 'cerebra:theme'

const shownTheme = (): Theme => {
  const theme = document.documentElement.dataset.theme
  if (theme === 'light' || theme === 'dark') {
    return theme
  }
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

/** Runs in the head before the first paint, so that a stored theme applies at once. */
export const themeScript = `try{var s=localStorage.getItem('${key}');if(s)document.documentElement.dataset.theme=s}catch(e){}`

export const ThemeSwitch = () => {
  const [theme, setTheme] = useState<Theme>()
  useEffect(() => setTheme(shownTheme()), [])
  const switchTheme = () => {
    const next = shownTheme() === 'dark' ? 'light' : 'dark'
    document.documentElement.dataset.theme = next
    setTheme(next)
    // If storage fails, the theme lasts until the next load.
    tryStore(() => localStorage.setItem(key, next))
  }
  return (
    <button
      type="button"
      onClick={switchTheme}
      aria-pressed={theme === 'dark'}
      aria-label="Dark mode"
      className="inline-flex size-11 items-center justify-center"
    >
      <svg
        viewBox="0 0 24 24"
        aria-hidden="true"
        className="size-6 fill-none stroke-current stroke-[1.5]"
      >
        <circle cx="12" cy="12" r="8" />
        <path d="M12 4a8 8 0 0 1 0 16z" fill="currentColor" stroke="none" />
      </svg>
    </button>
  )
}
