import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { identity } from '#edition/identity'
import { tellingLength } from '../../../festival/bank/narration'
import type { Payment } from '../../../festival/bank/statement'
import { isReference, makeReference, makeUpiText } from '../../../festival/upi'
import { Banner } from '../../../ui/banner'
import { CopyButton } from '../../../ui/copy-button'
import { drawQr } from '../../../ui/draw-qr'
import { FileSteps } from './file-steps'

/** The apps that nearly everybody pays with. */
const apps = ['Google Pay', 'PhonePe', 'Paytm', 'BHIM'] as const

const codesSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.object({ app: v.picklist(apps), reference: v.pipe(v.string(), v.check(isReference)) })),
)
/** The payment code of one app. */
export type RehearsalCode = v.InferOutput<typeof codesSchema>[number]

const storageKey = 'cerebra:desk:rehearsal'

/** The codes of this device, made once: the statement comes a day later, and must find the codes that were paid with. */
export const readCodes = (storage: Pick<Storage, 'getItem' | 'setItem'>): RehearsalCode[] => {
  const kept = v.safeParse(codesSchema, storage.getItem(storageKey))
  const draw = () => crypto.getRandomValues(new Uint8Array(1))[0] ?? 0
  const find = (app: string) => (kept.success ? kept.output.find((code) => code.app === app) : undefined)
  const codes = apps.map((app) => find(app) ?? { app, reference: makeReference(draw) })
  storage.setItem(storageKey, JSON.stringify(codes))
  return codes
}

/** As the site's own codes have it, the code first; and longer than any bank keeps, so that one sees where it is cut. */
const noteOf = (reference: string) => `${reference} ${identity.shortTitle} money rehearsal`

/** How many characters of a note stand in a narration. */
const countKept = (narration: string, note: string): number => {
  const [text = '', whole = ''] = [narration, note].map((one) => one.toUpperCase().replace(/\s+/g, ' '))
  const lengths = [...whole].map((_sign, at) => whole.slice(0, at + 1).trimEnd().length)
  return lengths.findLast((length) => length >= tellingLength && text.includes(whole.slice(0, length))) ?? 0
}

/** Of each code how many characters of its note the next statement has, and how many other payments of ₹1 (behaviour 15.13). */
export const judgeRehearsal = (payments: readonly Payment[], codes: readonly RehearsalCode[]) => {
  const rupees = payments.filter(({ amount }) => amount === 100)
  const keptOf = ({ narration }: Payment, { reference }: RehearsalCode) => countKept(narration, noteOf(reference))
  const results = codes.map((code) => ({ app: code.app, kept: Math.max(0, ...rupees.map((one) => keptOf(one, code))) }))
  return { results, others: rupees.filter((one) => codes.every((code) => keptOf(one, code) === 0)).length }
}

/** A payment of ₹1 for one app, as a registrant would see it. */
const CodeCard = ({ app, reference }: RehearsalCode) => {
  const { size, path } = useMemo(() => drawQr(makeUpiText(identity.payee, noteOf(reference), 1)), [reference])
  return (
    <section aria-label={app} className="grid content-start gap-3 border border-rule bg-leaf p-4">
      <h3 className="text-lg">{app}</h3>
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={`QR code to pay ₹1 with ${app}`}
        shapeRendering="crispEdges"
        className="mx-auto aspect-square h-auto w-full max-w-56 border border-rule bg-white fill-black forced-color-adjust-none"
      >
        <path d={path} />
      </svg>
      <div className="flex items-end justify-between gap-3">
        <p>
          <span className="head block">Payment code</span>
          <b className="figures text-base">{reference}</b>
        </p>
        <CopyButton text={reference} label={`Copy the payment code for ${app}`} isShort />
      </div>
    </section>
  )
}

/** What became of each app's note. */
const Result = ({ payments, codes }: { payments: readonly Payment[]; codes: readonly RehearsalCode[] }) => {
  const { results, others } = judgeRehearsal(payments, codes)
  const most = Math.max(...results.map(({ kept }) => kept))
  return (
    <section aria-label="Result" className="grid gap-3">
      <Banner
        tone={most > 0 ? 'success' : 'note'}
        title={most > 0 ? `This bank keeps ${most} characters of a note` : 'No note came back'}
      >
        {most > 0 && (
          <p>
            The money arrived on the account of this file: <b className="break-all">{identity.payee.id}</b> is right.
          </p>
        )}
        {most < 6 && (
          <p>
            Make the form require the UTR (isUtrRequired in the edition’s identity.ts): the note alone does not suffice
            here.
          </p>
        )}
      </Banner>
      <ul className="figures border-t border-line">
        {results.map(({ app, kept }) => (
          <li key={app} className="flex justify-between gap-3 border-b border-rule py-1.5">
            <b>{app}</b>
            {kept > 0 ? `The note came, ${kept} characters of it` : 'No note of it is in this file'}
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p>
          {others === 1 ? 'One payment of ₹1 here has' : `${others} payments of ₹1 here have`} no note of ours: its app
          dropped it, or somebody else paid.
        </p>
      )}
    </section>
  )
}

/** The money rehearsal: ₹1 with each app, and what the next statement says of it (behaviour 15.13). */
export const Rehearsal = () => {
  const [codes] = useState(() => readCodes(window.localStorage))
  return (
    <div className="mx-auto max-w-5xl px-4 py-6">
      <h1 className="text-2xl">Money rehearsal</h1>
      <p className="measure mt-1 text-faded">
        Before anybody pays: send ₹1 with each app to <b className="wrap-anywhere text-ink">{identity.payee.id}</b>. A
        day later drop the account’s statement here, and see which notes came back and how much of them the bank keeps.
      </p>
      <section aria-label="Codes" className="mt-5">
        <h2 className="mb-2 text-xl">1. Pay by each code</h2>
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {codes.map((code) => (
            <CodeCard key={code.app} {...code} />
          ))}
        </div>
        <p className="mt-2 text-faded">The payment codes are kept on this device.</p>
      </section>
      <section aria-label="Statement" className="mt-6 grid gap-4">
        <h2 className="text-xl">2. Drop the next statement</h2>
        {/* Nothing of the file leaves the browser, so no window keeps rows back. */}
        <FileSteps
          window={{ from: '2000-01-01', to: '2099-12-31' }}
          hint="It is read on this device, and nothing of it leaves it."
        >
          {({ file }) => <Result payments={file.payments} codes={codes} />}
        </FileSteps>
      </section>
    </div>
  )
}
