import { Icon } from './icon'

/** The sign of closing and removing. What it does is said by its button. */
export const Cross = () => (
  <Icon path="M6 6l12 12M18 6 6 18" className="size-6 fill-none stroke-current stroke-[1.75]" />
)
