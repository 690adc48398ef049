import { setTimeout as pause } from 'node:timers/promises'
import type { Scene } from './scene'

/** So many ask at once: each of them as often as the other. */
const atOnce = 4

interface Asked {
  ms: number
  status: number
  words: string
}

/** Asks for a link from a network of its own, for one network gets five to an address. */
const ask = async ({ servers }: Scene, email: string, turn: number): Promise<Asked> => {
  const address = servers[turn % servers.length]?.address ?? ''
  const start = performance.now()
  const answer = await fetch(`${address}/api/desk/sign-in`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Origin: address,
      'X-Forwarded-For': `10.${turn >> 8}.${turn & 255}.${email.length}`,
    },
    body: JSON.stringify({ email }),
  })
  const words = await answer.text()
  return { ms: performance.now() - start, status: answer.status, words }
}

const at = (sorted: readonly number[], part: number) =>
  (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0).toFixed(1)

const tell = (name: string, asked: readonly Asked[]): string => {
  const sorted = asked.map(({ ms }) => ms).sort((one, other) => one - other)
  return `${name}: least ${at(sorted, 0)}, p25 ${at(sorted, 0.25)}, median ${at(sorted, 0.5)}, p75 ${at(sorted, 0.75)}, p95 ${at(sorted, 0.95)}, most ${at(sorted, 1)} ms`
}

/** How often a known address took longer than an unknown one: 0.5 where nobody can tell them apart. */
const compare = (known: readonly Asked[], unknown: readonly Asked[]): number => {
  const pairs = known.flatMap((one) => unknown.map((other) => (one.ms > other.ms ? 1 : 0)))
  return pairs.reduce<number>((sum, pair) => sum + pair, 0) / pairs.length
}

/** Whether a difference is chance alone, beyond three of its deviations (Mann and Whitney). */
const isChance = (share: number, count: number): boolean =>
  Math.abs(share - 0.5) < 3 * Math.sqrt((2 * count + 1) / (12 * count * count))

/** A known and an unknown address ask for a link, in turns: the same words, and times that tell nothing (behaviour 14.4). */
export const trySignIns = async (scene: Scene, count: number): Promise<string[]> => {
  const known: Asked[] = []
  const unknown: Asked[] = []
  const [{ email }] = scene.verifiers
  for (let turn = 0; turn < count; turn += atOnce) {
    const turns = Array.from({ length: Math.min(atOnce, count - turn) }, (_, index) => turn + index)
    await Promise.all(
      turns.map(async (one) => {
        // Neither is always the first.
        const both = [
          async () => void known.push(await ask(scene, email, one)),
          async () => void unknown.push(await ask(scene, `nobody-${one}@elsewhere.test`, one)),
        ]
        for (const act of one % 2 === 0 ? both : both.reverse()) await act()
      }),
    )
    await pause(5)
  }
  const words = new Set([...known, ...unknown].map(({ status, words }) => `${status} ${words}`))
  const share = compare(known, unknown)
  console.log(`${scene.engine}: ${count} sign-ins each, ${words.size} answer`)
  console.log(`  ${tell('known', known)}`)
  console.log(`  ${tell('unknown', unknown)}`)
  console.log(`  a known one took longer in ${(share * 100).toFixed(1)} % of all pairs`)
  return [
    ...(words.size === 1 ? [] : [`different words: ${[...words].join(' | ')}`]),
    ...(isChance(share, count) ? [] : [`the time tells known from unknown: ${(share * 100).toFixed(1)} %`]),
  ]
}
