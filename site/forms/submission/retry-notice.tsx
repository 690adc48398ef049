import { useEffect, useState } from 'react'
import { Banner } from '../../../ui/banner'
import { Button } from '../../../ui/button'
import type { Wait } from './send-with-retries'

/** Says that a call is tried again by itself and when; the count down is for the eye, a screen reader hears it once. */
export const RetryNotice = ({ wait: { words, seconds }, onStop }: { wait: Wait; onStop: () => void }) => {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const timer = setInterval(() => setLeft((before) => Math.max(0, before - 1)), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Banner tone="note" title={words}>
      <p>
        <span className="sr-only">Trying again in {seconds} seconds.</span>
        <span aria-hidden="true" className="figures">
          Trying again in {left} s …
        </span>{' '}
        Everything that you entered is kept.
      </p>
      <Button shape="secondary" onClick={onStop}>
        Stop and edit
      </Button>
    </Banner>
  )
}
