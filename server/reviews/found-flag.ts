import type { FlagKind } from '../../festival/desk/flags'

/** Something odd that was found about a record. */
export interface FoundFlag {
  kind: FlagKind
  detail: string
  /** The other record; then that one is odd for the same reason, and says so. */
  other?: { id: string; detail: string }
  /** Records that carry it as well, where it is about no two of them alone. */
  alsoOn?: readonly string[]
}
