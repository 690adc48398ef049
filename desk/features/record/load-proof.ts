import type { Proof } from '../../../festival/desk/record'
import { isProblem } from '../../../festival/problem'

const unreachable = 'The file did not come. Look whether you are online.'

/**
 * Fetches a proof, as a blob of the type that is given to it here: whatever a file says that it is, the desk never opens it
 * as a page.
 * @returns the file, or why there is none, in a sentence
 */
export const loadProof = async ({ address }: Pick<Proof, 'address'>, type: string): Promise<Blob | string> => {
  try {
    const answer = await fetch(address)
    if (answer.ok) return new Blob([await answer.arrayBuffer()], { type })
    const problem: unknown = await answer.json()
    return isProblem(problem) ? problem.detail : unreachable
  } catch {
    return unreachable
  }
}

/** Why a picture that was to be shown is not there. */
export const explainMissingPicture = async (proof: Pick<Proof, 'address'>): Promise<string> => {
  const found = await loadProof(proof, 'application/octet-stream')
  return typeof found === 'string' ? found : 'The file is there, but this browser cannot show it as a picture.'
}
