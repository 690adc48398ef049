export const PhoneLink = ({ number, className = '' }: { number: string; className?: string }) => (
  <a
    href={`tel:${number.replace(/[^+\d]/g, '')}`}
    className={`figures inline-flex min-h-11 items-center whitespace-nowrap font-semibold underline decoration-line underline-offset-4 hover:decoration-ink ${className}`}
  >
    {number}
  </a>
)
