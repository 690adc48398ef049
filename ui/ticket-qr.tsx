/** `path` is an SVG path on 21 × 21 squares. The view adds the quiet zone of four squares. */
export const TicketQr = ({ path, className = '' }: { path: string; className?: string }) => (
  <svg
    viewBox="-4 -4 29 29"
    role="img"
    aria-label="QR code of the ticket"
    shapeRendering="crispEdges"
    className={`aspect-square border border-rule bg-white fill-black forced-color-adjust-none ${className}`}
  >
    <path d={path} />
  </svg>
)
