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
import { compareTiers } from './compare-tiers'

const path = 'tier'
const Card = onlyTier ? 'div' : 'label'
const compared = compareTiers(tiers)

export const isSold = ({ label }: Tier, { tiers: sold }: Offers) =>
  sold.some((tier) => tier.label === label)

/** A single tier is shown without radio buttons. */
const TierGroup = (group: Pick<ComponentProps<typeof ChoiceGroup>, 'error' | 'children'>) =>
  onlyTier ? (
    group.children
  ) : (
    <ChoiceGroup
      path={path}
      label="Tier"
      layout="gap-2 max-sm:-mx-2 sm:gap-3 grid-cols-[repeat(auto-fill,minmax(max(7rem,34%),1fr))]"
      {...group}
    />
  )

const TierItems = ({ value }: Pick<Tier, 'value'>) => (
  <span
    id={`${fieldId(path)}-${value}`}
    className="mt-3 mb-4 block space-y-1 border-t border-rule pt-3 text-sm"
  >
    {compared[value]?.map(({ item, isIncluded }) => (
      <span key={item} className={`flex gap-1.5 ${isIncluded ? '' : 'text-faded'}`}>
        <svg
          viewBox="0 0 16 16"
          aria-hidden="true"
          className="mt-0.5 size-4 shrink-0 fill-none stroke-current stroke-[1.75]"
        >
          <path d={isIncluded ? 'm2.5 8.5 3.5 3.5 7.5-8' : 'M4 8h8'} />
        </svg>
        <span>
          {!isIncluded && <span className="sr-only">Without: </span>}
          {item}
          <span className="sr-only">. </span>
        </span>
      </span>
    ))}
  </span>
)

const nameChoice = (tier: Tier, chosen: string, offers: Offers): string => {
  if (!isSold(tier, offers)) {
    return 'No longer sold'
  }
  return tier.value === chosen ? `✓ ${tier.label}` : `Choose ${tier.label}`
}

/** What each tier opens now, and for which students. */
const TierWorths = ({ offers }: { offers: Offers }) => {
  const { opened } = useFestival()
  return (
    <dl className="space-y-2 text-sm">
      {tiers.map((tier) => (
        <div key={tier.value}>
          <dt className="inline font-semibold">{tier.label}: </dt>
          <dd className="inline">
            {isSold(tier, offers)
              ? describeOpened(opened[tier.label] ?? [], offers)
              : 'No longer sold: registration for everything in this pass has closed.'}
          </dd>
        </div>
      ))}
    </dl>
  )
}

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
  <>
    <TierGroup error={error}>
      {tiers.map((tier, index) => (
        <Card
          key={tier.value}
          data-colour={index === 0 ? 'vein' : 'artery'}
          className="relative flex flex-col has-enabled:cursor-pointer border border-line bg-leaf p-3 sm:p-4 has-disabled:cursor-not-allowed has-disabled:text-faded has-checked:border-ink has-checked:[box-shadow:inset_0_0_0_1px_var(--ink),inset_0_5px_0_var(--accent)] has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-vein"
        >
          <span>
            <span className="caption block">{tier.label}</span>
            <span className="block font-display text-lg font-medium tracking-wide">
              {tier.name}
            </span>
          </span>
          <span className="figures mt-1 text-2xl font-semibold">{formatRupees(tier.price)}</span>
          <TierItems value={tier.value} />
          {!onlyTier && (
            <span
              className={`mt-auto flex min-h-12 items-center justify-center border py-2 text-center text-sm font-semibold ${value === tier.value ? 'border-transparent bg-ink text-paper' : 'border-line'}`}
            >
              <input
                type="radio"
                name={path}
                value={tier.value}
                checked={value === tier.value}
                disabled={!isSold(tier, offers)}
                onChange={() => onChange(tier.value)}
                aria-label={`Choose ${tier.label}, ${tier.name}, ${formatRupees(tier.price)}`}
                aria-describedby={`${fieldId(path)}-${tier.value}`}
                className="absolute inset-0 size-full opacity-0"
              />
              {nameChoice(tier, value, offers)}
            </span>
          )}
        </Card>
      ))}
    </TierGroup>
    <TierWorths offers={offers} />
  </>
)
