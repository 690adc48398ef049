/** Says, after a moment, that what was pressed is being fetched. */
export const Loading = () => (
  <p role="status" className="loading">
    Loading…
  </p>
)
