import type { ComponentProps } from 'react'
import { tiers } from '#edition/delegate-pass'
import type { Tier } from '../../../festival/content/content'
import { onlyTier } from '../../../festival/content/stored-names'
import { formatRupees } from '../../../festival/payment/fee'
import type { Offers } from '../../../festival/schedule/availability'
import { describeOpened } from '../../../festival/schedule/opened'
import { ChoiceGroup } from '../../../ui/choice-field'
import { fieldId } from '../../../ui/field'
import { useFestival } from '../../festival'

const path = 'tier'
const Card = onlyTier ? 'div' : 'label'

export const isSold = ({ label }: Tier, { tiers: sold }: Offers) =>
  sold.some((tier) => tier.label === label)

const TierWorth = ({ tier, offers }: { tier: Tier; offers: Offers }) => {
  const { opened } = useFestival()
  return (
    <span className="block font-semibold">
      {isSold(tier, offers)
        ? describeOpened(opened[tier.label] ?? [], offers)
        : 'No longer sold: registration for everything in this pass has closed.'}
    </span>
  )
}

/** A single tier is shown without radio buttons. */
const TierGroup = (group: Pick<ComponentProps<typeof ChoiceGroup>, 'error' | 'children'>) =>
  onlyTier ? group.children : <ChoiceGroup path={path} label="Tier" gap="gap-3" {...group} />

export const TierField = ({
  error,
  value,
  offers,
  onChange,
}: {
  error: string | undefined
  value: string
  offers: Offers
  onChange: (tier: string) => void
}) => (
  <TierGroup error={error}>
    {tiers.map((tier, index) => (
      <Card
        key={tier.value}
        data-colour={index === 0 ? 'vein' : 'artery'}
        className="relative flex flex-col has-enabled:cursor-pointer border border-line bg-paper p-4 has-disabled:cursor-not-allowed has-disabled:text-faded has-checked:border-ink has-checked:bg-leaf has-checked:[box-shadow:inset_0_0_0_1px_var(--ink),inset_0_5px_0_var(--accent)] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-vein"
      >
        <span className="flex items-center justify-between gap-3">
          <span className="caption">{tier.label}</span>
          {!onlyTier && (
            <input
              type="radio"
              name={path}
              value={tier.value}
              checked={value === tier.value}
              disabled={!isSold(tier, offers)}
              onChange={() => onChange(tier.value)}
              aria-label={`${tier.label}, ${tier.name}, ${formatRupees(tier.price)}`}
              aria-describedby={`${fieldId(path)}-${tier.value}`}
              className="size-5 shrink-0 accent-ink focus-visible:outline-none"
            />
          )}
        </span>
        <span className="font-display text-lg font-medium tracking-wide">{tier.name}</span>
        <span className="figures mt-1 font-display text-2xl text-accent">
          {formatRupees(tier.price)}
        </span>
        <span
          id={`${fieldId(path)}-${tier.value}`}
          className="mt-3 block space-y-1 border-t border-rule pt-3 text-sm"
        >
          <TierWorth tier={tier} offers={offers} />
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
      </Card>
    ))}
  </TierGroup>
)
