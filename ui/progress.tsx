/** Screen readers announce the share in quarters only, to avoid a flood of messages. */
export const Progress = ({ label, share }: { label: string; share: number }) => {
  const percent = Math.round(share * 100)
  return (
    <div>
      <p className="flex justify-between gap-4 text-sm font-semibold">
        {label}
        <span className="figures" aria-hidden="true">
          {percent}%
        </span>
      </p>
      <progress
        aria-label={label}
        max={100}
        value={percent}
        className="mt-1 block h-2 w-full accent-ink"
      />
      <p role="status" className="sr-only">
        {label} {Math.floor(percent / 25) * 25}%
      </p>
    </div>
  )
}
