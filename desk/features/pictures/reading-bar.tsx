import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useMayAct } from '../../api'
import { changeSettings, useSettings } from '../../settings'
import { startReading, useReadingProgress } from './reading'

/** Keeps reading pictures for as long as it is shown, whoever may write down what they say, and does not mind. */
export const ReadsPictures = () => {
  const client = useQueryClient()
  const { reading } = useSettings()
  const mayRead = useMayAct('verifier')
  useEffect(() => {
    if (!reading || !mayRead) return
    const stop = new AbortController()
    startReading(client, stop.signal)
    return () => stop.abort()
  }, [client, reading, mayRead])
  return null
}

/** How far the reading of pictures is, and its switch; nothing once all are read. */
export const ReadingBar = () => {
  const { reading } = useSettings()
  const mayRead = useMayAct('verifier')
  const progress = useReadingProgress()
  if (!mayRead || (reading && (!progress || progress.read >= progress.pictures))) return null
  const words = !reading
    ? 'Pictures are not read on this device.'
    : `${progress?.read ?? 0} of ${progress?.pictures ?? 0} pictures read`
  return (
    <section aria-label="Reading of pictures" className="border-t border-rule bg-leaf">
      {reading && progress && (
        <progress
          aria-label="Pictures read"
          max={progress.pictures}
          value={progress.read}
          className="reading-progress block h-1 w-full"
        />
      )}
      <p className="flex items-center justify-between gap-2 pl-4 text-sm">
        <span className="figures text-faded">{words}</span>
        <button
          type="button"
          className="target px-4 font-semibold underline decoration-line underline-offset-4 hover:decoration-ink"
          onClick={() => changeSettings({ reading: !reading })}
        >
          {reading ? 'Pause' : 'Read them'}
        </button>
      </p>
    </section>
  )
}
