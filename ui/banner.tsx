import { type ReactNode, type Ref, useEffect, useRef } from 'react'

const tones = { error: 'border-artery', success: 'border-lymph', note: 'border-vein' } as const
const inks = { error: 'text-artery', success: 'text-lymph', note: 'text-ink' } as const

export type BannerTone = keyof typeof tones

interface BannerProps {
  tone: BannerTone
  title: string
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
}

/** Errors interrupt a screen reader; other messages are announced later. */
export const Banner = ({ tone, title, children, ref }: BannerProps) => (
  <div
    ref={ref}
    tabIndex={-1}
    role={tone === 'error' ? 'alert' : 'status'}
    className={`border border-l-4 bg-paper px-4 py-3 ${tones[tone]}`}
  >
    <p className={`font-semibold ${inks[tone]}`}>{title}</p>
    {children && <div className="mt-1 space-y-3 text-sm">{children}</div>}
  </div>
)

/**
 * A button loses the focus when it is disabled, so the error takes the focus for keyboard users.
 */
export const Refusal = ({ title, children }: { title: string; children: ReactNode }) => {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => banner.current?.focus(), [])
  return (
    <Banner ref={banner} tone="error" title={title}>
      {children}
    </Banner>
  )
}
