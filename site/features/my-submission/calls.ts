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

/** Sends what was mended. */
export const correctMine = (correction: CorrectMine): Promise<Answer<MySubmission>> =>
  post(mySubmissionPaths.correct, correction)
