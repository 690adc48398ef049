import { drawQr } from '../../../ui/draw-qr'

export const Qr = ({
  text,
  label,
  className,
}: {
  text: string
  label: string
  className: string
}) => {
  const { size, path } = drawQr(text)
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      className={`aspect-square bg-white fill-black forced-color-adjust-none ${className}`}
    >
      <path d={path} />
    </svg>
  )
}
