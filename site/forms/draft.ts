import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { noticeField } from '../../festival/content/privacy'
import { referenceField } from '../../festival/payment/upi'
import { keep, readKept } from '../../ui/browser-storage'
import { draftLifetimeMs, draftStorageKey, typedKey } from '../device/storage-keys'

/** A text as it is typed into a field: nothing in it has been checked. */
export const typedText = v.optional(v.string(), '')

/** What nobody types of a body: files are kept beside the draft, the address names the event, and the reference is drawn. */
type FieldWithoutText =
  | `${string}_url`
  | 'event'
  | 'age'
  | keyof typeof referenceField
  | keyof typeof noticeField

const isTyped = (name: string) =>
  !/_url$|^event$|^age$/.test(name) && !(name in referenceField) && !(name in noticeField)

/** The answer about the age as it is typed, where the edition asks for it (`festival/forms/age.ts`). */
export const typedAge = {
  age: v.optional(v.object({ is: typedText, name: typedText, phone: typedText }), {}),
}

/** The texts of a draft from which a body with these fields is made. */
export const typedTexts = <Entries extends object>(entries: Entries) =>
  Object.fromEntries(
    Object.keys(entries).flatMap((name) => (isTyped(name) ? [[name, typedText]] : [])),
  ) as Record<Exclude<keyof Entries, FieldWithoutText>, typeof typedText>

const getProperty = (values: unknown, name: string): unknown =>
  values instanceof Object ? Reflect.get(values, name) : undefined

/** What is kept under a name; what is old is removed. */
export const readRecent = (name: string): unknown => {
  const kept = readKept(draftStorageKey(name))
  const [changedAt, value] = [Number(getProperty(kept, 'changedAt')), getProperty(kept, 'value')]
  if (Date.now() - changedAt <= draftLifetimeMs) {
    return value
  }
  if (kept !== undefined) {
    writeDraft(name, undefined)
  }
  return undefined
}

/** The draft that was kept under a name; undefined for none, an old one, or one of another shape (behaviour 5.11). */
export const readDraft = <T>(name: string, schema: v.GenericSchema<unknown, T>): T | undefined => {
  const kept = v.safeParse(schema, readRecent(name))
  return kept.success ? kept.output : undefined
}

/** Keeps a draft, or with undefined none any more; where that fails the form goes on without. */
export const writeDraft = (name: string, value: unknown): void => {
  keep(draftStorageKey(name), value === undefined ? undefined : { changedAt: Date.now(), value })
}

/** The places of what a form holds that are texts, as its fields are named: `email`, `members.0.phone`. */
export type TextPath<T> = {
  [K in keyof T & string]: T[K] extends string
    ? K
    : T[K] extends readonly (infer Item extends object)[]
      ? `${K}.${number}.${keyof Item & string}`
      : never
}[keyof T & string]

export const readText = (values: unknown, path: string): string => {
  const text = path.split('.').reduce(getProperty, values)
  return typeof text === 'string' ? text : ''
}

/** What a form holds with another text at a place; the same where it has no such place. */
export const writeText = <T>(values: T, path: string, text: string): T => {
  const [name = '', ...rest] = path.split('.')
  if (!(values instanceof Object && Object.hasOwn(values, name))) {
    return values
  }
  const place =
    rest.length === 0 ? text : writeText(getProperty(values, name), rest.join('.'), text)
  return Object.assign<object, object>(Array.isArray(values) ? [...values] : { ...values }, {
    [name]: place,
  }) as T
}

export const fillEmptyTexts = <T>(
  values: T,
  texts: Iterable<readonly [path: string, text: string]>,
): T => {
  let filled = values
  for (const [path, text] of texts) {
    if (readText(filled, path) === '') {
      filled = writeText(filled, path, text)
    }
  }
  return filled
}

/**
 * Hands over, once, what was typed, filled in or put back by the browser before the page came alive, also by the load
 * before this one: React doesn't know of it until told. Gives the ref of the form.
 */
export const useEarlyTexts = (
  onTexts: (texts: [string, string][]) => void,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  const take = useEffectEvent(onTexts)
  useEffect(() => {
    if (!form.current) {
      return
    }
    const carried = readKept(typedKey, 'sessionStorage')
    if (carried) {
      keep(typedKey, undefined, 'sessionStorage')
    }
    const texts = [
      ...(Array.isArray(carried) ? carried : []),
      ...new FormData(form.current),
    ].filter(
      (entry: unknown): entry is [string, string] =>
        Array.isArray(entry) && typeof entry[1] === 'string' && !!entry[1],
    )
    if (texts.length > 0) {
      take(texts)
    }
  }, [])
  return form
}

/** What a schema makes of what a form is filled with; it takes whatever was typed. */
export const fill = <T>(schema: v.GenericSchema<unknown, T>, values: object = {}): T =>
  v.safeParse(schema, values).output as T

/**
 * What a form holds, kept on the device under a name, or with none in the page alone. The first render is empty, as the
 * prerendered page is; what is kept is put in right after (behaviour 5.11). `schema` must not change between renders; what it
 * makes of nothing is the empty form.
 */
export const useDraft = <T extends object>(
  name: string | undefined,
  schema: v.GenericSchema<unknown, T>,
) => {
  const [value, setValue] = useState(() => fill(schema))
  const [isRestored, setIsRestored] = useState(false)
  const latest = useRef(value)

  const show = (next: T) => {
    latest.current = next
    setValue(next)
  }
  const restore = useEffectEvent(() => {
    if (name === undefined) {
      return
    }
    const restored = readDraft(name, schema)
    if (!restored) {
      return
    }
    show(restored)
    setIsRestored(true)
  })
  useEffect(() => restore(), [])

  const read = (): T => {
    const { current } = latest
    const attempts =
      name === undefined ? undefined : getProperty(readDraft(name, schema), 'attempts')
    return attempts &&
      getProperty(attempts, 'key') === getProperty(getProperty(current, 'attempts'), 'key')
      ? { ...current, attempts }
      : current
  }
  return {
    value,
    /**
     * The value of this moment, also within a function that began earlier; its attempts are those that are kept, for another
     * tab may have sent the same draft (behaviour 7.17).
     */
    read,
    /** Changes the value and keeps it at once, so that a killed tab loses nothing. */
    change(update: (value: T) => T) {
      const next = update(read())
      show(next)
      if (name !== undefined) {
        writeDraft(name, next)
      }
    },
    /** Starts empty again, and keeps nothing on the device. */
    clear: () => {
      show(fill(schema))
      if (name !== undefined) {
        writeDraft(name, undefined)
      }
      setIsRestored(false)
    },
    /** Whether something of an earlier visit was put in. */
    isRestored,
  }
}
