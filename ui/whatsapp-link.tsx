import { type ButtonShape, buttonClasses } from './button'

/** WhatsApp then asks for the recipient, unless `phone` has ten digits of an Indian number. */
export const WhatsAppLink = ({
  text,
  phone = '',
  shape = 'primary',
  className = '',
}: {
  text: string
  phone?: string
  shape?: ButtonShape
  className?: string
}) => {
  const [digits] = /[6-9]\d{9}$/.exec(phone.replace(/\D/g, '')) ?? []
  const recipient = digits ? `91${digits}` : ''
  return (
    <a
      href={`https://wa.me/${recipient}?text=${encodeURIComponent(text)}`}
      target="_blank"
      rel="noopener noreferrer"
      className={`${buttonClasses(shape)} ${className}`}
    >
      Share on WhatsApp
    </a>
  )
}
