/** Shown while the content of a private link loads. */
export const Opening = ({ what }: { what: string }) => (
  <p role="status" className="min-h-dvh">
    Opening your {what}...
    <noscript> This page needs JavaScript, which your browser does not run.</noscript>
  </p>
)
