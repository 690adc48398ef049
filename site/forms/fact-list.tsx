export type Fact = readonly [name: string, value: string]

export const FactList = ({
  facts,
  className = '',
}: {
  facts: readonly Fact[]
  className?: string
}) => (
  <dl className={className}>
    {facts.map(([name, value]) => (
      <div key={name} className="flex flex-wrap justify-between gap-x-6 border-b border-rule py-2">
        <dt className="text-faded">{name}</dt>
        <dd className="figures min-w-0 break-words font-semibold">{value}</dd>
      </div>
    ))}
  </dl>
)
