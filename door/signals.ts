export type Tone = 'green' | 'amber' | 'blue' | 'red' | 'grey'

/** In Hz, one after another. */
const frequencies: Record<Tone, number[]> = {
  green: [1200],
  blue: [900, 1200],
  amber: [600, 400],
  grey: [400, 300, 400],
  red: [200, 200, 200],
}

const toneSeconds = 0.15
let audio: AudioContext | undefined

/** Browsers allow sound only after a press. */
export const allowSound = (): void => {
  audio ??= new AudioContext()
  void audio.resume()
}

export const signal = (tone: Tone): void => {
  const played = frequencies[tone]
  const seconds = played.length * toneSeconds
  navigator.vibrate?.(seconds * 1_000)
  if (!audio) {
    return
  }
  const { currentTime, destination } = audio
  const oscillator = new OscillatorNode(audio, { type: 'square' })
  for (const [index, frequency] of played.entries()) {
    oscillator.frequency.setValueAtTime(frequency, currentTime + index * toneSeconds)
  }
  oscillator.connect(destination)
  oscillator.start()
  oscillator.stop(currentTime + seconds)
}
