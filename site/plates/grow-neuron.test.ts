import { expect, test } from 'vitest'
import { growNeuron } from './grow-neuron'

test('a key grows the same neuron every time', () => {
  expect(growNeuron('SeniorQuiz')).toEqual(growNeuron('SeniorQuiz'))
})
