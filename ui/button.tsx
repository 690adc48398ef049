import type { ComponentProps } from 'react'

const shapes = {
  primary: 'border-transparent bg-ink text-paper hover:bg-accent',
  secondary: 'border-line text-ink hover:border-ink',
  quiet:
    'border-transparent px-1! text-ink underline decoration-line underline-offset-4 hover:decoration-ink',
} as const

export type ButtonShape = keyof typeof shapes

/** The transparent border becomes visible in forced-colours mode, which removes backgrounds. */
export const buttonClasses = (shape: ButtonShape = 'primary'): string =>
  `inline-flex min-h-12 items-center justify-center gap-2 border px-6 py-2 text-center font-semibold motion-safe:transition-colors disabled:cursor-not-allowed disabled:border-line disabled:bg-transparent disabled:text-faded ${shapes[shape]}`

export const Button = ({
  shape = 'primary',
  className = '',
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { shape?: ButtonShape }) => (
  <button type={type} className={`${buttonClasses(shape)} ${className}`} {...rest} />
)
