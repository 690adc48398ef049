export type Tone = 'green' | 'amber' | 'blue' | 'red' | 'grey'

/** Each tone of 150 ms has a frequency in Hz. Vibrations and pauses are in milliseconds. */
const patterns: Record<Tone, { frequencies: number[]; vibration: number[] }> = {
  green: { frequencies: [880, 1320], vibration: [80] },
  blue: { frequencies: [660, 660], vibration: [80, 80, 80] },
  amber: { frequencies: [520, 390], vibration: [200, 100, 200] },
  grey: { frequencies: [390, 260], vibration: [200, 100, 200] },
  red: { frequencies: [200, 200, 200], vibration: [500] },
}

const toneSeconds = 0.15
let audio: AudioContext | undefined

/** Browsers allow sound only after a press. */
export const allowSound = (): void => {
  audio ??= new AudioContext()
  void audio.resume()
}

export const signal = (tone: Tone): void => {
  const { frequencies, vibration } = patterns[tone]
  navigator.vibrate?.(vibration)
  if (!audio) {
    return
  }
  let startsAt = audio.currentTime
  for (const frequency of frequencies) {
    const oscillator = new OscillatorNode(audio, { frequency, type: 'square' })
    oscillator.connect(audio.destination)
    oscillator.start(startsAt)
    oscillator.stop(startsAt + toneSeconds * 0.8)
    startsAt += toneSeconds
  }
}
