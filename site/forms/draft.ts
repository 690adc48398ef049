import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import * as v from 'valibot'
import { noticeField } from '../../festival/content/privacy'
import { referenceField } from '../../festival/payment/upi'
import { keep, readKept } from '../../ui/browser-storage'
import { draftLifetimeMs, draftStorageKey, typedKey } from '../device/storage-keys'

export const typedText = v.optional(v.string(), '')

/**
 * Body fields that are not text fields of the draft: files are stored separately, the URL names the
 * event, and the reference is generated.
 */
type FieldWithoutText =
  | `${string}_url`
  | 'event'
  | 'age'
  | keyof typeof referenceField
  | keyof typeof noticeField

const isTyped = (name: string) =>
  !/_url$|^event$|^age$/.test(name) && !(name in referenceField) && !(name in noticeField)

/** The answers to the questions about age, if the edition asks them (`festival/forms/age.ts`). */
export const typedAge = {
  age: v.optional(v.object({ is: typedText, name: typedText, phone: typedText }), {}),
}

/** The draft's text fields for a body with these entries. */
export const typedTexts = <Entries extends object>(entries: Entries) =>
  Object.fromEntries(
    Object.keys(entries).flatMap((name) => (isTyped(name) ? [[name, typedText]] : [])),
  ) as Record<Exclude<keyof Entries, FieldWithoutText>, typeof typedText>

const getProperty = (values: unknown, name: string): unknown =>
  values instanceof Object ? Reflect.get(values, name) : undefined

/** Reads a stored value. Removes the value if it is too old. */
export const readRecent = (name: string): unknown => {
  const kept = readKept(draftStorageKey(name))
  if (Date.now() - Number(getProperty(kept, 'changedAt')) <= draftLifetimeMs) {
    return getProperty(kept, 'value')
  }
  if (kept !== undefined) {
    writeDraft(name, undefined)
  }
  return undefined
}

export const readDraft = <T>(name: string, schema: v.GenericSchema<unknown, T>): T | undefined => {
  const kept = v.safeParse(schema, readRecent(name))
  return kept.success ? kept.output : undefined
}

/** Keeps a draft, or removes it if the value is undefined. Storage errors are ignored. */
export const writeDraft = (name: string, value: unknown): void => {
  keep(draftStorageKey(name), value === undefined ? undefined : { changedAt: Date.now(), value })
}

/** The paths of all texts in a form's values, for example `email` or `members.0.phone`. */
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

/** Returns a copy with the text at this path, or the same values if the path does not exist. */
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
 * Reports text that was typed or autofilled before hydration, on this page or saved by the previous
 * page load, because React has not seen its events. Returns the form's ref.
 */
export const useEarlyTexts = (
  onTexts: (texts: [string, string][]) => void,
): RefObject<HTMLFormElement | null> => {
  const form = useRef<HTMLFormElement>(null)
  const passOn = useEffectEvent(onTexts)
  useEffect(() => {
    if (!form.current) {
      return
    }
    const carried = readKept(typedKey, 'sessionStorage')
    if (carried) {
      keep(typedKey, undefined, 'sessionStorage')
    }
    const earlier: unknown[] = Array.isArray(carried) ? carried : []
    const texts = [...earlier, ...new FormData(form.current)].filter(
      (entry: unknown): entry is [string, string] =>
        Array.isArray(entry) && typeof entry[1] === 'string' && !!entry[1],
    )
    if (texts.length > 0) {
      passOn(texts)
    }
  }, [])
  return form
}

/** Parses values with a schema that accepts every draft. */
export const fill = <T>(schema: v.GenericSchema<unknown, T>, values: object = {}): T =>
  v.safeParse(schema, values).output as T

/**
 * A form's values, stored on the device under `name`, or only in memory without a name. The first
 * render is empty because it must match the prerendered page; the draft is restored in an effect.
 * `schema` must not change between renders. Parsing `{}` with it gives the empty form.
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
    if (name === undefined) {
      return current
    }
    const attempts = getProperty(readDraft(name, schema), 'attempts')
    const isSameEntry =
      getProperty(attempts, 'key') === getProperty(getProperty(current, 'attempts'), 'key')
    return attempts && isSameEntry ? { ...current, attempts } : current
  }
  return {
    value,
    /**
     * Returns the current value, even in closures from earlier renders. Attempts come from storage,
     * because another tab may have sent the same draft.
     */
    read,
    /** Changes the value and stores it immediately, in case the browser closes the tab. */
    change(update: (value: T) => T) {
      const next = update(read())
      show(next)
      if (name !== undefined) {
        writeDraft(name, next)
      }
    },
    clear: () => {
      show(fill(schema))
      if (name !== undefined) {
        writeDraft(name, undefined)
      }
      setIsRestored(false)
    },
    isRestored,
  }
}
