import { useCallback, useEffect, useState } from 'react'
import * as v from 'valibot'
import { isReference, makeReference } from '../../../festival/upi'
import { type DraftStore, openDraftStore, readDraft, removeDraft, writeDraft } from '../drafts/draft'

const kept = v.pipe(v.string(), v.check(isReference))

const drawByte = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0

const addressOf = (keepAs: string) => `reference:${keepAs}`

/** The one that is kept for a form, or a new one; kept from now on in either case, for as long as a draft. */
export const takeReference = (draftStore: DraftStore | undefined, keepAs: string, now: number): string => {
  const reference = readDraft(draftStore, addressOf(keepAs), kept, now) ?? makeReference(drawByte)
  writeDraft(draftStore, addressOf(keepAs), reference, now)
  return reference
}

export interface Reference {
  /** Undefined until the page is alive: the built page has none. */
  text: string | undefined
  /** Keeps it no longer; the form that has been sent or cleared is over. */
  forget: () => void
  /** Takes the next one. */
  renew: () => void
}

/**
 * The payment reference of the form that is kept under a name. It is kept on the device at once, before anything is typed:
 * a registrant may pay first, in an app that makes the browser drop the page (behaviour 5.42).
 */
export const useReference = (keepAs: string): Reference => {
  const [text, setText] = useState<string>()
  const renew = useCallback(() => setText(takeReference(openDraftStore(), keepAs, Date.now())), [keepAs])
  const forget = useCallback(() => removeDraft(openDraftStore(), addressOf(keepAs)), [keepAs])
  useEffect(renew, [renew])
  return { text, forget, renew }
}
