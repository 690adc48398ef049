export type Tone = 'green' | 'amber' | 'blue' | 'red' | 'grey' | 'plain'

/** In Hz. The better the news, the higher the tone. */
const frequencies: Record<Tone, number> = {
  green: 1_600,
  plain: 1_600,
  blue: 1_000,
  amber: 600,
  grey: 350,
  red: 200,
}

let audio: AudioContext | undefined

/** Browsers allow sound only after the user has pressed something. */
export const allowSound = (): void => {
  audio ??= new AudioContext()
  void audio.resume()
}

export const signal = (tone: Tone): void => {
  navigator.vibrate?.(tone === 'green' ? 80 : 400)
  if (audio) {
    const oscillator = new OscillatorNode(audio, { frequency: frequencies[tone], type: 'square' })
    oscillator.connect(audio.destination)
    oscillator.start()
    oscillator.stop(audio.currentTime + 0.25)
  }
}
