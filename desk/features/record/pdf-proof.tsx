import { useEffect, useState } from 'react'
import type { Proof } from '../../../festival/desk/record'
import { buttonLook } from '../../../ui/button'
import { Loading } from '../../messages'
import { loadProof } from './load-proof'

/** A PDF in the browser's own viewer, where it has one; else a link that opens it. */
export const PdfProof = ({ proof, name, onFail }: { proof: Proof; name: string; onFail: (why: string) => void }) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let made = ''
    let isGone = false
    void loadProof(proof, 'application/pdf').then((found) => {
      if (isGone) return
      if (typeof found === 'string') return onFail(found)
      made = URL.createObjectURL(found)
      setAddress(made)
    })
    return () => {
      isGone = true
      URL.revokeObjectURL(made)
    }
  }, [proof, onFail])
  if (!address) return <Loading words="Loading the document …" />
  return (
    <>
      {navigator.pdfViewerEnabled && (
        <iframe src={address} title={name} className="min-h-0 w-full flex-1 bg-leaf max-lg:hidden" />
      )}
      <p className="p-4 text-center">
        <a href={address} target="_blank" rel="noreferrer" className={buttonLook('secondary')}>
          Open the PDF
        </a>
      </p>
    </>
  )
}
