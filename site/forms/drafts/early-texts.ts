import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import * as v from 'valibot'
import { takeCarriedTexts } from './carried-texts'

/** The texts of a form's fields by their names, without the empty ones. */
export type Texts = ReadonlyMap<string, string>

/** A text as it is typed into a field: nothing in it has been checked. */
export const typedText = v.optional(v.string(), '')

/**
 * Hands over, once, what was typed, filled in or put back by the browser before the page came alive, also by the load
 * before this one: React doesn't know of it until told. Gives the ref of the form.
 */
export const useEarlyTexts = (onTexts: (texts: Texts) => void): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  const take = useEffectEvent(onTexts)
  useEffect(() => {
    if (!form.current) return
    const texts = new Map<string, string>()
    for (const [name, value] of [...takeCarriedTexts(), ...new FormData(form.current)])
      if (typeof value === 'string' && value !== '') texts.set(name, value)
    if (texts.size > 0) take(texts)
  }, [])
  return form
}

const putIn = (held: unknown, [step, ...steps]: readonly string[], text: string): unknown => {
  if (step === undefined) return held === '' ? text : held
  if (Array.isArray(held))
    return held.map((item: unknown, index) => (String(index) === step ? putIn(item, steps, text) : item))
  if (typeof held !== 'object' || held === null || !(step in held)) return held
  return { ...held, [step]: putIn(Reflect.get(held, step), steps, text) }
}

/** Puts texts into those places of what a form holds that are still empty, by the fields' names: `members.0.phone`. */
export const adoptTexts = <T>(schema: v.GenericSchema<unknown, T>, held: T, texts: Texts): T => {
  let adopted: unknown = held
  for (const [name, text] of texts) adopted = putIn(adopted, name.split('.'), text)
  return v.parse(schema, adopted)
}
