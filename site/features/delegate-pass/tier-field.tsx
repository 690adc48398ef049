import { tiers } from '#edition/delegate-pass'
import { formatRupees } from '../../../festival/fee'
import { FieldNotes } from '../../../ui/field'
import { fieldId } from '../../../ui/field-id'

/** The tiers side by side, each with its price and everything that it opens. */
export const TierField = ({
  path,
  error,
  value,
  onChange,
}: {
  path: string
  error: string | undefined
  value: string
  onChange: (tier: string) => void
}) => (
  <div
    id={fieldId(path)}
    role="radiogroup"
    aria-labelledby={`${fieldId(path)}-label`}
    aria-required="true"
    aria-invalid={error ? true : undefined}
    aria-describedby={error && `${fieldId(path)}-error`}
  >
    <p id={`${fieldId(path)}-label`} className="font-semibold">
      Tier
    </p>
    <FieldNotes path={path} error={error} />
    <div className="mt-1.5 grid gap-3 sm:grid-cols-2">
      {tiers.map((tier, index) => (
        <label
          key={tier.value}
          data-colour={index === 0 ? 'vein' : 'artery'}
          className="relative flex cursor-pointer flex-col border border-line bg-paper p-4 has-checked:border-ink has-checked:bg-leaf has-checked:[box-shadow:inset_0_0_0_1px_var(--ink),inset_0_5px_0_var(--accent)] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-vein"
        >
          <span className="flex items-center justify-between gap-3">
            <span className="caption">{tier.label}</span>
            <input
              type="radio"
              name={path}
              value={tier.value}
              checked={value === tier.value}
              onChange={() => onChange(tier.value)}
              aria-label={`${tier.label}, ${tier.name}, ${formatRupees(tier.price)}`}
              aria-describedby={`${fieldId(path)}-${tier.value}`}
              className="size-5 shrink-0 accent-ink focus-visible:outline-none"
            />
          </span>
          <span className="font-display text-lg font-medium tracking-wide">{tier.name}</span>
          <span className="figures mt-1 font-display text-2xl text-accent">{formatRupees(tier.price)}</span>
          <span
            id={`${fieldId(path)}-${tier.value}`}
            className="mt-3 block space-y-1 border-t border-rule pt-3 text-sm"
          >
            {tier.includes.map((item) => (
              <span
                key={item}
                className="relative block pl-4 before:absolute before:top-[0.65em] before:left-0 before:h-px before:w-2.5 before:bg-accent"
              >
                {item}
                <span className="sr-only">. </span>
              </span>
            ))}
          </span>
        </label>
      ))}
    </div>
  </div>
)
