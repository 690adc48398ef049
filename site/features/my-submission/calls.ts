import {
  type AskedForStatus,
  type AskForStatus,
  type CorrectMine,
  type MySubmission,
  mySubmissionPaths,
} from '../../../festival/my-submission'
import { type Answer, post } from '../../api'

/** Asks for a link to a submission; the answer is the same whether there is one. */
export const askForStatus = (asked: AskForStatus): Promise<Answer<AskedForStatus>> =>
  post(mySubmissionPaths.askForStatus, asked)

/** Opens the submission that a link's secret leads to. */
export const openMine = (secret: string): Promise<Answer<MySubmission>> => post(mySubmissionPaths.open, { secret })

/** Asks for a new link in the place of one whose time is over. */
export const renewLink = (secret: string): Promise<Answer<AskedForStatus>> => post(mySubmissionPaths.renew, { secret })

/** Fetches one of the files that were sent; undefined where it did not come. */
export const readMyFile = async (secret: string, field: string): Promise<Blob | undefined> => {
  try {
    const answer = await fetch(mySubmissionPaths.file, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ secret, field }),
    })
    return answer.ok ? await answer.blob() : undefined
  } catch {
    return undefined
  }
}

/** Sends what was mended. */
export const correctMine = (correction: CorrectMine): Promise<Answer<MySubmission>> =>
  post(mySubmissionPaths.correct, correction)
